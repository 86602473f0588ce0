package scene

import "memcity/city/trees"

// Hands selects the mouse controls.
type Hands uint8

// Mouse controls.
const (
	OrbitHands    Hands = iota // as in most model viewers: the left button turns, the right one moves
	MapHands                   // as in maps: the left button moves, the right one turns
	ModellerHands              // as in modeling programs: the middle button turns, and moves with Shift
	SelectHands                // the left button only selects, the right one turns, the middle one moves
)

var handsNames = []string{"orbit", "map", "modeller", "select"}

func (h Hands) String() string { return handsNames[h] }

// ParseHands returns the mouse controls with the given name. The error for other texts lists the names.
func ParseHands(text string) (Hands, error) {
	return trees.ParseName[Hands]("mouse", handsNames, text)
}

// Scroll selects the effect of the mouse wheel and of two fingers on a touchpad.
type Scroll uint8

// Effects of scrolling.
const (
	ScrollBySource Scroll = iota // the wheel zooms, two fingers move
	ScrollZooms
	ScrollMoves
)

var scrollNames = []string{"auto", "zoom", "move"}

func (s Scroll) String() string { return scrollNames[s] }

// ParseScroll returns the scroll effect with the given name. The error for other texts lists the names.
func ParseScroll(text string) (Scroll, error) {
	return trees.ParseName[Scroll]("scrolling", scrollNames, text)
}
