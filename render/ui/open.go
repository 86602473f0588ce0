package ui

import (
	"image"
	"slices"
)

// guess is the size of a panel before its content was laid out once, and its lowest height, in dp. A width of 0 means all
// there is.
var guess = map[ID]Want{
	Bar:       {W: 1e5, H: 44, MinH: 36},
	TimeBar:   {W: 1e5, H: 124, MinH: 44},
	SearchP:   {W: 460, H: 56, MinH: 56},
	Start:     {W: 720, H: 480, MinH: 80},
	Caption:   {W: 1e5, H: 34, MinH: 28},
	Problems:  {W: 420, H: 90, MinH: 60},
	ProgressP: {W: 320, H: 66, MinH: 60},
	SettingsP: {W: 296, H: 640, MinH: 120},
	Inspector: {W: 296, H: 420, MinH: 120},
	LegendP:   {W: LegendWidth - margin, H: 230, MinH: 34},
	MinimapP:  {W: mapSide + 2*mapBorder, H: mapSide + 2*mapBorder, MinH: mapLeast},
	ToastP:    {W: 260, H: 36, MinH: 28},
	Help:      {W: 620, H: 420, MinH: 80},
	Menu:      {W: 200, H: 120},
	Tooltip:   {W: 260, H: 96},
	Hint:      {W: 200, H: 28},
}

// compactHeight is the height of the framebuffer in dp below which the time bar shows no chart.
const compactHeight = 400

// arrange places the panels that the model asks for.
func (k *core) arrange() {
	var wants []Want
	for _, p := range painters {
		if !k.isOpen(p.id) {
			continue
		}
		w := guess[p.id]
		w.ID = p.id
		if have, ok := k.wants[p.id]; ok {
			w.H = float64(have.h)
			if have.w > 0 {
				w.W = float64(have.w)
			}
		}
		switch p.id {
		case TimeBar:
			w.H = guess[TimeBar].H
			if k.compact() {
				w.H = 44
			}
		case Tooltip:
			w.At = image.Rectangle{Min: k.model.HoverAt, Max: k.model.HoverAt}
		case Hint:
			w.At = k.shownHint.at
		case Menu:
			w.At = k.local.menu.at
		}
		w.MinH = min(w.MinH, w.H)
		if p.id == MinimapP {
			w.MinH = w.H
		}
		wants = append(wants, w)
	}
	k.rects = Arrange(k.size, float64(k.dpPx), wants)
}

func (k *core) compact() bool { return float32(k.size.Y) < compactHeight*k.dpPx }

// isOpen reports whether a panel has something to show.
func (k *core) isOpen(id ID) bool {
	m := &k.model
	if k.only != nil && !slices.Contains(k.only, id) {
		return false
	}
	recording := len(m.Points) > 0
	switch id {
	case Bar:
		return true
	case TimeBar:
		return recording
	case SearchP:
		return recording && m.Search != nil
	case SettingsP:
		return m.SettingsOpen
	case Inspector:
		return recording && (m.Selection != nil || len(m.Selections) > 1)
	case LegendP:
		return recording
	case MinimapP:
		large := float32(k.size.X) >= mapMinWidth*k.dpPx && float32(k.size.Y) >= mapMinHeight*k.dpPx
		return recording && large && m.Minimap != nil && m.Minimap.usable()
	case Tooltip:
		return m.Hover != nil && k.shownHint.text == "" && !m.HelpOpen
	case Menu:
		return recording && k.local.menu.name != ""
	case Hint:
		return k.shownHint.text != ""
	case ProgressP:
		return m.Progress != nil
	case Problems:
		return len(m.Problems) > 0
	case ToastP:
		return len(m.Toasts) > 0
	case Help:
		return m.HelpOpen
	case Start:
		return !recording && m.Progress == nil
	case Caption:
		return m.Caption != "" && k.only != nil
	}
	return false
}

// want tells how large the panel would like to be. A width of 0 keeps the usual one.
func (c *canvas) want(w, h float32) {
	if e := (extent{w, h}); c.wants[c.panel] != e {
		c.wants[c.panel] = e
		c.again = true
	}
}
