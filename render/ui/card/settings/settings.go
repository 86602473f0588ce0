package settings

import (
	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	partpkg "memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

func DrawSettings(c *widget.Canvas, b canvas.Box) {
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(10)
	head := inner.CutTop(28)
	ends := head.CutRight(26).Moved(5, 0)
	c.HelpMark(head.CutRight(26).Moved(5, 0), help.View("settings"))
	if c.IconButton("settings/close", ends.Centered(26, 26), "close", "Close", "Close the settings", "") {
		c.Run(action.PanelSettings)
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Settings")
	inner.CutTop(2)
	inner.CutBottom(10)
	used := float32(0)
	c.Scroll("settings", inner, func(content canvas.Box) float32 {
		content.H = 1e5
		top := content.Y
		for _, section := range sections {
			drawSection(c, &content, section)
		}
		used = content.Y - top
		return used
	})
	c.Want(0, 10+28+2+used+10)
	widget.DrawEdge(c, b, "the settings")
}

// sections lists the visible sections of the settings table.
var sections = []scene.Section{
	scene.SectionNumbers, scene.SectionGroups, scene.SectionColor, scene.SectionNames, scene.SectionTime, scene.SectionAppearance,
	scene.SectionHands,
}

// usualSize resets the size of the panels.
func usualSize(c *widget.Canvas) {
	c.Emit(model.Zoom{Factor: 1})
	if c.Model.Presenter {
		c.Run(action.WindowPresenter)
	}
}

// drawSection draws the settings of a section in table order, with a reset button if one is not at its default.
func drawSection(c *widget.Canvas, b *canvas.Box, section scene.Section) {
	c.Hline(b.X, b.Y+4, b.W, 0, c.Line)
	b.CutTop(8)
	head := b.CutTop(28)
	now := c.Model.State.Settings
	fresh := usual(now, section)
	sized := section == scene.SectionAppearance && (c.Model.Presenter || c.Model.Zoom > 0 && c.Model.Zoom != 1)
	if sized || now != fresh {
		name := string(section)
		if c.IconButton("settings/reset/"+name, head.CutRight(26).Centered(24, 24).Moved(4, 0), "reset", "Reset "+name,
			"Reset this section to its defaults", "") {
			if now != fresh {
				c.Do(state.Set{To: fresh})
			}
			if sized {
				usualSize(c)
			}
		}
	}
	c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, string(section))
	if section == scene.SectionColor {
		partsSection(c, b)
	}
	table := scene.Table()
	for i := range table {
		if table[i].Section == section {
			drawSetting(c, b, &now, &table[i])
		}
	}
	if section == scene.SectionAppearance {
		appearanceSection(c, b)
	}
	b.CutTop(6)
}

// usual returns s with the defaults of a section. The chain of memory trees stays, as there is no other.
func usual(s scene.Settings, section scene.Section) scene.Settings {
	fixed := s.By.Empty()
	for _, row := range scene.Table() {
		if row.Section == section && !(fixed && (row.Name == "by" || row.Name == "filters")) {
			row.Reset(&s)
		}
	}
	return s
}

// zooms are the choices of the panel size.
var zooms = []float64{1, 1.25, 1.5, 2}

// appearanceSection draws the settings that are stored with the window.
func appearanceSection(c *widget.Canvas, b *canvas.Box) {
	var sizes []widget.Choice
	current := -1
	for i, f := range zooms {
		sizes = append(sizes, widget.Choice{Text: words.PercentOf(f), Hint: "Scale all panels and their text"})
		if f == c.Model.Zoom || f == 1 && c.Model.Zoom == 0 {
			current = i
		}
	}
	c.Text(b.CutTop(22), canvas.Body, canvas.Left, c.Theme.Text, "Panel and text size")
	if i := c.Segments("settings/zoom", b.CutTop(27), "Size", sizes, current, ""); i >= 0 {
		c.Emit(model.Zoom{Factor: zooms[i]})
	}
	b.CutTop(4)
	if c.Toggle("settings/presenter", b.CutTop(partpkg.SettingRow), "Presenter mode", "Use large labels, for a projector",
		c.Model.Presenter, "") {
		c.Run(action.WindowPresenter)
	}
}
