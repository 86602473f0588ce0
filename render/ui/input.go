package ui

import (
	"runtime"
	"strings"
	"unicode/utf8"

	"gioui.org/f32"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
)

// wheelStep is how far one notch of the wheel scrolls, in dp.
const wheelStep = 54

var gioKeys = map[string]key.Name{
	KeyTab: key.NameTab, KeySpace: key.NameSpace, KeyReturn: key.NameReturn, KeyEscape: key.NameEscape,
	KeyLeft: key.NameLeftArrow, KeyRight: key.NameRightArrow, KeyUp: key.NameUpArrow, KeyDown: key.NameDownArrow,
	KeyHome: key.NameHome, KeyEnd: key.NameEnd, KeyPageUp: key.NamePageUp, KeyPageDown: key.NamePageDown,
	KeyBackspace: key.NameDeleteBackward, KeyDelete: key.NameDeleteForward, KeyMenu: keyMenu, "F10": key.NameF10,
}

func gioModifiers(m Modifiers) key.Modifiers {
	super := key.ModSuper
	if runtime.GOOS == "darwin" {
		super = key.ModCommand
	}
	var g key.Modifiers
	for _, pair := range []struct {
		from Modifiers
		to   key.Modifiers
	}{{Ctrl, key.ModCtrl}, {Shift, key.ModShift}, {Alt, key.ModAlt}, {Super, super}} {
		if m&pair.from != 0 {
			g |= pair.to
		}
	}
	return g
}

// take handles one input event and lays out once, so that the panels answer to it before the next one.
func (k *core) take(e any) {
	switch e := e.(type) {
	case Pointer:
		k.now = max(k.now, e.Time)
		k.takePointer(e)
	case Key:
		k.now = max(k.now, e.Time)
		k.takeKey(e)
	case typed:
		k.insert(string(e))
	case tick:
		k.now = max(k.now, tickTime(e))
	case blur:
		k.closeMenu()
		k.router.Source().Execute(key.FocusCmd{})
	}
	k.layout()
	if k.router.ClipboardRequested() {
		k.emit(PasteText)
	}
	if _, content, ok := k.router.WriteClipboard(); ok {
		k.emit(CopyText{string(content)})
	}
}

func (k *core) takePointer(e Pointer) {
	if e.Kind != PointerLeave {
		k.pointerAt = e.At
	}
	g := pointer.Event{Source: pointer.Mouse, Time: e.Time, Position: f32.Pt(float32(e.At.X), float32(e.At.Y)),
		Modifiers: gioModifiers(e.Modifiers), Buttons: pointer.Buttons(e.Buttons)}
	switch e.Kind {
	case PointerMove:
		g.Kind = pointer.Move
	case PointerPress:
		g.Kind = pointer.Press
		k.byKey, k.local.guide.hold = false, false
		k.pressBeside(e.At)
		k.router.Source().Execute(key.FocusCmd{})
	case PointerRelease:
		g.Kind = pointer.Release
	case PointerWheel:
		g.Kind = pointer.Scroll
		g.Scroll = f32.Pt(0, float32(e.Wheel)*wheelStep*k.dpPx)
	case PointerLeave:
		g.Kind = pointer.Cancel
	}
	k.router.Queue(g)
}

func (k *core) takeKey(e Key) {
	k.byKey, k.local.guide.hold = true, false
	switch e.Name {
	case KeyTab:
		dir := key.FocusForward
		if e.Modifiers&Shift != 0 {
			dir = key.FocusBackward
		}
		k.revealed = ""
		k.router.MoveFocus(dir)
		return
	case KeyReturn:
		if _, open := k.rects[ChainP]; open && e.Modifiers == Ctrl {
			k.local.chain.apply = true
			return
		}
	case KeyEscape:
		k.takeEscape()
		return
	}
	if k.focused == helpSearch && e.Name == KeyDown && e.Modifiers == 0 {
		k.revealed = ""
		k.router.MoveFocus(key.FocusForward) // to what was found
		return
	}
	if _, open := k.rects[Help]; open && !takes(k.focusKind, e) && helpTakes(k.focusKind, e) {
		k.local.help.keys = append(k.local.help.keys, e.Name)
		return
	}
	name, ok := gioKeys[e.Name]
	if !ok {
		name = key.Name(strings.ToUpper(e.Name))
	}
	mods := gioModifiers(e.Modifiers)
	k.router.Queue(key.Event{Name: name, Modifiers: mods, State: key.Press},
		key.Event{Name: name, Modifiers: mods, State: key.Release})
}

// takeEscape ends what the focus is in, and takes the focus away or back to what that belongs to.
func (k *core) takeEscape() {
	switch {
	case k.local.menu.name != "":
		k.leaveMenu()
		return
	case k.focused == searchField:
		k.emit(ToggleSearch)
	case strings.HasPrefix(k.focused, picturePrefix):
		k.emit(PictureAsked)
	case strings.HasPrefix(k.focused, closingPrefix):
		k.emit(StayOpen)
	case strings.HasPrefix(k.focused, recordPrefix):
		k.emit(ToggleRecord)
	case strings.HasPrefix(k.focused, rulePrefix):
		k.emit(ToggleRules)
	case strings.HasPrefix(k.focused, budgetPrefix):
		k.emit(ToggleBudgets)
	case strings.HasSuffix(k.focused, chainArgument):
		k.router.Source().Execute(key.FocusCmd{Tag: k.controls[strings.TrimSuffix(k.focused, chainArgument)]})
		return
	case strings.HasPrefix(k.focused, chainPrefix):
		k.closeChain()
	case strings.HasPrefix(k.focused, guidePrefix):
		k.emit(ToggleGuide)
	case strings.HasSuffix(k.focused, treeFilter):
		table := strings.TrimSuffix(k.focused, treeFilter)
		k.clearFilter(table)
		if rows := k.controls[table+treeRows]; rows != nil {
			k.router.Source().Execute(key.FocusCmd{Tag: rows})
			return
		}
	case k.fields[k.focused] != nil && !strings.HasPrefix(k.focused, notePrefix): // a note is kept
		k.fields[k.focused].dirty = false
	}
	k.router.Source().Execute(key.FocusCmd{})
}

// takes reports whether a control of the given kind wants a key.
func takes(kind controlKind, e Key) bool {
	switch {
	case e.Name == KeyTab:
		return e.Modifiers&(Ctrl|Alt|Super) == 0
	case kind == noControl:
		return false
	case kind == typable || e.Name == KeyEscape && !kind.browses():
		return true
	case kind == orderable && e.Modifiers == Alt:
		return e.Name == KeyUp || e.Name == KeyDown
	case e.Modifiers&(Ctrl|Alt|Super) != 0:
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

// insert types a text into the editor that has the focus, in place of what is selected.
func (k *core) insert(s string) {
	if l := &k.local.help; l.typed {
		if l.typed = false; s == "/" {
			return
		}
	}
	at := k.router.EditorState().Selection.Range
	k.router.Queue(key.EditEvent{Range: at, Text: s})
	caret := min(at.Start, at.End) + utf8.RuneCountInString(s)
	k.router.Queue(key.SelectionEvent{Start: caret, End: caret})
}
