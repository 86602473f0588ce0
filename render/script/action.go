package script

import (
	"strconv"
	"strings"
	"time"

	"memcity/render/action"
)

// Script is a parsed script.
type Script struct {
	Name  string // name of its file, for messages
	Steps []Step
}

// Step is an action and its line.
type Step struct {
	Line   int // 1-based
	Action Action
}

// Error is an error in a line, found by [Parse] or while running the line.
type Error struct {
	Script string
	Line   int // 1-based
	Text   string
}

func (e *Error) Error() string { return e.Script + ":" + strconv.Itoa(e.Line) + ": " + e.Text }

// Action is a line of a script: one of the types below. [Parse] reads the output of String as the same action.
type Action interface {
	String() string
	action()
}

// Button is a mouse button.
type Button uint8

// Mouse buttons.
const (
	Left Button = iota
	Middle
	Right
)

var buttonNames = []string{"left", "middle", "right"}

func (b Button) String() string { return buttonNames[b] }

// Place is a point in pixels from the top left corner. If Name is set, it is the place of the control with that text, or of the building or
// district with that key.
type Place struct {
	X, Y float64
	Name string
}

// Actions.
type (
	// Size sets the size of the window in pixels.
	Size struct{ Width, Height int }
	// Scale sets the number of pixels per point.
	Scale struct{ Factor float64 }
	// Theme selects the light or dark theme.
	Theme struct{ Dark bool }
	// Move moves the pointer.
	Move struct{ To Place }
	// Click moves the pointer and clicks.
	Click struct {
		At     Place
		Button Button
		Mods   action.Mods // Ctrl, Shift or none
	}
	// Drag presses a button at one place and releases it at another.
	Drag struct {
		From, To Place
		Button   Button
		Shift    bool
	}
	// Wheel turns the wheel at the pointer.
	Wheel struct{ Notches float64 }
	// Key presses and releases a key.
	Key struct{ Key action.Key }
	// Do runs an action of the window.
	Do struct{ ID action.ID }
	// Hold keeps a key down for the given time.
	Hold struct {
		Key action.Key
		For time.Duration
	}
	// Type types a text.
	Type struct{ Text string }
	// Open opens files and folders as one recording.
	Open struct{ Paths []string }
	// Drop drops files and folders on the window.
	Drop struct{ Paths []string }
	// Choose answers the next dialog for opening or saving files.
	Choose struct{ Paths []string }
	// Clipboard writes the last copied text or picture to a file.
	Clipboard struct{ File string }
	// Record starts a program and records it, as the recording dialog does.
	Record struct{ Command []string }
	// Wait waits until nothing moves.
	Wait struct{}
	// Advance advances the clock.
	Advance struct{ For time.Duration }
	// Shot writes a picture to a file.
	Shot struct{ File string }
	// State writes the description of the window to a file as JSON.
	State struct{ File string }
	// Expect compares a field of the description with a value.
	Expect struct {
		Field, Value string
		Not          bool
	}
	// Until waits in real time until a field of the description has a value. It is meant for effects of other programs.
	Until struct{ Expect Expect }
)

func (Size) action()      {}
func (Scale) action()     {}
func (Theme) action()     {}
func (Move) action()      {}
func (Click) action()     {}
func (Drag) action()      {}
func (Wheel) action()     {}
func (Key) action()       {}
func (Do) action()        {}
func (Hold) action()      {}
func (Type) action()      {}
func (Open) action()      {}
func (Drop) action()      {}
func (Choose) action()    {}
func (Clipboard) action() {}
func (Record) action()    {}
func (Wait) action()      {}
func (Advance) action()   {}
func (Shot) action()      {}
func (State) action()     {}
func (Expect) action()    {}
func (Until) action()     {}

func (a Size) String() string {
	return "size " + strconv.Itoa(a.Width) + "x" + strconv.Itoa(a.Height)
}
func (a Scale) String() string { return "scale " + number(a.Factor) }
func (a Theme) String() string {
	if a.Dark {
		return "theme dark"
	}
	return "theme light"
}
func (a Move) String() string { return "move " + a.To.String() }
func (a Click) String() string {
	text := "click " + a.At.String() + " " + a.Button.String()
	switch a.Mods {
	case action.Ctrl:
		text += " +ctrl"
	case action.Shift:
		text += " +shift"
	}
	return text
}
func (a Drag) String() string {
	text := "drag " + a.From.String() + " " + a.To.String() + " " + a.Button.String()
	if a.Shift {
		text += " +shift"
	}
	return text
}
func (a Wheel) String() string     { return "wheel " + number(a.Notches) }
func (a Do) String() string        { return "do " + quote(string(a.ID)) }
func (a Key) String() string       { return "key " + quote(a.Key.String()) }
func (a Hold) String() string      { return "hold " + quote(a.Key.String()) + " " + millis(a.For) }
func (a Type) String() string      { return "type " + quote(a.Text) }
func (a Open) String() string      { return "open " + quoteAll(a.Paths) }
func (a Drop) String() string      { return "drop " + quoteAll(a.Paths) }
func (a Choose) String() string    { return strings.TrimSpace("choose " + quoteAll(a.Paths)) }
func (a Clipboard) String() string { return "clipboard " + quote(a.File) }
func (a Record) String() string    { return "record " + quoteAll(a.Command) }
func (Wait) String() string        { return "wait" }
func (a Advance) String() string   { return "advance " + millis(a.For) }
func (a Shot) String() string      { return "shot " + quote(a.File) }
func (a State) String() string     { return "state " + quote(a.File) }
func (a Expect) String() string    { return "expect " + a.words() }
func (a Until) String() string     { return "until " + a.Expect.words() }

func (a Expect) words() string {
	not := ""
	if a.Not {
		not = "not "
	}
	return not + quote(a.Field) + " " + quote(a.Value)
}

func (p Place) String() string {
	if p.Name != "" {
		return alwaysQuote(p.Name)
	}
	return number(p.X) + " " + number(p.Y)
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func millis(d time.Duration) string {
	return number(float64(d) / float64(time.Millisecond))
}

// quote quotes a word if it would otherwise be parsed differently.
func quote(word string) string {
	if word != "" && word != "not" && !strings.ContainsAny(word, " \t\"") && word[0] != '#' {
		return word
	}
	return alwaysQuote(word)
}

func alwaysQuote(word string) string { return `"` + strings.ReplaceAll(word, `"`, `""`) + `"` }

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}
