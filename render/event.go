package render

import "memcity/render/camera"

// Event is one input. Positions are in framebuffer pixels from the top left.
type Event interface{ event() }

// Button is a button of the mouse.
type Button = camera.Button

// Buttons of the mouse.
const (
	LeftButton   = camera.LeftButton
	RightButton  = camera.RightButton
	MiddleButton = camera.MiddleButton
)

// Modifiers are the keys held together with another input.
type Modifiers uint8

// Modifiers.
const (
	Shift Modifiers = 1 << iota
	Control
	Alt
	Super
)

type (
	// PointerMove reports where the pointer is.
	PointerMove struct{ X, Y float64 }
	// PointerLeave reports that the pointer is no longer over the window.
	PointerLeave struct{}
	// PointerButton is a press or release.
	PointerButton struct {
		Button Button
		Down   bool
		X, Y   float64
		Mods   Modifiers
	}
	// Wheel is a turn of the wheel in notches; positive Y is away from the user.
	Wheel struct {
		X, Y   float64
		DX, DY float64
		Mods   Modifiers
	}
	// Key is a press, repetition or release of a key by name: a letter, or Space, Escape, Enter, Tab, Backspace,
	// Delete, Left, Right, Up, Down, Home, End, PageUp, PageDown, Menu, F1 … F12.
	Key struct {
		Name   string
		Down   bool
		Repeat bool
		Mods   Modifiers
	}
	// Text is typed text.
	Text struct{ Text string }
	// Resize reports the size of the framebuffer and how many of its pixels make one at 100 % scaling.
	Resize struct {
		Width, Height int
		Scale         float64
	}
	// FocusLost reports that keys go elsewhere now.
	FocusLost struct{}
	// Drop is files dropped on the window.
	Drop struct{ Paths []string }
	// Close requests the end of the program.
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
