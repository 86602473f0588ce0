package ui

import (
	"image/color"
	"math"

	"gioui.org/io/key"
)

// look is how a button is painted.
type look uint8

const (
	plain  look = iota // no ground until the pointer is over it
	ground             // raised
	chosen             // accent
)

// buttonOptions are what stands on a button and how it looks. One of icon and text may be missing.
type buttonOptions struct {
	icon, text, hint string
	name             string // in Describe, if it is not the text
	look             look
	off              bool
	kind             string // in Describe; button if empty
	value            string
}

// button draws a button and reports whether it was pressed.
func (c *canvas) button(id string, b box, o buttonOptions) bool {
	name, kind := o.name, o.kind
	if name == "" {
		name = o.text
	}
	if kind == "" {
		kind = "button"
	}
	ctl := c.control(id, b, pressable, Item{Kind: kind, Text: name, Value: o.value, Hint: o.hint, Off: o.off})
	if c.hidden(b) {
		return ctl.clicked
	}
	back, fore := c.buttonColors(ctl, o)
	c.fill(b, ctlRadius, back)
	inner := b
	if o.icon != "" {
		side := min(b.h*0.56, 17)
		if o.text == "" {
			c.icon(b.centered(side, side), o.icon, fore)
		} else {
			inner.x += 8
			inner.w -= 8
			c.icon(inner.cutLeft(side).middle(side), o.icon, fore)
			inner.cutLeft(6)
			c.draw(inner, strong, left, fore, c.types.fit(o.text, strong.size*c.scale, strong.weight, (inner.w-4)*c.scale, false))
		}
	} else {
		c.draw(b, strong, center, fore, c.types.fit(o.text, strong.size*c.scale, strong.weight, (b.w-6)*c.scale, false))
	}
	c.ring(ctl, b, ctlRadius)
	return ctl.clicked
}

func (c *canvas) buttonColors(ctl *control, o buttonOptions) (back, fore color.NRGBA) {
	back, fore = color.NRGBA{}, c.theme.text
	switch o.look {
	case ground:
		back = c.raised
	case chosen:
		back, fore = c.accent, c.on
	}
	switch {
	case o.off && o.look == chosen: // words could not be read on the accent
		back, fore = c.raised, c.theme.off
	case o.off:
		fore = c.theme.off
	case o.look == chosen && (ctl.pressed || ctl.hover):
		back = mixed(back, c.head, 0.12)
	case ctl.pressed:
		back = c.press
	case ctl.hover:
		back = c.theme.hover
	}
	return back, fore
}

// iconButton is a plain square button.
func (c *canvas) iconButton(id string, b box, icon, name, hint string, off bool) bool {
	return c.button(id, b, buttonOptions{icon: icon, name: name, hint: hint, off: off})
}

// toggle draws a switch and reports whether it was pressed. b is the whole row; the label stands at its left.
func (c *canvas) toggle(id string, b box, label, hint string, on, off bool) bool {
	value := "off"
	if on {
		value = "on"
	}
	ctl := c.control(id, b, pressable, Item{Kind: "switch", Text: label, Value: value, Hint: hint, Off: off})
	if c.hidden(b) {
		return ctl.clicked
	}
	fore, track, knob := c.theme.text, c.edge, c.knob
	switch {
	case off:
		fore, track = c.theme.off, c.raised
	case on:
		track = c.accent
	case ctl.hover:
		track = mixed(c.edge, c.dim, 0.4)
	}
	row := b
	body2 := row.cutRight(34).middle(18)
	c.draw(row, body, left, fore, c.types.fit(label, body.size*c.scale, body.weight, (row.w-6)*c.scale, false))
	c.fill(body2, 9, track)
	at := body2.x + 2
	if on {
		at = body2.right() - 16
	}
	c.fill(box{at, body2.y + 2, 14, 14}, 7, knob)
	c.ring(ctl, body2, 9)
	return ctl.clicked
}

// choice is one of several.
type choice struct{ text, hint string }

// segments draws choices side by side and returns the one that was pressed, or -1.
func (c *canvas) segments(id string, b box, label string, choices []choice, current int, off bool) int {
	c.fill(b, ctlRadius, c.raised)
	pressed := -1
	inner := b.inset(2, 2)
	w := inner.w / float32(len(choices))
	for i, ch := range choices {
		cell := box{inner.x + w*float32(i), inner.y, w, inner.h}
		value := ""
		if i == current {
			value = "chosen"
		}
		ctl := c.control(id+"/"+ch.text, cell, pressable, Item{Kind: "choice", Text: label + ": " + ch.text, Value: value, Hint: ch.hint, Off: off})
		if ctl.clicked {
			pressed = i
		}
		fore := c.dim
		switch {
		case off:
			fore = c.theme.off
		case i == current:
			c.fill(cell, ctlRadius-1, c.accent)
			fore = c.on
		case ctl.hover:
			c.fill(cell, ctlRadius-1, c.theme.hover)
			fore = c.theme.text
		}
		c.draw(cell, strong, center, fore, c.types.fit(ch.text, strong.size*c.scale, strong.weight, (cell.w-4)*c.scale, false))
		c.ring(ctl, cell, ctlRadius-1)
	}
	return pressed
}

// slider draws a slider for a value from 0 to 1 in equal steps, and returns the wanted value.
func (c *canvas) slider(id string, b box, label, hint, value string, at float64, steps int, off bool) (float64, bool) {
	ctl := c.control(id, b, slidable, Item{Kind: "slider", Text: label, Value: value, Hint: hint, Off: off})
	const knob = 14
	track := b.inset(knob/2, 0).middle(4)
	wanted := at
	if ctl.dragged && track.w > 0 {
		wanted = float64((ctl.at.x - track.x) / track.w)
	}
	step := 1 / float64(steps)
	for _, k := range ctl.keys {
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
	fillCol, knobCol := c.accent, c.knob
	if off {
		fillCol = c.edge
	}
	x := track.x + track.w*float32(min(max(at, 0), 1))
	c.fill(track, 2, c.edge)
	c.fill(box{track.x, track.y, x - track.x, track.h}, 2, fillCol)
	round := box{x - knob/2, b.midY() - knob/2, knob, knob}
	c.fill(round.inset(-1, -1), knob, fillCol)
	if ctl.hover || ctl.pressed || off {
		c.fill(round.inset(1.5, 1.5), knob, knobCol)
	} else {
		c.fill(round.inset(1, 1), knob, knobCol)
	}
	c.ring(ctl, round.inset(-1, -1), knob/2)
	return wanted, math.Abs(wanted-at) > step/1000 && (ctl.dragged || len(ctl.keys) > 0)
}

// bar draws a share of a track.
func (c *canvas) bar(b box, share float64, col color.NRGBA) {
	c.fill(b, b.h/2, c.line)
	if share > 0 {
		done := b
		done.w = max(b.w*float32(min(share, 1)), b.h)
		c.fill(done, b.h/2, col)
	}
}
