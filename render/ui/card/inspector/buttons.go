package inspector

import (
	"memcity/assets/help"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// menu is the menu of all actions on the selection.
const menu widget.MenuName = "inspector"

const buttonHeight = 26

// deed is something to do with the selection, as a button, a menu row, or both.
type deed struct {
	id, text, key string
	hint          string
	on            bool
	why           string // why it is disabled; "" if it is enabled
	do            func(c *widget.Canvas)
	inCity        bool // also in the menu of the city
}

// emit returns a function that emits an event.
func emit(e model.Event) func(*widget.Canvas) { return func(c *widget.Canvas) { c.Emit(e) } }

// usual returns the deeds with buttons.
func usual(k *widget.Core) []deed {
	var list []deed
	context := k.ActionContext()
	for _, id := range []action.ID{action.CameraFocus, action.CityIsolate, action.CityRemove} {
		i := k.Action(id)
		words := i.Now(context)
		list = append(list, deed{id: string(id), text: words.Name, key: i.Key(), hint: i.Tip(words.Hint), on: i.IsOn(context), why: i.Disabled(context),
			do: emit(k.RunEvent(id))})
	}
	return list
}

// others returns the deeds that are only in the menu.
func others(k *widget.Core) []deed {
	m := &k.Model
	list := []deed{{text: "Set a budget…", inCity: true, do: func(c *widget.Canvas) { part.BudgetGroup.Send(c, m.Selection) }}}
	if l := m.Live; l != nil && l.Shown && !l.Ended() {
		list = append(list, deed{text: "Notify me when…", inCity: true, do: func(c *widget.Canvas) {
			part.WatchGroup.Send(c, m.Selection)
			if !c.Model.RulesOpen {
				c.Run(action.PanelRules)
			}
		}})
	}
	return append(list,
		deed{text: "Copy as text", inCity: true, do: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: part.SelectionText(&c.Model)}) }},
		deed{text: "About the inspector", do: emit(model.ShowHelp{Page: help.View("inspector")})},
		deed{text: "Hide the inspector and keep the selection", key: k.KeyOf(action.PanelInspector), do: emit(model.Run(action.PanelInspector))},
		deed{text: "Deselect and close", key: k.KeyOf(action.GoEscape), inCity: true, do: func(c *widget.Canvas) { c.Do(state.Select{}) }})
}

// menuRows returns the rows of the menu. It contains the actions of buttons too, as a low card has no buttons.
func menuRows(k *widget.Core) []widget.MenuRow {
	var rows []widget.MenuRow
	for _, a := range append(usual(k), others(k)...) {
		rows = append(rows, widget.MenuRow{Text: a.text, Key: a.key, On: a.on, Why: a.why, Act: a.do})
	}
	if g := k.Model.Selection; g != nil && len(k.Model.Selections) < 2 {
		rows = append(part.SourceMenuRows(k, g.Name()), rows...)
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
	if c.IconButton("inspector/close", cell, "close", "Close", c.Tip(action.GoEscape, "Deselect and close"), "") {
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
