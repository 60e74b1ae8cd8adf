// Requests in on standard input, answers out on standard output, one JSON object a line.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
)

func main() {
	session := &Session{}
	// Lines end at the line feed alone: other line separators may stand inside a text.
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			answer, broken := json.Marshal(session.Answer(line))
			if broken != nil {
				answer, _ = json.Marshal(Json{"seq": seqOf(line), "error": Json{"message": broken.Error()}})
			}
			out.Write(append(answer, '\n'))
			out.Flush()
		}
		if err == io.EOF || session.Done {
			return
		}
		if err != nil {
			os.Exit(1)
		}
	}
}
