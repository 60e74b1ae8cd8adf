package main

// The implementation protocol, version 1: from a request to its answer. There is nothing to fill in but who you are.
//
// What is wrong with a request comes back in one of three ways, and they are kept apart:
//   an illegal act       the rules forbid it (Refusal)                 {"ok":{"verdict":"illegal","why":...}}
//   not supported        a rule or a game this engine does not know    {"unsupported":{"why":...}}
//   an error             the request makes no sense, or a defect here  {"error":{"message":...}}

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
)

const protocol = 1

// Json is an object as it travels.
type Json = map[string]any

var variants = []string{"@VARIANT@"}

var about = Json{
	"implementation": Json{"name": "@NAME@", "version": "0.1.0", "language": "Go"},
	"variants":       variants,
}

// Session is a conversation: it remembers the deal between requests.
type Session struct {
	// Done says whether `bye` was said.
	Done bool
	game *Game
}

type request struct {
	Seq      string  `json:"seq"`
	Cmd      string  `json:"cmd"`
	Protocol int     `json:"protocol"`
	Seat     *int    `json:"seat"`
	Action   *Action `json:"action"`
}

// Answer gives the answer to one line; it never panics.
func (session *Session) Answer(line []byte) (answer Json) {
	seq := seqOf(line)
	defer func() {
		if defect := recover(); defect != nil {
			// A defect of this engine: show where.
			fmt.Fprintf(os.Stderr, "%v\n%s", defect, debug.Stack())
			answer = Json{"seq": seq, "error": Json{"message": fmt.Sprint(defect)}}
		}
	}()
	asked, err := read(line)
	if err == nil {
		seq = asked.Seq
		var ok Json
		if ok, err = session.reply(asked, line); err == nil {
			return Json{"seq": seq, "ok": ok}
		}
	}
	var unknown Unsupported
	if errors.As(err, &unknown) {
		return Json{"seq": seq, "unsupported": Json{"why": unknown.Why}}
	}
	return Json{"seq": seq, "error": Json{"message": err.Error()}}
}

func (session *Session) reply(asked request, line []byte) (Json, error) {
	switch asked.Cmd {
	case "hello":
		if asked.Protocol != protocol {
			return nil, unsupported("protocol %d; this speaks %d", asked.Protocol, protocol)
		}
		return about, nil
	case "deal":
		session.game = nil // A deal that fails forgets the last one too.
		deal, err := readDeal(line)
		if err != nil {
			return nil, err
		}
		game, err := Begin(deal)
		if err != nil {
			return nil, err
		}
		session.game = game
		return Json{"observation": game.Observe()}, nil
	case "act":
		return session.act(asked)
	case "bye":
		session.Done = true
		return Json{}, nil
	default:
		return nil, unsupported("the request %q", asked.Cmd)
	}
}

func (session *Session) act(asked request) (Json, error) {
	if session.game == nil {
		return nil, malformed("no deal was begun: send `deal` first")
	}
	if asked.Seat == nil || asked.Action == nil || asked.Action.Type == "" {
		return nil, malformed("act: found no seat, or no action with a type")
	}
	if !Acts[asked.Action.Type] {
		return nil, unsupported("the act %s", asked.Action.Type)
	}
	game, err := session.game.Act(*asked.Seat, *asked.Action)
	var refusal Refusal
	if errors.As(err, &refusal) {
		return Json{"verdict": "illegal", "why": refusal.Why}, nil
	}
	if err != nil {
		return nil, err
	}
	session.game = game
	return Json{"verdict": "legal", "observation": game.Observe()}, nil
}

var seqPattern = regexp.MustCompile(`"seq"\s*:\s*"([^"\\]+)"`)

// seqOf gives the seq of a line that may be no JSON at all, as far as it can be seen; else a question mark.
func seqOf(line []byte) string {
	if found := seqPattern.FindSubmatch(line); found != nil {
		return string(found[1])
	}
	return "?"
}

func read(line []byte) (request, error) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return asked, malformed("the line is no request: %v", err)
	}
	if asked.Seq == "" {
		return asked, malformed("the request has no `seq` that is a text")
	}
	return asked, nil
}

// readDeal gives the deal in a request, once it is seen to be one.
func readDeal(line []byte) (Deal, error) {
	var deal Deal
	if err := json.Unmarshal(line, &deal); err != nil {
		return deal, malformed("deal: %v", err)
	}
	known := false
	for _, variant := range variants {
		known = known || variant == deal.Variant
	}
	if !known {
		return deal, unsupported("the variant %s", deal.Variant)
	}
	if len(deal.Hands) != deal.Seats {
		return deal, malformed("deal: expected %d hands", deal.Seats)
	}
	if deal.Dealer < 0 || deal.Dealer >= deal.Seats {
		return deal, malformed("deal: dealer is %d", deal.Dealer)
	}
	places := append(append([][]string{deal.Stock}, deal.Hands...), deal.Feet...)
	for _, cards := range places {
		for _, card := range cards {
			if !isCard(card) {
				return deal, malformed("deal: %q is no card", card)
			}
		}
	}
	return deal, nil
}
