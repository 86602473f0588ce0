package render

import (
	"time"

	"memcity/render/action"
	"memcity/render/camera"
	"memcity/render/pointer"
)

// Event is one input event. Positions are in framebuffer pixels from the top left.
type Event interface{ event() }

// Button is a mouse button.
type Button = camera.Button

// Mouse buttons.
const (
	LeftButton   = camera.LeftButton
	RightButton  = camera.RightButton
	MiddleButton = camera.MiddleButton
)

type (
	// PointerMove reports the position of the pointer.
	PointerMove struct{ X, Y float64 }
	// PointerLeave reports that the pointer has left the window.
	PointerLeave struct{}
	// PointerButton reports a press or release.
	PointerButton struct {
		Button Button
		Down   bool
		X, Y   float64
		Mods   action.Mods
	}
	// Wheel reports a turn of the wheel in notches; positive DY is away from the user.
	Wheel struct {
		X, Y   float64
		DX, DY float64
		Mods   action.Mods
	}
	// Key reports the press, repetition or release of a key. Its name is a letter, or Space, Escape, Enter, Tab, Backspace, Delete, Left,
	// Right, Up, Down, Home, End, PageUp, PageDown, Menu, F1 … F12.
	Key struct {
		Name   string
		Down   bool
		Repeat bool
		Mods   action.Mods
	}
	// Text reports typed text.
	Text struct{ Text string }
	// Resize reports the size of the framebuffer, and its pixels per pixel at 100 % scaling.
	Resize struct {
		Width, Height int
		Scale         float64
	}
	// FocusLost reports that the window lost the keyboard focus.
	FocusLost struct{}
	// Drop reports files dropped on the window.
	Drop struct{ Paths []string }
	// Close asks to quit.
	Close struct{}
)

func (PointerMove) event()   {}
func (PointerLeave) event()  {}
func (PointerButton) event() {}
func (Wheel) event()         {}
func (Key) event()           {}
func (Text) event()          {}
func (Resize) event()        {}
func (FocusLost) event()     {}
func (Drop) event()          {}
func (Close) event()         {}

// Handle handles an event at the time now.
func (a *App) Handle(e Event, now time.Duration) {
	switch e := e.(type) {
	case PointerMove:
		a.pointer.Move(e.X, e.Y, now)
	case PointerLeave:
		a.pointer.Leave(now)
	case PointerButton:
		a.pointer.Button(pointer.Press(e), now)
	case Wheel:
		a.pointer.Wheel(pointer.Turn(e), now)
	case Key:
		a.key(e, now)
	case Text:
		a.text(e.Text, now)
	case Resize:
		a.navigation.Resize(e.Width, e.Height, e.Scale)
	case FocusLost:
		a.navigation.Flight.Stop()
		a.pointer.ReleaseButtons(now)
	case Drop:
		a.Open(e.Paths...)
	case Close:
		a.confirmClose()
	}
	a.react()
	a.drain(now)
}
