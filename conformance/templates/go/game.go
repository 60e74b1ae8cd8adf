package main

// One deal, or the way to your engine: this is the file to fill in.
//
// A game is best a value that no act changes: Act makes the next one or gives an error, so a refused act has nothing to undo.
// Where the rules forbid an act give refuse(...); where this engine does not know what is asked, unsupported(...).

// Acts are those that this engine knows. What stands here is refused or done by Act; any other act is not supported.
var Acts = map[string]bool{}

// Game is what is kept of a deal: make of it what you like.
type Game struct{}

// Deal is what the request has; the first card of the stock is drawn first.
type Deal struct {
	Variant string         `json:"variant"`
	Seats   int            `json:"seats"`
	Dealer  int            `json:"dealer"`
	Options map[string]any `json:"options"`
	Match   struct {
		Deal   int   `json:"deal"`
		Totals []int `json:"totals"`
	} `json:"match"`
	Hands [][]string `json:"hands"`
	Feet  [][]string `json:"feet"`
	Stock []string   `json:"stock"`
}

// Play is a part of an action: cards that go to "new", to the number of a meld or to a place by its name.
type Play struct {
	To    any      `json:"to"`
	Cards []string `json:"cards"`
}

// Meld gives the number of the meld that a play goes to; false where it begins one, or goes to a place by its name.
func (play Play) Meld() (int, bool) {
	number, is := play.To.(float64)
	return int(number), is && number == float64(int(number))
}

// Action is what a seat proposes to do, as docs/protocol.md has it.
type Action struct {
	Type  string `json:"type"`
	Plays []Play `json:"plays"`
	Top   *int   `json:"top"`
	Card  string `json:"card"`
	Seat  int    `json:"seat"`
	Yes   bool   `json:"yes"`
}

// Begin begins a deal: turn up the first discard, and do whatever else happens by itself.
// Options that this engine cannot play are not supported; see GAME.md for those there are.
func Begin(deal Deal) (*Game, error) {
	return nil, unsupported("no deal of %s can be begun yet: fill in Begin in game.go", deal.Variant)
}

// Act gives the game after a seat's act, or a Refusal where the rules forbid it.
func (game *Game) Act(seat int, action Action) (*Game, error) {
	return nil, unsupported("seat %d cannot %s yet: fill in Act in game.go", seat, action.Type)
}

// Observe gives what is to be seen of a game. Every field may be left out, and is then not compared:
//
//	turn, phase, asked     the seat to act, or nil when the deal is over; "draw", "play", "answer" or "over"; who owes an answer
//	stock, pile, frozen    how many cards are left to draw; {"cards": [...]} from the bottom up; whether a card freezes the pile
//	hands, feet            the cards of every seat; how many cards its foot has
//	sides                  [{"melds": [{"cards", "kind"}], "red_threes"}], melds in the order in which they were first laid
//	ended, scores          nil, or {"how", "seat"}; the points of every side for the deal, once it has ended
//	totals, match          the points of every side with that deal; nil, or {"winner"}
//
// A list without a card is []string{}, since a nil list would be written as null.
func (game *Game) Observe() Json {
	return Json{}
}
