package widget

import (
	"image"
	"slices"
	"strings"

	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// A Panel is a card, a dialog, or a view that fills the window. Its functions are bound to the value with the panel's private state between
// layouts. A nil function does nothing.
type Panel struct {
	ID    model.ID
	Usual place.Want // size before the content is first laid out; bars have that of [place.BarSize]
	Draw  func(c *Canvas, b canvas.Box)

	View *View // nil unless the panel fills the window
	// Opens reports whether to show the panel. It may be nil for a view.
	Opens func(k *Core) bool
	// Size changes the request to the arrangement.
	Size func(k *Core, w *place.Want)
	// Prepare is called in each layout before any panel is drawn, even if this panel is not shown.
	Prepare func(k *Core)
	// Absent is called before drawing in each layout without the panel.
	Absent func(k *Core)
	// ShowsProgress reports whether the panel shows the progress of work itself.
	ShowsProgress func(k *Core) bool
	// Actions are the actions of the panel. Their keys work while it has the focus.
	Actions []PanelAction
	// Menus returns the rows of the panel's menus.
	Menus map[MenuName]func(k *Core) []MenuRow

	// Escape handles Esc while the given control has the focus. It returns the outcome.
	Escape func(k *Core, control string) Escaped
	// Key handles a key before the focused control, while the panel is visible.
	Key func(k *Core, e model.Key) bool
	// Takes reports whether the panel handles a key while it is visible and a control of the given kind has the focus. It may be called from
	// any goroutine.
	Takes func(kind ControlKind, e model.Key) bool
	// TakesText reports whether the panel handles typed text while it is visible and a control of the given kind has the focus. It may be
	// called from any goroutine.
	TakesText func(kind ControlKind) bool
	// Typed handles typed text before the focused editor.
	Typed func(k *Core, text string) bool
	// Input is called before every press of a button or a key.
	Input func(k *Core)
	// Hears are the messages of other panels that it receives.
	Hears []Hearer
	// Moving reports whether the panel is animated.
	Moving func() bool
}

// Escaped is the outcome of Esc.
type Escaped uint8

// Outcomes of Esc.
const (
	NotEscaped Escaped = iota // not handled
	Left                      // handled; the control loses the focus
	Moved                     // handled; the focus is already set
)

// A View describes a panel that fills the window, for the rail, menus and help.
type View struct {
	View state.View
	Text string // name; in lower case also that of its page in the manual
	Icon string
	Hint string // what it shows, without the key
	Key  string // such as Ctrl+1
	// Changes reports that the view shows changes over time.
	Changes bool

	// Up returns the change that goes one level up in the view; nil if there is none.
	Up func(m *model.Model) state.Action
	// Leave returns the change for Esc, which leaves a part of the view; nil if there is none.
	Leave func(m *model.Model) state.Action
}

// CityView is the entry for the city, which is not a panel.
var CityView = View{View: state.CityView, Text: "City", Icon: "city", Hint: "Groups as buildings", Key: "Ctrl+1"}

// Whole is the default size of a view: all available space.
var Whole = place.Want{W: 1e5, H: 1e5, MinH: 60, View: true}

// Views lists the views: the city first, then the others in the order of panels.
func (k *Core) Views() []View {
	views := []View{CityView}
	for _, p := range k.list {
		if p.View != nil {
			views = append(views, *p.View)
		}
	}
	return views
}

// viewRows returns the views as menu rows, for windows without the rail.
func (k *Core) viewRows() []MenuRow {
	var rows []MenuRow
	for _, v := range k.Views() {
		rows = append(rows, k.ActionRow(action.View(v.View), ""))
	}
	return append(rows, k.ActionRows(actions.ViewMenu)...)
}

// opens reports whether to show a panel.
func (k *Core) opens(p *Panel) bool {
	switch {
	case k.Only != nil && !slices.Contains(k.Only, p.ID):
		return false
	case p.View != nil:
		return k.Model.IsOpen() && k.Model.Plan != nil && k.Model.State.View == p.View.View
	}
	return p.Opens(k)
}

// Shows reports whether a panel is visible in this layout.
func (k *Core) Shows(id model.ID) bool {
	_, open := k.Rects[id]
	return open
}

// ProgressShown reports whether a panel shows the progress of work, so that no progress card is needed.
func (k *Core) ProgressShown() bool {
	return slices.ContainsFunc(k.list, func(p *Panel) bool { return p.ShowsProgress != nil && p.ShowsProgress(k) })
}

// Takes reports whether the focused control of the given kind, or a visible panel, handles a key. It may be called from any goroutine.
func (k *Core) Takes(rects map[model.ID]image.Rectangle, kind ControlKind, e model.Key) bool {
	return Takes(kind, e) || slices.ContainsFunc(k.list, func(p *Panel) bool {
		_, open := rects[p.ID]
		return open && p.Takes != nil && p.Takes(kind, e)
	})
}

// TakesText reports whether the focused control of the given kind, or a visible panel, handles typed text. It may be called from any
// goroutine.
func (k *Core) TakesText(rects map[model.ID]image.Rectangle, kind ControlKind) bool {
	return kind == Typable || slices.ContainsFunc(k.list, func(p *Panel) bool {
		_, open := rects[p.ID]
		return open && p.TakesText != nil && p.TakesText(kind)
	})
}

// ViewProgress reports whether a view is visible and the current work is for its queries.
func (k *Core) ViewProgress(view state.View) bool {
	m := &k.Model
	return m.State.View == view && m.Plan != nil && m.Results.Busy && m.Progress.Text == m.Results.Progress.What
}

// Moving reports whether a panel is animated.
func (k *Core) Moving() bool {
	return slices.ContainsFunc(k.list, func(p *Panel) bool { return p.Moving != nil && p.Moving() })
}

// EscapeBy returns an Escape function for controls whose IDs share a prefix. It emits an event.
func EscapeBy(prefix string, e model.Event) func(*Core, string) Escaped {
	return func(k *Core, control string) Escaped {
		if !strings.HasPrefix(control, prefix) {
			return NotEscaped
		}
		k.Emit(e)
		return Left
	}
}

// NewMenu returns the panel of the open menu.
func NewMenu() *Panel {
	return &Panel{ID: model.Menu, Usual: place.Want{W: 200, H: 120}, Draw: drawMenu,
		Opens: func(k *Core) bool { return (k.Model.IsOpen() || k.Menu.Name == OpenMenu) && k.Menu.Name != "" },
		Size:  func(k *Core, w *place.Want) { w.At = k.Menu.At },
	}
}
