package camera

import (
	"math"
	"time"

	"memcity/city/scene"
)

// Button is a button of the mouse.
type Button uint8

// Buttons of the mouse.
const (
	LeftButton Button = iota
	RightButton
	MiddleButton
)

// Drag is what dragging over the city does.
type Drag uint8

// What dragging does.
const (
	Nothing Drag = iota
	Turns        // about what is under the pointer
	Moves        // over the ground
)

// drags says by tool and button what dragging does, without and with Shift.
var drags = map[scene.Hands][3][2]Drag{
	scene.OrbitHands:    {LeftButton: {Turns, Moves}, RightButton: {Moves, Turns}, MiddleButton: {Moves, Turns}},
	scene.MapHands:      {LeftButton: {Moves, Turns}, RightButton: {Turns, Moves}, MiddleButton: {Turns, Moves}},
	scene.ModellerHands: {LeftButton: {Nothing, Nothing}, RightButton: {Moves, Turns}, MiddleButton: {Turns, Moves}},
	scene.SelectHands:   {LeftButton: {Nothing, Moves}, RightButton: {Turns, Moves}, MiddleButton: {Moves, Turns}},
}

// DragOf returns what dragging with a button does for whoever is used to some tool.
func DragOf(hands scene.Hands, button Button, shift bool) Drag {
	i := 0
	if shift {
		i = 1
	}
	return drags[hands][button][i]
}

// Scrolling distinguishes a wheel from two fingers on a touchpad: a wheel turns up and down, by whole notches or, a fine one, by even
// parts of them.
type Scrolling struct {
	fingers bool
	at      time.Duration
}

// notchParts is the finest even part of a notch that wheels report.
const notchParts = 8

// scrollPause is how long fingers rest at most in one movement, which may have whole notches in it.
const scrollPause = 400 * time.Millisecond

// Fingers takes in a turn at the time now, and reports whether it comes from two fingers.
func (s *Scrolling) Fingers(dx, dy float64, now time.Duration) bool {
	odd := dx != 0 || dy*notchParts != math.Trunc(dy*notchParts)
	s.fingers = odd || s.fingers && now-s.at < scrollPause
	s.at = now
	return s.fingers
}
