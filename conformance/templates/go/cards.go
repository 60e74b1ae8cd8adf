package main

import "strings"

// Cards, as the protocol spells them: a rank and a suit ("TH", "3D"), or "JK" for a joker.
// Cards that look alike are interchangeable, so a heap of cards is a plain list of spellings, never a set.
const (
	ranks = "AKQJT98765432"
	suits = "CDHS"
	joker = "JK"
)

func isCard(card string) bool {
	if card == joker {
		return true
	}
	return len(card) == 2 && strings.Contains(ranks, card[:1]) && strings.Contains(suits, card[1:])
}
