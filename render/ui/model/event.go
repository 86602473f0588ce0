package model

import (
	"image"
	"io"
	"time"

	"memcity/city/state"
	"memcity/city/view/guides"
)

// Event is what the user did in a panel: [Do], [Command], [OpenDemo], [OpenPod], [OpenRecent], [CopyText], [Find], [MapTo], [Widen],
// [SetPicture], [Zoom], [Save], [SetRecord], [StartRecord], [OpenAddress], [AddRule], [RemoveRule], [ArmRule],
// [ShowFired], [ShowHelp], [ToggleTexts] or [TakeStructure].
type Event interface{ event() }

// Do requests an action on the state.
type Do struct{ Action state.Action }

// OpenDemo opens the bundled recording with this name.
type OpenDemo struct{ Name string }

// OpenPod opens the recording of a pod of a fleet at a GC point, from 1, and selects a group of it, by its key by types. Point and Group may be left out.
type OpenPod struct {
	Name, Recording, Group string
	Point                  int
}

// OpenRecent opens a recording again.
type OpenRecent struct{ Path string }

// CopyText puts text on the clipboard.
type CopyText struct{ Text string }

// TakeStructure takes the description of a data structure into the user's own; Type is that of the heads.
type TakeStructure struct{ Type, Text string }

// ToggleTexts shows contents of what a finding of the guide is about, or hides them.
type ToggleTexts struct{ Of guides.SamplesQuery }

// Find requests the groups whose names match a text; the result is Model.Search.
type Find struct{ Text string }

// ShowHelp requests a page of the manual, by its name, or for a heading of one as NAME#ID.
type ShowHelp struct{ Page string }

// MapTo makes the camera look at a place of the ground, given as fractions of Minimap.Ground from its corner with the
// smallest X and Z; both are 0 … 1. While the pointer drags, many come.
type MapTo struct{ X, Z float64 }

// Widen requests another width of a drawer, SettingsP, Inspector or GuideP, in dp; 0 is the usual one. The result is Model.Drawers.
// While the pointer drags, many come.
type Widen struct {
	Panel ID
	Width float64
}

// Zoom requests another size of everything in the panels; 1 is the usual one. The result is Model.Zoom and a new scale.
type Zoom struct{ Factor float64 }

// Command requests something that only the window can do.
type Command uint8

// Commands.
const (
	OpenFile Command = iota
	CancelWork
	ToggleHelp
	ToggleSettings
	ToggleLegend
	TogglePlay // city.TogglePlay at the window's time
	FocusSelection
	DismissProblems
	PasteText // handle with UI.Text
	ToggleSearch
	GoBack    // city.Back at the window's time
	GoForward // city.Forward at the window's time
	ViewHome
	ViewBird // from straight above
	ViewFront
	ViewRight
	ViewBack
	ViewLeft
	TogglePresenter
	ToggleInspector
	ToggleChain // the window for what heap states are grouped by
	OpenPicture // opens the dialog for pictures, or closes it
	SavePicture
	CopyPicture
	SaveGraphSVG // the heap graph shown, as a file
	SaveGraphPNG
	SaveGraphDOT
	ShowAgain // repeats the query for the heap state, after it was cancelled or failed
	// ShowSelection flies to the selection if it is not to be seen.
	ShowSelection

	ToggleRecord     // the dialog for recording
	CancelRecord     // cancels starting
	ChooseRecordFile // prompts for the file to write
	PointNow         // looks at the heap of the recorded program now
	StopRecording
	SaveLive   // keeps what has come so far as a file
	CancelSave // gives that up
	ShowLive   // opens the recording under way
	DismissLive
	ToggleOutput // what the recorded program wrote
	ToggleRules
	CloseAnyway // ends the recording and the program
	StayOpen    // takes back that the window was to be closed

	ToggleGuide
	GuideAnew // of all that has come by now
	DismissInvite

	ToggleOut     // takes the selection out of the heap, or puts it back
	ToggleBudgets // the list of rules that are held against the recording
	OpenRules     // prompts for a rules file

	CompareWith // prompts for another recording to compare with
	CopyLink    // the command that opens what is shown

	ToggleStory // the card of the story
	AddScene    // what is shown becomes a scene of it
	ReplaceScene
	RemoveScene
	SceneEarlier
	SceneLater
	PreviousScene
	NextScene
	PlayStory
	SaveStory   // into its file; prompts for one if it has none
	SaveStoryAs // prompts for a file

	AllowSteering // another program may show something in the window
	RefuseSteering
)

var commandNames = []string{"open file", "cancel work", "toggle help", "toggle settings", "toggle legend", "toggle play",
	"focus selection", "dismiss problems", "paste text", "toggle search", "go back", "go forward", "view home", "view bird's eye",
	"view front", "view right", "view back", "view left", "toggle presenter",
	"toggle inspector", "toggle chain", "picture asked", "save picture", "copy picture", "save graph as SVG", "save graph as PNG",
	"save graph for Graphviz", "ask again", "show selection",
	"toggle record", "cancel record", "choose record file", "point now", "stop recording", "save live", "cancel save", "show live",
	"dismiss live",
	"toggle output", "toggle rules", "close anyway", "stay open", "toggle guide", "guide anew", "dismiss invitation", "toggle out",
	"toggle budgets", "open rules", "compare with", "copy link", "toggle story", "add scene",
	"replace scene", "remove scene", "scene earlier", "scene later", "previous scene", "next scene", "play story", "save story", "save story as", "allow steering",
	"refuse steering"}

func (c Command) String() string { return commandNames[c] }

func (Do) event()            {}
func (Command) event()       {}
func (OpenDemo) event()      {}
func (OpenPod) event()       {}
func (OpenRecent) event()    {}
func (CopyText) event()      {}
func (TakeStructure) event() {}
func (ToggleTexts) event()   {}
func (Find) event()          {}
func (ShowHelp) event()      {}
func (MapTo) event()         {}
func (Widen) event()         {}
func (Zoom) event()          {}

// Modifiers are keys held down.
type Modifiers uint8

// The modifiers.
const (
	Ctrl Modifiers = 1 << iota
	Shift
	Alt
	Super
)

// PointerKind distinguishes pointer events.
type PointerKind uint8

// Kinds of pointer events.
const (
	PointerMove PointerKind = iota
	PointerPress
	PointerRelease
	PointerWheel
	PointerLeave // the pointer is no longer over the panels, or the window lost it
)

// Pointer is what the mouse did.
type Pointer struct {
	Kind      PointerKind
	At        image.Point // framebuffer pixels
	Buttons   Buttons     // held after the event
	Wheel     float64     // notches, positive towards the end of a list; for PointerWheel
	Modifiers Modifiers
	Time      time.Duration // on the window's clock
}

// Buttons are mouse buttons held down.
type Buttons uint8

// The mouse buttons.
const (
	Primary Buttons = 1 << iota
	Secondary
	Tertiary
)

// Key is a key that was pressed or is repeating. Name is an upper case letter, a digit, a sign, or one of the constants.
type Key struct {
	Name      string
	Modifiers Modifiers
	Time      time.Duration
	Repeat    bool // it is held
}

// Names of keys without a sign of their own.
const (
	KeyTab       = "Tab"
	KeySpace     = "Space"
	KeyReturn    = "Return"
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

// Cursor is the shape that the mouse pointer should have.
type Cursor uint8

// Shapes of the mouse pointer.
const (
	CursorArrow Cursor = iota
	CursorHand
	CursorText
	CursorColumn // a boundary that can be dragged sideways
)

// Frame is the newest image of a panel. Frames come in the order in which they lie on one another.
type Frame struct {
	ID      ID
	Version uint64      // changes whenever the image does; never 0
	Image   *image.RGBA // opaque, bounds start at the origin; never written to again
	At      image.Point // where its upper left corner belongs, in framebuffer pixels
	Radius  float64     // of the card's corners, in framebuffer pixels
	Shadow  float64     // height of the card over the scene, in framebuffer pixels, for its shadow
}

// IsControl reports whether something can be done with the item.
func (i *Item) IsControl() bool { return i.Kind != "text" && i.Kind != "value" }

// Item is something visible in a panel: a text or a control.
type Item struct {
	Panel   ID
	Kind    string          // text, value, button, switch, choice, slider, field, list, link, table, row, opener, graph, node, edge
	Text    string          // what stands on it, or its name
	Value   string          // such as "on", "40 %"; empty if it has none
	Hint    string          // what it does
	Rect    image.Rectangle // in framebuffer pixels, cut to what can be seen
	Focused bool
	Why     string // it cannot be used now; empty if it can
	Off     bool   // set where there is a Why
}

// Save prompts for a file and writes what a view shows there. Write may be called on any goroutine, once.
type Save struct {
	Name  string // of what is saved, with its extension, such as "overview.svg"; the recording's name goes before it
	Write func(w io.Writer) error
}

func (Save) event() {}
