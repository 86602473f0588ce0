package files

import (
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// takes reports whether the card handles a key that its list does not: those that select, filter, and go up.
func takes(kind widget.ControlKind, e model.Key) bool {
	if kind == widget.Typable {
		return false
	}
	switch e.Name {
	case model.KeyBackspace:
		return e.Mods == 0
	case "A":
		return e.Mods == action.Ctrl
	case model.KeyUp, model.KeyDown, model.KeyHome, model.KeyEnd, model.KeyPageUp, model.KeyPageDown:
		return e.Mods == action.Shift || e.Mods == action.Alt && e.Name == model.KeyUp
	}
	return false
}

// takeKey handles a key unless a field has the focus. From the filter, the down key moves the focus to the list.
func takeKey(k *widget.Core, e model.Key) bool {
	if k.Focused == filterID && e.Name == model.KeyDown && e.Mods == 0 {
		k.FocusList(listID)
		return true
	}
	if k.Model.Files == nil || !takes(k.FocusKind, e) {
		return false
	}
	b := widget.Keep[browser](k)
	switch {
	case e.Name == "A" && !k.Model.Files.Saves:
		b.markAll()
	case e.Mods == action.Alt, e.Name == model.KeyBackspace && b.filter == "":
		k.Emit(model.BrowseTo{Path: filepath.Dir(b.folder)})
	case e.Name == model.KeyBackspace:
		_, last := utf8.DecodeLastRuneInString(b.filter)
		b.filtered(k, b.filter[:len(b.filter)-last])
	case e.Mods == action.Shift && !k.Model.Files.Saves:
		b.extend(widget.StepRow(b.row, widget.GioKey(e.Name), 1+len(b.rows)))
		b.reveal(k)
	}
	return true
}

// takesText reports whether typed text filters the list, because no field has the focus.
func takesText(kind widget.ControlKind) bool { return kind != widget.Typable }

// takeText filters the list by typed text while no field has the focus. Space selects, so it does not start a filter.
func takeText(k *widget.Core, text string) bool {
	if k.Model.Files == nil || k.FocusKind == widget.Typable {
		return false
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == ' ' {
			return -1
		}
		return r
	}, text)
	if b := widget.Keep[browser](k); text != "" && len(b.filter) < maxFilter {
		b.filtered(k, b.filter+text)
	}
	return true
}

const maxFilter = 200 // in bytes

// escape clears the filter, or cancels if there is none.
func escape(k *widget.Core, control string) widget.Escaped {
	if !strings.HasPrefix(control, prefix) {
		return widget.NotEscaped
	}
	if b := widget.Keep[browser](k); b.filter != "" && (control == listID || control == filterID) {
		b.filtered(k, "")
		k.FocusList(listID)
		return widget.Moved
	}
	k.Emit(model.ChooseFiles{})
	return widget.Left
}
