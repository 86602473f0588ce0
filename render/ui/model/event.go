package model

import (
	"image"
	"io"
	"time"

	"memcity/city/state"
	"memcity/city/view/guides"
)

// Event is an event in a panel: [Do], [Command], [OpenDemo], [OpenPod], [OpenRecent], [CopyText], [Find], [MapTo], [Widen], [SetPicture],
// [Zoom], [Save], [SetRecord], [StartRecord], [OpenAddress], [AddRule], [RemoveRule], [ArmRule], [ShowFired], [ShowHelp], [ToggleTexts] or
// [TakeStructure].
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

// Command is an action that only the window can carry out.
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
	ToggleChain // grouping window
	OpenPicture // opens or closes the picture dialog
	SavePicture
	CopyPicture
	SaveGraphSVG // saves the current heap graph to a file
	SaveGraphPNG
	SaveGraphDOT
	ShowAgain // repeats the query about the heap state after it was canceled or failed
	// ShowSelection moves the camera to the selection if that is not visible.
	ShowSelection

	ToggleRecord     // recording dialog
	CancelRecord     // cancels the start of a recording
	ChooseRecordFile // prompts for the file of the recording
	PointNow         // requests a GC point of the recorded program
	StopRecording
	SaveLive   // saves the recording so far to a file
	CancelSave // cancels saving
	ShowLive   // opens the running recording
	DismissLive
	ToggleOutput // output of the recorded program
	ToggleRules
	CloseAnyway // ends the recording and the program
	StayOpen    // dismisses the prompt before closing

	ToggleGuide
	GuideAnew // updates the guide with all GC points so far
	DismissInvite

	ToggleOut     // removes the selection from the heap, or restores it
	ToggleBudgets // list of rules
	OpenRules     // prompts for a rules file

	CompareWith // prompts for a baseline
	CopyLink    // copies the command that opens the current view

	ToggleStory // story card
	AddScene    // adds the current view as a scene
	ReplaceScene
	RemoveScene
	SceneEarlier
	SceneLater
	PreviousScene
	NextScene
	PlayStory
	SaveStory   // saves to its file; prompts if it has none
	SaveStoryAs // prompts for a file

	AllowSteering // allows another program to show something in the window
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

// Modifiers is a set of modifier keys.
type Modifiers uint8

// Modifier keys.
const (
	Ctrl Modifiers = 1 << iota
	Shift
	Alt
	Super
)

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
	Kind      PointerKind
	At        image.Point // in framebuffer pixels
	Buttons   Buttons     // held after the event
	Wheel     float64     // notches, positive toward the end of a list; for PointerWheel
	Modifiers Modifiers
	Time      time.Duration // on the window's clock
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
	Name      string
	Modifiers Modifiers
	Time      time.Duration
	Repeat    bool // repetition of a held key
}

// Names of keys without a character.
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
