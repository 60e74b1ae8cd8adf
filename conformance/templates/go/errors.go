package main

import "fmt"

// The three ways in which a request can come to nothing, which an answer keeps apart.

// Refusal says that the rules forbid the act.
type Refusal struct{ Why string }

// Unsupported says that this engine does not know a game, an option or an act.
type Unsupported struct{ Why string }

// Malformed says that a request is not built as the protocol says.
type Malformed struct{ Message string }

func (one Refusal) Error() string     { return one.Why }
func (one Unsupported) Error() string { return one.Why }
func (one Malformed) Error() string   { return one.Message }

func refuse(format string, values ...any) error {
	return Refusal{fmt.Sprintf(format, values...)}
}

func unsupported(format string, values ...any) error {
	return Unsupported{fmt.Sprintf(format, values...)}
}

func malformed(format string, values ...any) error {
	return Malformed{fmt.Sprintf(format, values...)}
}
