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
		{id: "undo", icon: "undo", name: "Undo", hint: "Take back the last change of settings, window, marks or notes (Ctrl+Z)", rank: 1, off: !s.CanUndo(), event: Do{city.Undo{}}},
		{id: "redo", icon: "redo", name: "Redo", hint: "Make the change again (Ctrl+Shift+Z)", off: !s.CanRedo(), event: Do{city.Redo{}}},
		{id: "view", icon: "table", name: "View", hint: "What fills the window (Ctrl+1 to Ctrl+9, Ctrl+T)", rank: 11, on: c.local.menu.name == viewMenu, off: !m.isOpen(), menu: viewMenu},
		{id: "camera", icon: "compass", name: "Camera", hint: "Look from another side", rank: 7, on: c.local.menu.name == cameraMenu, off: len(m.Points) == 0 || s.View != city.CityView, menu: cameraMenu},
		{id: "open", icon: "open", name: "Open", hint: "Open a recording (Ctrl+O)", rank: 9, event: OpenFile},
		{id: "picture", icon: "camera", name: "Picture", hint: "A picture of the city (Ctrl+Shift+S)", rank: 6, on: m.Picture != nil, off: len(m.Points) == 0, event: PictureAsked},
		{id: "blind", icon: "eye", name: "Colours for colour-blind eyes", hint: "Colours that all eyes tell apart", rank: 2, on: s.Settings.ColorBlind, event: Do{city.Set{To: blind}}},
		{id: "theme", icon: sun, name: "Theme", hint: "Change to the " + theme + " theme", rank: 5, event: Do{city.Set{To: lit}}},
		{id: "settings", icon: "settings", name: "Settings", hint: "What area, height and colour mean, and more (Ctrl+,)", rank: 12, on: c.sides().Shows(SettingsP), event: ToggleSettings},
		{id: "chain", icon: "chain", name: "Group by", hint: "What the heap is grouped by (Ctrl+G)", rank: 8, on: m.ChainOpen, off: m.Catalog == nil, event: ToggleChain},
		{id: "inspector", icon: "panel", name: "Inspector", hint: "What is selected, in numbers (Ctrl+.)", rank: 8, on: c.sides().Shows(Inspector), off: m.Selection == nil || !HasInspector(s.View, c.size, float64(c.dpPx)), event: ToggleInspector},
		{id: "guide", icon: "guide", name: "Guide", hint: "What is wrong here, and the way to it (Ctrl+D)", rank: 10, on: c.sides().Shows(GuideP), off: !m.isOpen(), event: ToggleGuide},
		{id: "search", icon: "search", name: "Search", hint: "Find a group by its name (Ctrl+F)", rank: 10, on: m.Search != nil, event: ToggleSearch},
		{id: "help", icon: "help", name: "Help", hint: "The manual, with a page on what is shown (F1)", rank: 11, on: m.Help != nil, event: ToggleHelp},
	}
	if i := slices.IndexFunc(buttons, func(o barButton) bool { return o.id == "open" }); m.CanRecord || m.Plan != nil {
		o := &buttons[i]
		o.menu, o.on, o.hint = openMenu, c.local.menu.name == openMenu, "Open a recording, compare with another, or record a program"
	}
	if !m.CanSearch {
		buttons = slices.DeleteFunc(buttons, func(o barButton) bool { return o.id == "search" })
	}
	return buttons
}

func drawBar(c *canvas, b box) {
	row := b.inset(padding-4, 0)
	buttons := shownButtons(c, row.w)
	room := row.cutRight(barButtonWidth * float32(len(buttons)))
	drawBarWords(c, row)
	drawBarButtons(c, room, buttons)
}

// drawBarWords draws the name of the program and of what is shown, and the way to the selection.
func drawBarWords(c *canvas, row box) {
	row.cutLeft(4)
	c.icon(row.cutLeft(18).middle(18), "city", c.accent)
	row.cutLeft(9)
	least := float32(40) // for what is shown
	if c.model.Selection != nil {
		least = 240
	}
	if name := c.width(title, "Memory City"); row.w > name+least || c.model.Name == "" {
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
		return
	}
	for _, about := range aboutRecording(&c.model) {
		if row.w > c.width(body, about) {
			c.text(row, body, left, c.dim, about)
			c.explain("bar/about", row.middle(26), "About", about, "The recording: its GC points, its groups (buildings, districts, and those not shown), and its format.")
			return
		}
	}
}

// aboutRecording tells of the recording, at length and shorter.
func aboutRecording(m *Model) []string {
	s := plural(int64(len(m.Points)), "GC point", "GC points")
	if m.NoStates != "" {
		s = "no heap states"
	}
	all := []string{s}
	if m.Groups > 0 {
		s += "  ·  " + groupsText(m)
		all = append(all, s)
	}
	if m.Format != "" {
		all = append(all, s+"  ·  "+m.Format)
	}
	slices.Reverse(all)
	return all
}

// groupsText counts the groups of the recording: "38 of 49 groups shown". Groups are buildings, districts, and what is
// not shown.
func groupsText(m *Model) string {
	all := plural(int64(m.Groups), "group", "groups")
	if m.Legend.NotShown == 0 {
		return all
	}
	return Count(int64(m.Groups-m.Legend.NotShown)) + " of " + all + " shown"
}

const barButtonWidth = 34

// shownButtons are the buttons for which there is room, the most important ones.
func shownButtons(c *canvas, width float32) []barButton {
	buttons := barButtons(c)
	if HasRail(c.size, float64(c.dpPx)) || !c.model.isOpen() {
		buttons = slices.DeleteFunc(buttons, func(o barButton) bool { return o.id == "view" })
	}
	words := float32(120)
	if c.model.Selection != nil && width > 480 { // the way to it as well
		words = 250
	}
	fit := int((width - words) / barButtonWidth)
	ranks := make([]int, 0, len(buttons))
	for _, o := range buttons {
		ranks = append(ranks, o.rank)
	}
	slices.Sort(ranks)
	least := ranks[max(len(ranks)-max(fit, 1), 0)]
	return slices.DeleteFunc(buttons, func(o barButton) bool { return o.rank < least })
}

func drawBarButtons(c *canvas, row box, buttons []barButton) {
	for _, o := range buttons {
		look, value := plain, ""
		if o.on {
			look, value = ground, "on"
		}
		cell := row.cutLeft(barButtonWidth).centered(30, 30)
		if c.button("bar/"+o.id, cell, buttonOptions{icon: o.icon, name: o.name, hint: o.hint, off: o.off, look: look, value: value}) {
			if o.menu != "" {
				c.openMenu(o.menu, "bar/"+o.id, cell)
			} else {
				c.emit(o.event)
			}
		}
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
