package model

import (
	"image"
	"io"
	"time"

	"memcity/city/state"
	"memcity/city/view/guides"
	"memcity/render/action"
)

// Event is an event in a panel: [Do], [Run], [Paste], [OpenDemo], [OpenPod], [OpenRecent], [OpenSource], [CopyText], [Find], [MapTo], [Widen],
// [SetPicture], [Zoom], [Save], [SetRecord], [StartRecord], [OpenAddress], [AddRule], [RemoveRule], [ArmRule], [ShowFired], [ShowHelp],
// [ToggleTexts] or [TakeStructure].
type Event interface{ event() }

// Do applies an action to the state.
type Do struct{ Action state.Action }

// OpenDemo opens the bundled recording with the given name.
type OpenDemo struct{ Name string }

// OpenPod opens the recording of a pod of a fleet at a 1-based GC point. It selects a group by its key in the grouping by type. Point and
// Group may be zero.
type OpenPod struct {
	Name, Recording, Group string
	Point                  int
}

// OpenRecent opens a recent recording.
type OpenRecent struct{ Path string }

// OpenSource opens a source line in the user's editor. Name is one of [words.SourceNames].
type OpenSource struct{ Name string }

// CopyText copies text to the clipboard.
type CopyText struct{ Text string }

// TakeStructure adds the description of a data structure to the user's own. Type is the type of the heads.
type TakeStructure struct{ Type, Text string }

// ToggleTexts shows or hides sample contents of a finding.
type ToggleTexts struct{ Of guides.SamplesQuery }

// Find searches groups by name. The result is Model.Search.
type Find struct{ Text string }

// ShowHelp shows a page of the manual by its name, or a heading on a page as NAME#ID.
type ShowHelp struct{ Page string }

// MapTo moves the camera to a place on the ground. It is given as fractions 0 … 1 of Minimap.Ground, from the corner with the smallest X and
// Z. A drag emits many.
type MapTo struct{ X, Z float64 }

// Widen sets the width of a drawer in dp; 0 for the default. Panel is SettingsP, Inspector or GuideP. The result is Model.Drawers. A drag
// emits many.
type Widen struct {
	Panel ID
	Width float64
}

// Zoom sets the zoom of the panels; 1 by default. The result is Model.Zoom and a new scale.
type Zoom struct{ Factor float64 }

// Run runs an action of the window. [Do] is used instead if the action only changes the state.
type Run action.ID

// Paste asks for the text of the clipboard. The window answers with UI.Text.
type Paste struct{}

func (Do) event()            {}
func (Run) event()           {}
func (Paste) event()         {}
func (OpenDemo) event()      {}
func (OpenPod) event()       {}
func (OpenRecent) event()    {}
func (OpenSource) event()    {}
func (CopyText) event()      {}
func (TakeStructure) event() {}
func (ToggleTexts) event()   {}
func (Find) event()          {}
func (ShowHelp) event()      {}
func (MapTo) event()         {}
func (Widen) event()         {}
func (Zoom) event()          {}

// PointerKind selects the kind of a pointer event.
type PointerKind uint8

// Kinds of pointer events.
const (
	PointerMove PointerKind = iota
	PointerPress
	PointerRelease
	PointerWheel
	PointerLeave // the pointer has left the panels, or the window lost it
)

// Pointer is a mouse event.
type Pointer struct {
	Kind    PointerKind
	At      image.Point // in framebuffer pixels
	Buttons Buttons     // held after the event
	Wheel   float64     // notches, positive toward the end of a list; for PointerWheel
	Mods    action.Mods
	Time    time.Duration // on the window's clock
}

// Buttons is a set of mouse buttons.
type Buttons uint8

// Mouse buttons.
const (
	Primary Buttons = 1 << iota
	Secondary
	Tertiary
)

// Key is a key press or repetition. Name is an upper-case letter, a digit, a sign, or one of the constants.
type Key struct {
	Name   string
	Mods   action.Mods
	Time   time.Duration
	Repeat bool // repetition of a held key
}

// Names of keys without a character.
const (
	KeyTab       = "Tab"
	KeySpace     = "Space"
	KeyReturn    = "Enter"
	KeyEscape    = "Escape"
	KeyLeft      = "Left"
	KeyRight     = "Right"
	KeyUp        = "Up"
	KeyDown      = "Down"
	KeyHome      = "Home"
	KeyEnd       = "End"
	KeyPageUp    = "PageUp"
	KeyPageDown  = "PageDown"
	KeyBackspace = "Backspace"
	KeyDelete    = "Delete"
	KeyMenu      = "Menu"
)

// Cursor selects the shape of the mouse pointer.
type Cursor uint8

// Shapes of the mouse pointer.
const (
	CursorArrow Cursor = iota
	CursorHand
	CursorText
	CursorColumn // draggable column border
)

// Frame is the latest image of a panel. Frames are ordered from bottom to top.
type Frame struct {
	ID      ID
	Version uint64      // changes with the image; never 0
	Image   *image.RGBA // opaque, with bounds at the origin; read-only
	At      image.Point // top left corner in framebuffer pixels
	Radius  float64     // corner radius in framebuffer pixels
	Shadow  float64     // height of the card over the scene, in framebuffer pixels, for its shadow
}

// IsControl reports whether the item is a control.
func (i *Item) IsControl() bool { return i.Kind != "text" && i.Kind != "value" }

// Item is a visible text or control in a panel.
type Item struct {
	Panel   ID
	Kind    string          // text, value, button, switch, choice, slider, field, list, link, table, row, opener, graph, node, edge
	Text    string          // label or name
	Value   string          // such as "on" or "40 %"; "" if it has none
	Hint    string          // what the control does
	Rect    image.Rectangle // visible part, in framebuffer pixels
	Focused bool
	Why     string // why it is disabled; "" if it is enabled
	Off     bool   // disabled; set if Why is not empty
}

// Save prompts for a file and writes the content of a view to it. Write is called at most once, from any goroutine.
type Save struct {
	Name  string // file name with extension, such as "overview.svg"; the recording's name is prepended
	Write func(w io.Writer) error
}

func (Save) event() {}
