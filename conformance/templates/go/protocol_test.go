package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The conversation: requests and answers, good and bad, in this process and through the pipes of another.

const deal = `"cmd":"deal","variant":"@VARIANT@","seats":2,"dealer":1,"options":{},` +
	`"match":{"deal":1,"totals":[0,0]},"hands":[["9C"],["9D"]],"feet":[[],[]],"stock":["9H","AC"]`

// ask gives the answer to a request without its seq, which the answer is checked to repeat.
func ask(t *testing.T, session *Session, request string) string {
	t.Helper()
	answer := session.Answer([]byte(`{"seq":"q1",` + request + `}`))
	if answer["seq"] != "q1" {
		t.Fatalf("the answer repeats no seq: %v", answer)
	}
	delete(answer, "seq")
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func expect(t *testing.T, answer, part string) {
	t.Helper()
	if !strings.Contains(answer, part) {
		t.Errorf("found %s, expected %s", answer, part)
	}
}

// The engine says who it is and what it plays; what it does not know is not supported.
func TestWhoItIs(t *testing.T) {
	session := &Session{}
	expect(t, ask(t, session, `"cmd":"hello","protocol":1`), `"variants":["@VARIANT@"]`)
	unknown := []string{`"cmd":"hello","protocol":2`, `"cmd":"shuffle"`, strings.Replace(deal, "@VARIANT@", "no such game", 1)}
	for _, request := range unknown {
		expect(t, ask(t, session, request), `"unsupported"`)
	}
}

// A deal is answered, if only by saying that it cannot be played yet.
func TestDeal(t *testing.T) {
	// Once deals can be begun this is to be a test of what lies on the table then.
	answer := ask(t, &Session{}, deal)
	if !strings.Contains(answer, `"observation"`) && !strings.Contains(answer, `"unsupported"`) {
		t.Error(answer)
	}
}

// What makes no sense is an error, and the conversation goes on.
func TestErrors(t *testing.T) {
	session := &Session{}
	expect(t, ask(t, session, strings.Replace(deal, "9H", "10H", 1)), `\"10H\" is no card`)
	expect(t, ask(t, session, strings.Replace(deal, `[["9C"],["9D"]]`, "[]", 1)), "expected 2 hands")
	expect(t, ask(t, session, `"cmd":"act","seat":0,"action":{"type":"draw"}`), "no deal")
	for _, line := range []string{"", "no JSON", "[]", `{"cmd":"hello"}`} {
		if _, errs := session.Answer([]byte(line))["error"]; !errs {
			t.Errorf("%q is no error", line)
		}
	}
	expect(t, ask(t, session, `"cmd":"hello","protocol":1`), `"ok"`)
}

// A process answers line by line, and leaves when it is told to.
func TestProcess(t *testing.T) {
	if os.Getenv("AS_A_PROCESS") != "" {
		main()
		os.Exit(0)
	}
	child := exec.Command(os.Args[0], "-test.run=TestProcess")
	child.Env = append(os.Environ(), "AS_A_PROCESS=1")
	// A line separator may stand inside a text, and is no end of a line.
	lines := "{\"seq\":\"1\",\"cmd\":\"hello\",\"protocol\":1,\"note\":\"\u2028\"}\n{\"seq\":\"2\",\"cmd\":\"bye\"}\n"
	child.Stdin = strings.NewReader(lines)
	out, err := child.Output()
	if err != nil || strings.Count(string(out), "\n") != 2 {
		t.Errorf("%s %v", out, err)
	}
}
