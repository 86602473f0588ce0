package widget

import (
	"image/color"
	"math"
	"strings"

	"gioui.org/io/key"

	"memcity/render/actions"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
)

// Reasons why a row's menu items are disabled, shared by several views.
const (
	NothingBelow  = "It has no subgroups"
	NoGroupInCity = "It belongs to no group in the city"
	NoPlaceInCity = "It is not in the city"
	OnePoint      = actions.OnePoint
	CameGrouped   = actions.CameGrouped
)

// Why returns reason if it applies, else "". It is meant for disabled controls.
func Why(applies bool, reason string) string {
	if applies {
		return reason
	}
	return ""
}

// Look selects the style of a button.
type Look uint8

const (
	Plain  Look = iota // no background until hovered
	Ground             // raised
	Chosen             // accent color
)

// ButtonOptions is the content and style of a button. Either Icon or Text may be empty.
type ButtonOptions struct {
	Icon, Text, Hint string
	Name             string // name in Describe, if not Text
	Look             Look
	Why              string // why it is disabled; "" if it is enabled
	Kind             string // kind in Describe; "button" if empty
	Value            string
}

// Button draws a button and reports whether it was pressed.
func (c *Canvas) Button(id string, b canvas.Box, o ButtonOptions) bool {
	name, kind := o.Name, o.Kind
	if name == "" {
		name = o.Text
	}
	if kind == "" {
		kind = "button"
	}
	ctl := c.Control(id, b, Pressable, model.Item{Kind: kind, Text: name, Value: o.Value, Hint: o.Hint, Why: o.Why})
	if c.Hidden(b) {
		return ctl.Clicked
	}
	back, fore := c.ButtonColors(ctl, o)
	c.Fill(b, place.CtlRadius, back)
	inner := b
	if o.Icon != "" {
		side := min(b.H*0.56, 17)
		if o.Text == "" {
			c.Icon(b.Centered(side, side), o.Icon, fore)
		} else {
			inner.X += 8
			inner.W -= 8
			c.Icon(inner.CutLeft(side).Middle(side), o.Icon, fore)
			inner.CutLeft(6)
			c.DrawText(inner, canvas.Strong, canvas.Left, fore, o.Text, inner.W-4)
		}
	} else {
		c.DrawText(b, canvas.Strong, canvas.Center, fore, o.Text, b.W-6)
	}
	c.Ring(ctl, b, place.CtlRadius)
	return ctl.Clicked
}

func (c *Canvas) ButtonColors(ctl *Control, o ButtonOptions) (back, fore color.NRGBA) {
	back, fore = color.NRGBA{}, c.Theme.Text
	switch o.Look {
	case Ground:
		back = c.Raised
	case Chosen:
		back, fore = c.Accent, c.On
	}
	switch {
	case o.Why != "" && o.Look == Chosen: // disabled text would be unreadable on the accent
		back, fore = c.Raised, c.Theme.Off
	case o.Why != "":
		fore = c.Theme.Off
	case o.Look == Chosen && (ctl.Pressed || ctl.Hover):
		back = canvas.Mixed(back, c.Head, 0.12)
	case ctl.Pressed:
		back = c.Press
	case ctl.Hover:
		back = c.Theme.Hover
	}
	return back, fore
}

// IconButton draws a plain square button.
func (c *Canvas) IconButton(id string, b canvas.Box, icon, name, hint, why string) bool {
	return c.Button(id, b, ButtonOptions{Icon: icon, Name: name, Hint: hint, Why: why})
}

// Toggle draws a switch and reports whether it was pressed. b is the whole row, with the label on the left.
func (c *Canvas) Toggle(id string, b canvas.Box, label, hint string, on bool, why string) bool {
	return c.ToggleIn(canvas.Body, id, b, label, hint, on, why)
}

// ToggleIn is like [Canvas.Toggle], with a label in the given style.
func (c *Canvas) ToggleIn(style canvas.Style, id string, b canvas.Box, label, hint string, on bool, why string) bool {
	value := "off"
	if on {
		value = "on"
	}
	ctl := c.Control(id, b, Pressable, model.Item{Kind: "switch", Text: label, Value: value, Hint: hint, Why: why})
	if c.Hidden(b) {
		return ctl.Clicked
	}
	fore, track, knob := c.Theme.Text, c.Edge, c.Knob
	switch {
	case why != "":
		fore, track = c.Theme.Off, c.Raised
	case on:
		track = c.Accent
	case ctl.Hover:
		track = canvas.Mixed(c.Edge, c.Dim, 0.4)
	}
	row := b
	body2 := row.CutRight(34).Middle(18)
	c.DrawText(row, style, canvas.Left, fore, label, row.W-6)
	c.Fill(body2, 9, track)
	at := body2.X + 2
	if on {
		at = body2.Right() - 16
	}
	c.Fill(canvas.Rect(at, body2.Y+2, 14, 14), 7, knob)
	c.Ring(ctl, body2, 9)
	return ctl.Clicked
}

// Choice is one of several choices.
type Choice struct{ Text, Hint string }

// Segments draws choices side by side and returns the pressed one, or -1.
func (c *Canvas) Segments(id string, b canvas.Box, label string, choices []Choice, current int, why string) int {
	c.Fill(b, place.CtlRadius, c.Raised)
	pressed := -1
	inner := b.Inset(2, 2)
	w := inner.W / float32(len(choices))
	for i, ch := range choices {
		cell := canvas.Rect(inner.X+w*float32(i), inner.Y, w, inner.H)
		value := ""
		if i == current {
			value = "chosen"
		}
		ctl := c.Control(id+"/"+ch.Text, cell, Pressable,
			model.Item{Kind: "choice", Text: label + ": " + ch.Text, Value: value, Hint: ch.Hint, Why: why})
		if ctl.Clicked {
			pressed = i
		}
		fore := c.Dim
		switch {
		case why != "":
			fore = c.Theme.Off
		case i == current:
			c.Fill(cell, place.CtlRadius-1, c.Accent)
			fore = c.On
		case ctl.Hover:
			c.Fill(cell, place.CtlRadius-1, c.Theme.Hover)
			fore = c.Theme.Text
		}
		c.DrawText(cell, canvas.Strong, canvas.Center, fore, ch.Text, cell.W-4)
		c.Ring(ctl, cell, place.CtlRadius-1)
	}
	return pressed
}

// Slider draws a slider for a value from 0 to 1 in equal steps, and returns the new value.
func (c *Canvas) Slider(id string, b canvas.Box, label, hint, value string, at float64, steps int, why string) (float64, bool) {
	ctl := c.Control(id, b, Slidable, model.Item{Kind: "slider", Text: label, Value: value, Hint: hint, Why: why})
	const knob = 14
	track := b.Inset(knob/2, 0).Middle(4)
	wanted := at
	if ctl.Dragged && track.W > 0 {
		wanted = float64((ctl.At.X - track.X) / track.W)
	}
	step := 1 / float64(steps)
	for _, k := range ctl.Keys {
		switch k {
		case key.NameLeftArrow, key.NameDownArrow:
			wanted -= step
		case key.NameRightArrow, key.NameUpArrow:
			wanted += step
		case key.NamePageDown:
			wanted -= step * math.Ceil(float64(steps)/10)
		case key.NamePageUp:
			wanted += step * math.Ceil(float64(steps)/10)
		case key.NameHome:
			wanted = 0
		case key.NameEnd:
			wanted = 1
		}
	}
	wanted = min(max(math.Round(wanted*float64(steps))*step, 0), 1)
	fillCol, knobCol := c.Accent, c.Knob
	if why != "" {
		fillCol = c.Edge
	}
	x := track.X + track.W*float32(min(max(at, 0), 1))
	c.Fill(track, 2, c.Edge)
	c.Fill(canvas.Rect(track.X, track.Y, x-track.X, track.H), 2, fillCol)
	round := canvas.Rect(x-knob/2, b.MidY()-knob/2, knob, knob)
	c.Fill(round.Inset(-1, -1), knob, fillCol)
	if ctl.Hover || ctl.Pressed || why != "" {
		c.Fill(round.Inset(1.5, 1.5), knob, knobCol)
	} else {
		c.Fill(round.Inset(1, 1), knob, knobCol)
	}
	c.Ring(ctl, round.Inset(-1, -1), knob/2)
	return wanted, math.Abs(wanted-at) > step/1000 && (ctl.Dragged || len(ctl.Keys) > 0)
}

// Bar draws a bar that fills a fraction of its track.
func (c *Canvas) Bar(b canvas.Box, share float64, col color.NRGBA) {
	c.Fill(b, b.H/2, c.Line)
	if share > 0 {
		done := b
		done.W = max(b.W*float32(min(share, 1)), b.H)
		c.Fill(done, b.H/2, col)
	}
}

const BarButtonWidth = 34

// Fact is a row of numbers; Hint explains it.
type Fact struct{ Name, Value, Hint string }

// shortNames abbreviates the names of facts.
var shortNames = strings.NewReplacer("Growth so far, ", "So far, ", "Growth over window, ", "Window, ", "Share of all ", "Share of ",
	"Rank by growth", "Rank")

// Fitting returns the name of a fact, abbreviated if it does not fit.
func (f *Fact) Fitting(c *Canvas, st canvas.Style, width float32) string {
	if c.Width(st, f.Name) > width {
		return shortNames.Replace(f.Name)
	}
	return f.Name
}
