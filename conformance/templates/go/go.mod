module example.com/@MODULE@

go 1.19
