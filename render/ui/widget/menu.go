package widget

import (
	"image"
	"slices"

	"gioui.org/io/key"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/words"
)

// MenuName identifies a menu.
type MenuName string

// Menus that several panels open.
const (
	CameraMenu MenuName = "camera"
	SpeedMenu  MenuName = "speed"
	ViewMenu   MenuName = "view"
	OpenMenu   MenuName = "open"
	CityMenu   MenuName = "city"
)

// Menu is the open menu; its name is "" if none is open.
type Menu struct {
	Name   MenuName
	From   string          // control that opened it
	At     image.Rectangle // rectangle of that control, in framebuffer pixels
	Fresh  bool            // focus its first row
	Closed MenuName        // menu closed by the current press
}

// MenuRow is a row of a menu. Either Event or Act is set.
type MenuRow struct {
	Text, Key string
	On        bool
	Why       string // why it is disabled; "" if it is enabled
	Stays     bool   // the menu stays open for further choices
	Event     model.Event
	Act       func(c *Canvas)
}

// MenuRows returns the rows of the open menu; nil if none is open.
func (k *Core) MenuRows() []MenuRow {
	if k.Menu.Name == ViewMenu {
		return k.viewRows()
	}
	for _, p := range k.list {
		if rows := p.Menus[k.Menu.Name]; rows != nil {
			return rows(k)
		}
	}
	return nil
}

// Speeds are the choices of the playback speed, relative to the default.
var Speeds = []struct {
	Text  string
	Times float64
}{{"0.25×", 0.25}, {"0.5×", 0.5}, {"1×", 1}, {"2×", 2}, {"4×", 4}}

// UsualSpeed is the number of seconds per GC point at 1×.
var UsualSpeed = scene.DefaultSettings().PlaySpeed

// SpeedRows returns the rows of the speed menu.
func SpeedRows(s *state.State) []MenuRow {
	var rows []MenuRow
	for _, v := range Speeds {
		to := s.Settings
		to.PlaySpeed = UsualSpeed / v.Times
		rows = append(rows, MenuRow{Text: v.Text, Key: words.SecondsText(to.PlaySpeed) + " per point",
			On: to.PlaySpeed == s.Settings.PlaySpeed, Event: model.Do{Action: state.Set{To: to}}})
	}
	return rows
}

// OpenMenu opens a menu below a control, or closes it if it is already open.
func (c *Canvas) OpenMenu(name MenuName, from string, b canvas.Box) {
	m := &c.Menu
	again := m.Closed == name || m.Name == name
	*m = Menu{}
	if !again {
		*m = Menu{Name: name, From: from, At: c.Visible(b), Fresh: true}
		delete(c.Wants, model.Menu)
	}
	c.Again = true
}

func (k *Core) closeMenu() {
	if k.Menu.Name != "" {
		k.Menu = Menu{}
		k.Again = true
	}
}

// ShowMenu is input that opens a menu at a place in the scene.
type ShowMenu struct {
	Name MenuName
	At   image.Point // in framebuffer pixels
}

func (k *Core) showMenu(m ShowMenu) {
	k.Menu = Menu{Name: m.Name, At: image.Rectangle{Min: m.At, Max: m.At}, Fresh: true}
	delete(k.Wants, model.Menu)
	k.Again = true
}

// leaveMenu closes the menu and returns the focus to the control that opened it.
func (k *Core) leaveMenu() {
	from := k.Controls[k.Menu.From]
	k.closeMenu()
	if from == nil {
		k.Router.Source().Execute(key.FocusCmd{})
		return
	}
	k.Router.Source().Execute(key.FocusCmd{Tag: from})
}

// pressOutside closes the menu on a press outside it.
func (k *Core) pressOutside(at image.Point) {
	open := k.Menu.Name
	k.Menu.Closed = ""
	if open != "" && k.Hit(k.Rects, at) != model.Menu {
		k.Menu = Menu{Closed: open}
	}
}

const menuRowHeight = 30

func drawMenu(c *Canvas, b canvas.Box) {
	rows := c.MenuRows()
	inner := b.Inset(6, 6)
	w := float32(0)
	for _, r := range rows {
		w = max(w, c.Width(canvas.Body, r.Text)+c.Width(canvas.Small, r.Key))
	}
	c.Scroll("menu", inner, func(content canvas.Box) float32 {
		for i := range rows {
			row := canvas.Rect(content.X, content.Y+menuRowHeight*float32(i), content.W, menuRowHeight)
			drawMenuRow(c, row, rows, i)
		}
		return menuRowHeight * float32(len(rows))
	})
	c.Menu.Fresh = false
	room := float32(12 + 16 + 28)
	if ticked(rows) {
		room += 22
	}
	c.Want(w+room, 12+menuRowHeight*float32(len(rows)))
}

func menuRowID(name MenuName, text string) string { return "menu/" + string(name) + "/" + text }

func drawMenuRow(c *Canvas, row canvas.Box, rows []MenuRow, i int) {
	r := &rows[i]
	value := ""
	if r.On {
		value = "chosen"
	}
	ctl := c.Control(menuRowID(c.Menu.Name, r.Text), row, choosable, model.Item{Kind: "button", Text: r.Text, Value: value, Why: r.Why})
	if c.Menu.Fresh && i == slices.IndexFunc(rows, func(r MenuRow) bool { return r.Why == "" }) {
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		c.Again = true
	}
	for _, k := range ctl.Keys {
		switch k {
		case key.NameUpArrow:
			c.focusMenuRow(rows, i, -1)
		case key.NameDownArrow:
			c.focusMenuRow(rows, i, 1)
		default:
			ctl.Clicked = true
		}
	}
	fore := c.Theme.Text
	if r.Why != "" {
		fore = c.Theme.Off
	} else if ctl.Hover || ctl.Focus && c.ByKey {
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	words := row.Inset(8, 0)
	if ticked(rows) {
		words.CutLeft(22)
	}
	if r.On {
		tick := canvas.Rect(row.X+8, row.Y, 15, row.H)
		c.Icon(tick.CutLeft(15).Middle(15), "check", c.Link)
	}
	c.Draw(words, canvas.Body, canvas.Left, fore, r.Text)
	c.Draw(words, canvas.Small, canvas.Right, c.Dim, r.Key)
	c.Ring(ctl, row.Inset(2, 2), place.CtlRadius)
	if ctl.Clicked {
		c.chooseMenu(r)
	}
}

// ticked reports whether a row is marked as chosen, which indents all rows.
func ticked(rows []MenuRow) bool {
	return slices.ContainsFunc(rows, func(r MenuRow) bool { return r.On })
}

// focusMenuRow moves the focus to the next enabled row.
func (c *Canvas) focusMenuRow(rows []MenuRow, from, by int) {
	for i := from + by; i >= 0 && i < len(rows); i += by {
		if ctl := c.Controls[menuRowID(c.Menu.Name, rows[i].Text)]; ctl != nil && rows[i].Why == "" {
			c.Source.Execute(key.FocusCmd{Tag: ctl})
			c.Again = true
			return
		}
	}
}

// chooseMenu applies a row and closes the menu, unless the row keeps it open. The focus returns to the control that opened the menu.
func (c *Canvas) chooseMenu(r *MenuRow) {
	if ctl := c.Controls[c.Menu.From]; ctl != nil && !r.Stays && (c.ByKey || ctl.Kind.browses()) {
		c.Source.Execute(key.FocusCmd{Tag: ctl})
	}
	if !r.Stays {
		c.closeMenu()
	}
	if r.Act != nil {
		r.Act(c)
	} else {
		c.Emit(r.Event)
	}
	c.Again = true
}
