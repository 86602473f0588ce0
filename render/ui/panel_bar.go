package ui

import (
	"slices"

	"memcity/city"
)

// barButton is a button of the top bar, which tells of an event or opens a menu; those with a lower rank are the first
// to go when there is no room.
type barButton struct {
	id, icon, name, hint string
	rank                 int
	on, off              bool
	event                Event
	menu                 menuName
}

func barButtons(c *canvas) []barButton {
	m := &c.model
	s := &m.State
	theme, sun, lit, blind := "dark", "moon", s.Settings, s.Settings
	lit.Theme, blind.ColorBlind = city.Dark, !blind.ColorBlind
	if s.Settings.Theme == city.Dark {
		theme, sun, lit.Theme = "light", "sun", city.Light
	}
	buttons := []barButton{
		{id: "back", icon: "back", name: "Back", hint: "Back to the selection before (Alt+←)", rank: 4, off: !s.CanGoBack(), event: GoBack},
		{id: "forward", icon: "forward", name: "Forward", hint: "Forward again (Alt+→)", rank: 3, off: !s.CanGoForward(), event: GoForward},
		{id: "undo", icon: "undo", name: "Undo", hint: "Take back the last change of a setting (Ctrl+Z)", rank: 1, off: !s.CanUndo(), event: Do{city.Undo{}}},
		{id: "redo", icon: "redo", name: "Redo", hint: "Make the change again (Ctrl+Shift+Z)", off: !s.CanRedo(), event: Do{city.Redo{}}},
		{id: "camera", icon: "camera", name: "View", hint: "Look from another side", rank: 6, on: c.local.menu.name == cameraMenu, off: len(m.Points) == 0, menu: cameraMenu},
		{id: "open", icon: "open", name: "Open", hint: "Open a recording (Ctrl+O)", rank: 7, event: OpenFile},
		{id: "blind", icon: "eye", name: "Colours for colour-blind eyes", hint: "Colours that all eyes tell apart", rank: 2, on: s.Settings.ColorBlind, event: Do{city.Set{To: blind}}},
		{id: "theme", icon: sun, name: "Theme", hint: "Change to the " + theme + " theme", rank: 5, event: Do{city.Set{To: lit}}},
		{id: "settings", icon: "settings", name: "Settings", hint: "What area, height and colour mean, and more", rank: 10, on: m.SettingsOpen, event: ToggleSettings},
		{id: "search", icon: "search", name: "Search", hint: "Find a group by its name (Ctrl+F)", rank: 8, on: m.Search != nil, event: ToggleSearch},
		{id: "help", icon: "help", name: "Help", hint: "Keys and mouse (?)", rank: 9, on: m.HelpOpen, event: ToggleHelp},
	}
	if !m.CanSearch {
		buttons = slices.DeleteFunc(buttons, func(o barButton) bool { return o.id == "search" })
	}
	return buttons
}

func drawBar(c *canvas, b box) {
	row := b.inset(padding-4, 0)
	drawBarButtons(c, &row)
	row.cutLeft(4)
	c.icon(row.cutLeft(18).middle(18), "city", c.accent)
	row.cutLeft(9)
	if name := c.width(title, "Memory City"); row.w > name+40 || c.model.Name == "" {
		c.text(row.cutLeft(name+2), title, left, c.theme.text, "Memory City")
		row.cutLeft(14)
	}
	if c.model.Name == "" || row.w < 40 {
		return
	}
	c.vline(row.x, row.midY()-9, 18, 1, c.line)
	row.cutLeft(14)
	path := []Part(nil)
	if c.model.Selection != nil {
		path = c.model.Selection.Path
	}
	nameWidth := min(c.width(strong, c.model.Name)+1, row.w)
	if len(path) > 0 {
		nameWidth = min(nameWidth, max(row.w*0.4, 80))
	}
	c.name(row.cutLeft(nameWidth), strong, left, c.theme.text, c.model.Name)
	row.cutLeft(12)
	if len(path) > 0 && row.w > 90 {
		drawPath(c, row, path)
	} else if about := aboutRecording(&c.model); row.w > c.width(body, about) {
		c.text(row, body, left, c.dim, about)
	}
}

func aboutRecording(m *Model) string {
	s := plural(int64(len(m.Points)), "GC point", "GC points")
	if m.Groups > 0 {
		s += "  ·  " + plural(int64(m.Groups), "group", "groups")
	}
	if m.Format != "" {
		s += "  ·  " + m.Format
	}
	return s
}

func drawBarButtons(c *canvas, row *box) {
	buttons := barButtons(c)
	const w = 34
	fit := int((row.w - 120) / w)
	ranks := make([]int, 0, len(buttons))
	for _, o := range buttons {
		ranks = append(ranks, o.rank)
	}
	slices.Sort(ranks)
	least := ranks[max(len(ranks)-max(fit, 1), 0)]
	x := row.right()
	n := 0
	for _, o := range buttons {
		if o.rank >= least {
			n++
		}
	}
	x -= float32(n) * w
	row.cutRight(float32(n) * w)
	for _, o := range buttons {
		if o.rank < least {
			continue
		}
		look, value := plain, ""
		if o.on {
			look, value = ground, "on"
		}
		cell := box{x, row.y, w, row.h}.centered(30, 30)
		if c.button("bar/"+o.id, cell, buttonOptions{icon: o.icon, name: o.name, hint: o.hint, off: o.off, look: look, value: value}) {
			if o.menu != "" {
				c.openMenu(o.menu, "bar/"+o.id, cell)
			} else {
				c.emit(o.event)
			}
		}
		x += w
	}
}

// drawPath draws the way to the selection; each part selects its group. What does not fit is left out in the middle.
func drawPath(c *canvas, row box, path []Part) {
	const arrow = 18
	widths := make([]float32, len(path))
	total := float32(0)
	for i, p := range path {
		widths[i] = c.width(strong, p.Name) + 12
		total += widths[i] + arrow
	}
	first := 1
	for total > row.w && first < len(path)-1 {
		total -= widths[first] + arrow
		first++
	}
	for i, p := range path {
		if i > 0 && i < first && len(path) > 2 {
			continue
		}
		if i > 0 {
			c.icon(row.cutLeft(arrow).middle(13), "chevron", c.dim)
		}
		if i == first && first > 1 {
			c.text(row.cutLeft(14), body, left, c.dim, "…")
			c.icon(row.cutLeft(arrow).middle(13), "chevron", c.dim)
		}
		cell := row.cutLeft(min(widths[i], row.w)).middle(26)
		if cell.w < 16 {
			return
		}
		drawPart(c, cell, p, i == len(path)-1)
	}
}

func drawPart(c *canvas, cell box, p Part, last bool) {
	role := ""
	if p.Role != "" {
		role = p.Role + ": "
	}
	ctl := c.control("bar/path/"+p.Key, cell, pressable, Item{Kind: "link", Text: p.Name, Hint: role + p.Name, Off: last})
	col := c.dim
	switch {
	case last:
		col = c.theme.text
	case ctl.hover:
		c.fill(cell, ctlRadius, c.theme.hover)
		col = c.theme.text
	}
	inner := cell.inset(6, 0)
	c.draw(inner, strong, left, col, c.types.fit(p.Name, strong.size*c.scale, strong.weight, (inner.w+1)*c.scale, true))
	c.ring(ctl, cell, ctlRadius)
	if ctl.clicked {
		c.do(city.Select{Key: p.Key})
	}
}
