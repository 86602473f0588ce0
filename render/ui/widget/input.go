package widget

import (
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"gioui.org/f32"
	"gioui.org/io/key"
	"gioui.org/io/pointer"

	"memcity/render/action"
	"memcity/render/ui/model"
)

// WheelStep is how far one notch of the wheel scrolls, in dp.
const WheelStep = 54

var gioKeys = map[string]key.Name{
	model.KeyTab: key.NameTab, model.KeySpace: key.NameSpace, model.KeyReturn: key.NameReturn, model.KeyEscape: key.NameEscape,
	model.KeyLeft: key.NameLeftArrow, model.KeyRight: key.NameRightArrow, model.KeyUp: key.NameUpArrow, model.KeyDown: key.NameDownArrow,
	model.KeyHome: key.NameHome, model.KeyEnd: key.NameEnd, model.KeyPageUp: key.NamePageUp, model.KeyPageDown: key.NamePageDown,
	model.KeyBackspace: key.NameDeleteBackward, model.KeyDelete: key.NameDeleteForward, model.KeyMenu: KeyMenu, "F10": key.NameF10,
}

// GioKey returns Gio's name of a key.
func GioKey(name string) key.Name {
	if n, ok := gioKeys[name]; ok {
		return n
	}
	return key.Name(strings.ToUpper(name))
}

// gioMods maps modifier keys to those of Gio.
var gioMods = map[action.Mods]key.Modifiers{action.Ctrl: key.ModCtrl, action.Shift: key.ModShift, action.Alt: key.ModAlt, action.Super: gioSuper()}

func gioSuper() key.Modifiers {
	if runtime.GOOS == "darwin" {
		return key.ModCommand
	}
	return key.ModSuper
}

func gioModifiers(m action.Mods) key.Modifiers {
	var g key.Modifiers
	for from, to := range gioMods {
		if m&from != 0 {
			g |= to
		}
	}
	return g
}

// keyOf returns a key of Gio as actions name it.
func keyOf(name key.Name, mods key.Modifiers) action.Key {
	k := action.Key{Name: string(name)}
	for from, to := range gioKeys {
		if to == name {
			k.Name = from
		}
	}
	for from, to := range gioMods {
		if mods.Contain(to) {
			k.Mods |= from
		}
	}
	return k
}

// Take handles an input event and lays out the panels once, so that they react to it before the next one.
func (k *Core) Take(e any) {
	switch e := e.(type) {
	case model.Pointer:
		k.Now = max(k.Now, e.Time)
		k.takePointer(e)
	case model.Key:
		k.Now = max(k.Now, e.Time)
		k.takeKey(e)
	case Typed:
		k.insert(string(e))
	case Tick:
		k.Now = max(k.Now, TickTime(e))
	case ShowMenu:
		k.showMenu(e)
	case RunAction:
		k.runAction(action.ID(e))
	case Blur:
		k.closeMenu()
		k.Router.Source().Execute(key.FocusCmd{})
	}
	k.respond()
	k.asked = ""
	if k.Router.ClipboardRequested() {
		k.Emit(model.Paste{})
	}
	if _, content, ok := k.Router.WriteClipboard(); ok {
		k.Emit(model.CopyText{Text: string(content)})
	}
}

func (k *Core) takePointer(e model.Pointer) {
	if k.pointerAt = e.At; e.Kind == model.PointerLeave {
		k.pointerAt = nowhere
	}
	g := pointer.Event{Source: pointer.Mouse, Time: e.Time, Position: f32.Pt(float32(e.At.X), float32(e.At.Y)),
		Modifiers: gioModifiers(e.Mods), Buttons: pointer.Buttons(e.Buttons)}
	switch e.Kind {
	case model.PointerMove:
		g.Kind = pointer.Move
	case model.PointerPress:
		g.Kind = pointer.Press
		k.ByKey = false
		k.input()
		k.pressOutside(e.At)
		k.Router.Source().Execute(key.FocusCmd{})
	case model.PointerRelease:
		g.Kind = pointer.Release
	case model.PointerWheel:
		g.Kind = pointer.Scroll
		g.Scroll = f32.Pt(0, float32(e.Wheel)*WheelStep*k.DpPx)
	case model.PointerLeave:
		g.Kind = pointer.Cancel
	}
	k.Router.Queue(g)
}

func (k *Core) takeKey(e model.Key) {
	k.ByKey = true
	k.input()
	switch e.Name {
	case model.KeyTab:
		dir := key.FocusForward
		if e.Mods&action.Shift != 0 {
			dir = key.FocusBackward
		}
		k.Revealed = ""
		k.Router.MoveFocus(dir)
		return
	case model.KeyEscape:
		k.takeEscape()
		return
	}
	for _, p := range k.list {
		if p.Key != nil && k.Shows(p.ID) && p.Key(k, e) {
			return
		}
	}
	name := GioKey(e.Name)
	mods := gioModifiers(e.Mods)
	k.Router.Queue(key.Event{Name: name, Modifiers: mods, State: key.Press},
		key.Event{Name: name, Modifiers: mods, State: key.Release})
}

// FocusList gives the focus to a control that was drawn.
func (k *Core) FocusList(id string) {
	if ctl := k.Controls[id]; ctl != nil {
		k.Router.Source().Execute(key.FocusCmd{Tag: ctl})
	}
}

// input prepares the panels for a press.
func (k *Core) input() {
	for _, p := range k.list {
		if p.Input != nil {
			p.Input(k)
		}
	}
}

// FocusNext moves the focus to the next control.
func (k *Core) FocusNext() {
	k.Revealed = ""
	k.Router.MoveFocus(key.FocusForward)
}

// takeEscape handles Esc for the focused control, and removes the focus or returns it to the owner of that control.
func (k *Core) takeEscape() {
	if k.Menu.Name != "" {
		k.leaveMenu()
		return
	}
	switch k.escape() {
	case Moved:
		return
	case NotEscaped:
		if field := k.Fields[k.Focused]; field != nil {
			field.Dirty = false
		}
	}
	k.Router.Source().Execute(key.FocusCmd{})
}

// escape lets the panel of the focused control handle Esc.
func (k *Core) escape() Escaped {
	if table, filter := strings.CutSuffix(k.Focused, treeFilter); filter {
		k.ClearFilter(table)
		if rows := k.Controls[table+TreeRows]; rows != nil {
			k.Router.Source().Execute(key.FocusCmd{Tag: rows})
			return Moved
		}
		return Left
	}
	for _, p := range k.list {
		if p.Escape == nil {
			continue
		}
		if done := p.Escape(k, k.Focused); done != NotEscaped {
			return done
		}
	}
	return NotEscaped
}

// Takes reports whether a control of the given kind takes a key.
func Takes(kind ControlKind, e model.Key) bool {
	switch {
	case e.Name == model.KeyTab:
		return e.Mods&(action.Ctrl|action.Alt|action.Super) == 0
	case kind == NoControl:
		return false
	case kind == Typable || e.Name == model.KeyEscape && !kind.browses():
		return true
	case kind == Orderable && e.Mods == action.Alt:
		return e.Name == model.KeyUp || e.Name == model.KeyDown
	case e.Mods&(action.Ctrl|action.Alt|action.Super) != 0:
		return false
	}
	name, ok := gioKeys[e.Name]
	if !ok {
		name = key.Name(e.Name)
	}
	for _, n := range kindKeys[kind] {
		if n == name {
			return true
		}
	}
	return false
}

// insert types a text into the focused editor. It replaces the selection.
func (k *Core) insert(s string) {
	for _, p := range k.list {
		if p.Typed != nil && p.Typed(k, s) {
			return
		}
	}
	at := k.Router.EditorState().Selection.Range
	k.Router.Queue(key.EditEvent{Range: at, Text: s})
	caret := min(at.Start, at.End) + utf8.RuneCountInString(s)
	k.Router.Queue(key.SelectionEvent{Start: caret, End: caret})
}

// Input other than Pointer and Key.
type (
	Typed string
	Tick  time.Duration
	Blur  struct{}
)

func TickTime(t Tick) time.Duration { return time.Duration(t) }
