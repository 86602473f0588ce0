package scene

import "memcity/city/trees"

// Hands are the habits of users: of which tool the mouse is used as.
type Hands uint8

// Habits.
const (
	OrbitHands    Hands = iota // as in most viewers of models: the left button turns, the right one moves
	MapHands                   // as in maps: the left button moves, the right one turns
	ModellerHands              // as in programs for modelling: the middle button turns, with Shift it moves
	SelectHands                // the left button only selects, the right one turns, the middle one moves
)

var handsNames = []string{"orbit", "map", "modeller", "select"}

func (h Hands) String() string { return handsNames[h] }

// ParseHands reads the name of a habit; for other texts the error names them.
func ParseHands(text string) (Hands, error) {
	return trees.ParseName[Hands]("mouse", handsNames, text)
}

// Scroll is what two fingers on a touchpad, or the wheel, do.
type Scroll uint8

// What scrolling does.
const (
	ScrollBySource Scroll = iota // a wheel zooms, two fingers move
	ScrollZooms
	ScrollMoves
)

var scrollNames = []string{"auto", "zoom", "move"}

func (s Scroll) String() string { return scrollNames[s] }

// ParseScroll reads the name of what scrolling does; for other texts the error names them.
func ParseScroll(text string) (Scroll, error) {
	return trees.ParseName[Scroll]("scrolling", scrollNames, text)
}
