package widget

import (
	"image"
	"slices"
	"strings"

	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// A Panel is a card, a dialog, or a view that fills the window. Its functions are bound to the value that keeps what only
// the panel needs to know between layouts; nil ones do nothing.
type Panel struct {
	ID    model.ID
	Usual place.Want // its size before its content was laid out once; a bar has that of [place.BarSize]
	Draw  func(c *Canvas, b canvas.Box)

	View *View // nil unless the panel fills the window
	// Opens reports whether there is something to show. That of a view may be nil.
	Opens func(k *Core) bool
	// Size changes what the panel requests of the arrangement.
	Size func(k *Core, w *place.Want)
	// Prepare is called in each layout before any panel is drawn, whether or not this one is shown.
	Prepare func(k *Core)
	// Absent is called in each layout in which the panel is not shown, before any panel is drawn.
	Absent func(k *Core)
	// ShowsProgress reports whether the panel, if it is shown, shows itself how far the work is.
	ShowsProgress func(k *Core) bool
	// Menus are the rows of the menus that the panel opens.
	Menus map[MenuName]func(k *Core) []MenuRow

	// Escape handles Esc while the control named has the focus. It reports what becomes of the key.
	Escape func(k *Core, control string) Escaped
	// Key handles a key before the control with the focus gets it, while the panel is shown.
	Key func(k *Core, e model.Key) bool
	// Takes reports whether the panel handles a key, while it is shown and a control of a kind has the focus. It may be
	// called on any goroutine.
	Takes func(kind ControlKind, e model.Key) bool
	// TakesText reports whether the panel handles typed text, while it is shown and a control of a kind has the focus. It may be called on
	// any goroutine.
	TakesText func(kind ControlKind) bool
	// Typed handles typed text before the editor with the focus gets it.
	Typed func(k *Core, text string) bool
	// Input is called before every press of the pointer and of a key.
	Input func(k *Core)
	// Hear receives what another panel announces with [Core.Announce].
	Hear func(c *Canvas, message any)
	// Moving reports whether something moves on with every tick.
	Moving func() bool
}

// Escaped is what became of Esc.
type Escaped uint8

// What may become of Esc.
const (
	NotEscaped Escaped = iota // the key is not the panel's
	Left                      // handled; the control loses the focus
	Moved                     // handled; the focus is where it belongs
)

// A View is a panel that fills the window, as it stands in the rail, menus and help.
type View struct {
	View state.View
	Text string // its name, also that of its page in the manual in lower case
	Icon string
	Hint string
	Key  string // such as Ctrl+1
	// Changes says that the view shows what changed over time.
	Changes bool
}

// CityView is the choice of the city itself, which is no panel.
var CityView = View{View: state.CityView, Text: "City", Icon: "city", Hint: "Groups as buildings (Ctrl+1)", Key: "Ctrl+1"}

// Whole is the usual size of a view: all that there is.
var Whole = place.Want{W: 1e5, H: 1e5, MinH: 60, View: true}

// Views lists the choices of what fills the window, the city first and then in the order of the panels.
func (k *Core) Views() []View {
	views := []View{CityView}
	for _, p := range k.list {
		if p.View != nil {
			views = append(views, *p.View)
		}
	}
	return views
}

// viewRows are the views as rows of a menu, where there is no room for the rail.
func (k *Core) viewRows() []MenuRow {
	var rows []MenuRow
	for _, v := range k.Views() {
		rows = append(rows, MenuRow{Text: v.Text, Key: v.Key, On: v.View == k.Model.State.View,
			Event: model.Do{Action: state.Show{View: v.View}}})
	}
	return append(rows, MenuRow{Text: "Copy link to this view", Key: "Ctrl+Shift+L", Event: model.CopyLink},
		MenuRow{Text: "Save this view…", Key: "Ctrl+S", Event: model.SaveStory}, MenuRow{Text: "Story of views", Key: "Ctrl+B", Event: model.ToggleStory})
}

// Announce hands a message to every panel that hears.
func (c *Canvas) Announce(message any) {
	for _, p := range c.list {
		if p.Hear != nil {
			p.Hear(c, message)
		}
	}
}

// opens reports whether a panel has something to show.
func (k *Core) opens(p *Panel) bool {
	switch {
	case k.Only != nil && !slices.Contains(k.Only, p.ID):
		return false
	case p.View != nil:
		return k.Model.IsOpen() && k.Model.Plan != nil && k.Model.State.View == p.View.View
	}
	return p.Opens(k)
}

// Shows reports whether a panel is shown in this layout.
func (k *Core) Shows(id model.ID) bool {
	_, open := k.Rects[id]
	return open
}

// ProgressShown reports whether a panel shows how far the work is, so that no card of its own has to.
func (k *Core) ProgressShown() bool {
	return slices.ContainsFunc(k.list, func(p *Panel) bool { return p.ShowsProgress != nil && p.ShowsProgress(k) })
}

// Takes reports whether the control with the focus, of a kind, or a panel that has a place handles a key. It may be called
// on any goroutine.
func (k *Core) Takes(rects map[model.ID]image.Rectangle, kind ControlKind, e model.Key) bool {
	return Takes(kind, e) || slices.ContainsFunc(k.list, func(p *Panel) bool {
		_, open := rects[p.ID]
		return open && p.Takes != nil && p.Takes(kind, e)
	})
}

// TakesText reports whether the control with the focus, of a kind, or a panel that has a place handles typed text. It may be called on any
// goroutine.
func (k *Core) TakesText(rects map[model.ID]image.Rectangle, kind ControlKind) bool {
	return kind == Typable || slices.ContainsFunc(k.list, func(p *Panel) bool {
		_, open := rects[p.ID]
		return open && p.TakesText != nil && p.TakesText(kind)
	})
}

// ViewProgress reports whether a view is shown, and the work under way is for what it requests.
func (k *Core) ViewProgress(view state.View) bool {
	m := &k.Model
	return m.State.View == view && m.Plan != nil && m.Results.Busy && m.Progress.Text == m.Results.Progress.What
}

// Moving reports whether something in a panel moves on with every tick.
func (k *Core) Moving() bool {
	return slices.ContainsFunc(k.list, func(p *Panel) bool { return p.Moving != nil && p.Moving() })
}

// EscapeBy returns how a panel handles Esc whose controls have a name in common: it emits an event.
func EscapeBy(prefix string, e model.Event) func(*Core, string) Escaped {
	return func(k *Core, control string) Escaped {
		if !strings.HasPrefix(control, prefix) {
			return NotEscaped
		}
		k.Emit(e)
		return Left
	}
}

// NewMenu returns the card of the menu that is open.
func NewMenu() *Panel {
	return &Panel{ID: model.Menu, Usual: place.Want{W: 200, H: 120}, Draw: drawMenu,
		Opens: func(k *Core) bool { return (k.Model.IsOpen() || k.Menu.Name == OpenMenu) && k.Menu.Name != "" },
		Size:  func(k *Core, w *place.Want) { w.At = k.Menu.At },
	}
}
