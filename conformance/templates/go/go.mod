module @MODULE@

go 1.19
