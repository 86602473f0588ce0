package bar

import (
	"cmp"
	"slices"

	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// barButton is a button of the top bar, which runs an action or opens a menu. Buttons with a low rank are dropped first if space is short.
type barButton struct {
	id, icon, name, hint string
	rank                 int
	on                   bool
	why                  string // why it is disabled; "" if it is enabled
	run                  action.ID
	menu                 widget.MenuName
}

// barButtons returns the buttons of the actions with a rank, and the menus of views and camera before the one that opens files.
func barButtons(c *widget.Canvas) []barButton {
	m, context := &c.Model, c.ActionContext()
	var buttons []barButton
	for i := range c.Actions {
		info := &c.Actions[i]
		if info.Rank == 0 || info.ID == action.PanelSearch && !m.CanSearch {
			continue
		}
		words := info.Now(context)
		o := barButton{id: string(info.ID), icon: words.Icon, name: words.Name, hint: info.Tip(words.Hint), rank: info.Rank,
			on: info.IsOn(context), why: info.Disabled(context), run: info.ID}
		if info.ID == action.FileOpen {
			buttons = append(buttons, menuButtons(c)...)
			if m.CanRecord || m.Plan != nil {
				o.menu, o.on, o.hint = widget.OpenMenu, c.Menu.Name == widget.OpenMenu, "Open a recording, compare with another, or record a program"
			}
		}
		buttons = append(buttons, o)
	}
	return buttons
}

// menuButtons returns the buttons that only open menus.
func menuButtons(c *widget.Canvas) []barButton {
	m := &c.Model
	elsewhere := widget.Why(m.State.View != state.CityView, c.Action(action.View(state.CityView)).Tip("It moves the camera of the city, which is not shown"))
	return []barButton{
		{id: viewButton, icon: "table", name: "View", hint: "What fills the window", rank: 12,
			on: c.Menu.Name == widget.ViewMenu, why: widget.Why(!m.IsOpen(), actions.NoRecording), menu: widget.ViewMenu},
		{id: "camera", icon: "compass", name: "Camera", hint: "Look from another side", rank: 8,
			on: c.Menu.Name == widget.CameraMenu, why: cmp.Or(widget.Why(len(m.Points) == 0, actions.NoRecording), elsewhere), menu: widget.CameraMenu},
	}
}

const viewButton = "view"

func DrawBar(c *widget.Canvas, b canvas.Box) {
	row := b.Inset(place.Padding-4, 0)
	buttons := shownButtons(c, row.W)
	room := row.CutRight(widget.BarButtonWidth * float32(len(buttons)))
	drawBarWords(c, row)
	drawBarButtons(c, room, buttons)
}

// drawBarWords draws the names of the program and the recording, and the path of the selection.
func drawBarWords(c *widget.Canvas, row canvas.Box) {
	row.CutLeft(4)
	c.Icon(row.CutLeft(18).Middle(18), "city", c.Accent)
	row.CutLeft(9)
	least := float32(40) // minimum width for the recording
	if c.Model.Selection != nil {
		least = 240
	}
	if name := c.Width(canvas.Title, "Memory City"); row.W > name+least || c.Model.Name == "" {
		c.Text(row.CutLeft(name+2), canvas.Title, canvas.Left, c.Theme.Text, "Memory City")
		row.CutLeft(14)
	}
	if c.Model.Name == "" || row.W < 40 {
		return
	}
	c.Vline(row.X, row.MidY()-9, 18, 1, c.Line)
	row.CutLeft(14)
	path := []model.Part(nil)
	if c.Model.Selection != nil {
		path = c.Model.Selection.Path
	}
	nameWidth := min(c.Width(canvas.Strong, c.Model.Name)+1, row.W)
	if len(path) > 0 {
		nameWidth = min(nameWidth, max(row.W*0.4, 80))
	}
	c.Name(row.CutLeft(nameWidth), canvas.Strong, canvas.Left, c.Theme.Text, c.Model.Name)
	row.CutLeft(12)
	if len(path) > 0 && row.W > 90 {
		drawPath(c, row, path)
		return
	}
	for _, about := range aboutRecording(&c.Model) {
		if row.W > c.Width(canvas.Body, about) {
			c.Text(row, canvas.Body, canvas.Left, c.Dim, about)
			c.Explain("bar/about", row.Middle(26), "About", about,
				"Number of GC points and groups, and the format. Groups are buildings, districts, and groups not shown.")
			return
		}
	}
}

// aboutRecording describes the recording, in a long and a short form.
func aboutRecording(m *model.Model) []string {
	s := words.Plural(int64(len(m.Points)), "GC point", "GC points")
	if m.NoStates != "" {
		s = "no heap states"
	}
	all := []string{s}
	if m.Groups > 0 {
		s += "  ·  " + GroupsText(m)
		all = append(all, s)
	}
	if m.Format != "" {
		all = append(all, s+"  ·  "+m.Format)
	}
	slices.Reverse(all)
	return all
}

// GroupsText counts the groups of the recording, such as "38 of 49 groups shown". Groups that are neither buildings nor districts are not
// shown.
func GroupsText(m *model.Model) string {
	all := words.Plural(int64(m.Groups), "group", "groups")
	if m.Legend.NotShown == 0 {
		return all
	}
	return words.Count(int64(m.Groups-m.Legend.NotShown)) + " of " + all + " shown"
}

// shownButtons returns the most important buttons that fit.
func shownButtons(c *widget.Canvas, width float32) []barButton {
	buttons := barButtons(c)
	if place.HasRail(c.Size, float64(c.DpPx)) || !c.Model.IsOpen() {
		buttons = slices.DeleteFunc(buttons, func(o barButton) bool { return o.id == viewButton })
	}
	words := float32(120)
	if c.Model.Selection != nil && width > 480 { // leave space for its path
		words = 250
	}
	fit := int((width - words) / widget.BarButtonWidth)
	ranks := make([]int, 0, len(buttons))
	for _, o := range buttons {
		ranks = append(ranks, o.rank)
	}
	slices.Sort(ranks)
	least := ranks[max(len(ranks)-max(fit, 1), 0)]
	return slices.DeleteFunc(buttons, func(o barButton) bool { return o.rank < least })
}

func drawBarButtons(c *widget.Canvas, row canvas.Box, buttons []barButton) {
	for _, o := range buttons {
		look, value := widget.Plain, ""
		if o.on {
			look, value = widget.Ground, "on"
		}
		cell := row.CutLeft(widget.BarButtonWidth).Centered(30, 30)
		if c.Button("bar/"+o.id, cell, widget.ButtonOptions{Icon: o.icon, Name: o.name, Hint: o.hint, Why: o.why, Look: look, Value: value}) {
			if o.menu != "" {
				c.OpenMenu(o.menu, "bar/"+o.id, cell)
			} else {
				c.Run(o.run)
			}
		}
	}
}

// drawPath draws the path of the selection; each part selects its group. If space is short, it drops parts in the middle, then at the start,
// so that the selection is kept longest.
func drawPath(c *widget.Canvas, row canvas.Box, path []model.Part) {
	const arrow, dots = 18, 14
	widths := make([]float32, len(path))
	total := float32(0)
	for i, p := range path {
		widths[i] = c.Width(canvas.Strong, p.Name) + 12
		total += widths[i] + arrow
	}
	first := 1
	for total > row.W && first < len(path)-1 {
		total -= widths[first] + arrow
		first++
	}
	last := len(path) - 1
	alone := first > 1 && total+dots+arrow > row.W || last == 1 && total > row.W
	for i, p := range path {
		if i > 0 && i < first && len(path) > 2 || alone && i < last {
			continue
		}
		if i > 0 && !alone {
			c.Icon(row.CutLeft(arrow).Middle(13), "chevron", c.Dim)
		}
		if i == first && first > 1 && (!alone || row.W > widths[i]+dots+arrow) {
			c.Text(row.CutLeft(dots), canvas.Body, canvas.Left, c.Dim, "…")
			c.Icon(row.CutLeft(arrow).Middle(13), "chevron", c.Dim)
		}
		cell := row.CutLeft(min(widths[i], row.W)).Middle(26)
		if cell.W < 16 {
			return
		}
		drawPart(c, cell, p, i == last)
	}
}

func drawPart(c *widget.Canvas, cell canvas.Box, p model.Part, last bool) {
	role := ""
	if p.Role != "" {
		role = p.Role + ": "
	}
	ctl := c.Control("bar/path/"+p.Key, cell, widget.Pressable, model.Item{Kind: "link", Text: p.Name, Hint: role + p.Name, Why: widget.Why(last, role+p.Name+" (selected)")})
	col := c.Dim
	switch {
	case last:
		col = c.Theme.Text
	case ctl.Hover:
		c.Fill(cell, place.CtlRadius, c.Theme.Hover)
		col = c.Theme.Text
	}
	inner := cell.Inset(6, 0)
	c.DrawName(inner, canvas.Strong, canvas.Left, col, p.Name, inner.W+1)
	c.Ring(ctl, cell, place.CtlRadius)
	if ctl.Clicked {
		c.Do(state.Select{Key: p.Key})
	}
}
