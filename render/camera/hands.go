package camera

import (
	"math"
	"time"

	"memcity/city/scene"
)

// Button is a mouse button.
type Button uint8

// Mouse buttons.
const (
	LeftButton Button = iota
	RightButton
	MiddleButton
)

// Drag selects the effect of a drag over the city.
type Drag uint8

// Effects of a drag.
const (
	Nothing Drag = iota
	Turns        // turns the camera about the place under the pointer
	Moves        // moves the camera over the ground
)

// drags lists the effect of a drag by mouse style and button, without and with Shift.
var drags = map[scene.Hands][3][2]Drag{
	scene.OrbitHands:    {LeftButton: {Turns, Moves}, RightButton: {Moves, Turns}, MiddleButton: {Moves, Turns}},
	scene.MapHands:      {LeftButton: {Moves, Turns}, RightButton: {Turns, Moves}, MiddleButton: {Turns, Moves}},
	scene.ModellerHands: {LeftButton: {Nothing, Nothing}, RightButton: {Moves, Turns}, MiddleButton: {Turns, Moves}},
	scene.SelectHands:   {LeftButton: {Nothing, Moves}, RightButton: {Turns, Moves}, MiddleButton: {Moves, Turns}},
}

// DragOf returns the effect of a drag with a button in the given mouse style.
func DragOf(hands scene.Hands, button Button, shift bool) Drag {
	i := 0
	if shift {
		i = 1
	}
	return drags[hands][button][i]
}

// Scrolling distinguishes a wheel from two fingers on a touchpad. A wheel turns vertically, by whole notches or even fractions of them.
type Scrolling struct {
	fingers bool
	at      time.Duration
}

// notchParts is the largest denominator of a fraction of a notch that wheels report.
const notchParts = 8

// scrollPause is the maximum pause within one movement of fingers. Such a movement may contain whole notches.
const scrollPause = 400 * time.Millisecond

// Fingers reports whether a turn at the time now comes from two fingers.
func (s *Scrolling) Fingers(dx, dy float64, now time.Duration) bool {
	odd := dx != 0 || dy*notchParts != math.Trunc(dy*notchParts)
	s.fingers = odd || s.fingers && now-s.at < scrollPause
	s.at = now
	return s.fingers
}
