package inspector

import (
	"memcity/assets/help"
	"memcity/city/state"
	"memcity/city/view/whatif"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// menu is the menu of all actions on the selection.
const menu widget.MenuName = "inspector"

const buttonHeight = 26

// action is an action on the selection, as a button, a menu row, or both.
type action struct {
	id, text, key string
	hint          string
	on            bool
	why           string // why it is disabled; "" if it is enabled
	do            func(c *widget.Canvas)
	inCity        bool // also in the menu of the city
}

// emit returns an action that emits an event.
func emit(e model.Event) func(*widget.Canvas) { return func(c *widget.Canvas) { c.Emit(e) } }

// usual returns the actions with buttons.
func usual(k *widget.Core) []action {
	m := &k.Model
	isolate := action{id: "isolate", text: "Isolate", key: "I", hint: "Show only this and the groups it has references to or from (I)",
		do: func(c *widget.Canvas) { c.Do(state.ToggleIsolate{}) }}
	if m.State.Isolated {
		isolate.on, isolate.hint = true, "Show everything again (I)"
	}
	remove := action{id: "cut", text: "Remove", key: "X", why: m.NoCut, do: emit(model.ToggleOut),
		hint: "Remove it in the what-if: see the city without it, and what that frees (X)"}
	var cuts []whatif.Removal
	for _, key := range m.State.Selected() {
		cuts = append(cuts, whatif.GroupRemoval(m.Grouping(), key))
	}
	if m.NoCut == "" && m.IsOut(cuts) {
		remove.on, remove.text, remove.hint = true, "Put back", "Put it back (X)"
	}
	return []action{{id: "focus", text: "Focus", key: "F", hint: "Fly there (F)", do: emit(model.FocusSelection)}, isolate, remove}
}

// others returns the actions that are only in the menu.
func others(k *widget.Core) []action {
	m := &k.Model
	list := []action{{text: "Set a budget…", inCity: true, do: func(c *widget.Canvas) { c.Announce(part.BudgetGroup{Group: m.Selection}) }}}
	if l := m.Live; l != nil && l.Shown && !l.Ended() {
		list = append(list, action{text: "Notify me when…", inCity: true, do: func(c *widget.Canvas) {
			c.Announce(part.WatchGroup{})
			if !c.Model.RulesOpen {
				c.Emit(model.ToggleRules)
			}
		}})
	}
	return append(list,
		action{text: "Copy as text", inCity: true, do: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: part.SelectionText(&c.Model)}) }},
		action{text: "About the inspector", do: emit(model.ShowHelp{Page: help.View("inspector")})},
		action{text: "Hide the inspector and keep the selection", key: "Ctrl+.", do: emit(model.ToggleInspector)},
		action{text: "Deselect and close", key: "Esc", inCity: true, do: func(c *widget.Canvas) { c.Do(state.Select{}) }})
}

// menuRows returns the rows of the menu. It contains the actions of buttons too, as a low card has no buttons.
func menuRows(k *widget.Core) []widget.MenuRow {
	var rows []widget.MenuRow
	for _, a := range append(usual(k), others(k)...) {
		rows = append(rows, widget.MenuRow{Text: a.text, Key: a.key, On: a.on, Why: a.why, Act: a.do})
	}
	return rows
}

// drawCorner draws the close button at the right of the head and, in a low card, the menu button.
func drawCorner(c *widget.Canvas, head *canvas.Box, low bool) {
	cell := head.CutRight(27).Centered(26, 26).Moved(5, 0)
	if low {
		drawMore(c, head.CutRight(moreWidth(c)).Middle(26))
		head.CutRight(6)
	}
	if c.IconButton("inspector/close", cell, "close", "Close", "Deselect and close (Esc)", "") {
		c.Do(state.Select{})
	}
}

// drawButtons draws as many actions as fit, and the menu button.
func drawButtons(c *widget.Canvas, row canvas.Box) {
	const gap = 5
	for _, a := range usual(c.Core) {
		w := c.Width(canvas.Strong, a.text) + 14
		if w+gap+moreWidth(c) > row.W {
			break
		}
		o := widget.ButtonOptions{Text: a.text, Hint: a.hint, Look: widget.Ground, Why: a.why}
		if a.on {
			o.Look, o.Value = widget.Chosen, "on"
		}
		if c.Button("inspector/"+a.id, row.CutLeft(w), o) {
			a.do(c)
		}
		row.CutLeft(gap)
	}
	drawMore(c, row.CutLeft(moreWidth(c)))
}

const moreText = "More"

func moreWidth(c *widget.Canvas) float32 { return c.Width(canvas.Strong, moreText) + 34 }

// drawMore draws the menu button.
func drawMore(c *widget.Canvas, b canvas.Box) {
	const id = "inspector/more"
	o := widget.ButtonOptions{Icon: "down", Text: moreText, Hint: "Show all actions for the selection", Look: widget.Ground}
	if c.Button(id, b, o) {
		c.OpenMenu(menu, id, b)
	}
}
