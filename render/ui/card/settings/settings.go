package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
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
	if c.IconButton("settings/close", ends.Centered(26, 26), "close", "Close", "Close the settings", false) {
		c.Emit(model.ToggleSettings)
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Settings")
	inner.CutTop(2)
	inner.CutBottom(10)
	used := float32(0)
	c.Scroll("settings", inner, func(content canvas.Box) float32 {
		content.H = 1e5
		top := content.Y
		for _, s := range sections {
			drawSection(c, &content, s)
		}
		used = content.Y - top
		return used
	})
	c.Want(0, 10+28+2+used+10)
	widget.DrawEdge(c, b, "the settings")
}

// section is a part of the settings that can be reset on its own.
type section struct {
	name  string
	draw  func(c *widget.Canvas, b *canvas.Box, s scene.Settings)
	reset func(s *scene.Settings, d scene.Settings)
}

var sections = []section{
	{"Measure", measureSection, func(s *scene.Settings, d scene.Settings) {
		s.Measure, s.Metric, s.Area, s.OtherHeight = d.Measure, d.Metric, d.Area, d.OtherHeight
	}},
	{"Groups", groupSection, func(s *scene.Settings, d scene.Settings) {
		s.Children = d.Children
		if !s.By.Empty() {
			s.By, s.Filters = d.By, d.Filters
		}
	}},
	{"Colour and opacity", colorSection, func(s *scene.Settings, d scene.Settings) {
		s.GrowthColor, s.Fade, s.Solid, s.Opacity, s.ColorBlind = d.GrowthColor, d.Fade, d.Solid, d.Opacity, d.ColorBlind
	}},
	{"Names and references", nameSection, func(s *scene.Settings, d scene.Settings) {
		s.Labels, s.References, s.Routes = d.Labels, d.References, d.Routes
	}},
	{"Time", timeSection, func(s *scene.Settings, d scene.Settings) {
		s.PlaySpeed, s.Loop, s.ReducedMotion = d.PlaySpeed, d.Loop, d.ReducedMotion
	}},
	{appearance, appearanceSection, func(s *scene.Settings, d scene.Settings) { s.Theme = d.Theme }},
}

// appearance is the section that the size of the panels is in.
const appearance = "Appearance"

// usualSize asks for panels of the usual size.
func usualSize(c *widget.Canvas) {
	c.Emit(model.Zoom{Factor: 1})
	if c.Model.Presenter {
		c.Emit(model.TogglePresenter)
	}
}

func drawSection(c *widget.Canvas, b *canvas.Box, s section) {
	c.Hline(b.X, b.Y+4, b.W, 0, c.Line)
	b.CutTop(8)
	head := b.CutTop(28)
	now := c.Model.State.Settings
	fresh := now
	s.reset(&fresh, scene.DefaultSettings())
	sized := s.name == appearance && (c.Model.Presenter || c.Model.Zoom > 0 && c.Model.Zoom != 1)
	changed := now != fresh
	if sized || changed {
		if c.IconButton("settings/reset/"+s.name, head.CutRight(26).Centered(24, 24).Moved(4, 0), "reset", "Reset "+s.name, "Back to the defaults", false) {
			if changed {
				c.Do(state.Set{To: fresh})
			}
			if sized {
				usualSize(c)
			}
		}
	}
	c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, s.name)
	s.draw(c, b, c.Model.State.Settings)
	b.CutTop(6)
}

func measureSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	metrics := []widget.Choice{{Text: "Objects", Hint: "Area and height show numbers of objects"}, {Text: "Bytes", Hint: "Area and height show bytes"}}
	if i := c.Segments("settings/metric", partpkg.Named(c, b, "Metric"), "Metric", metrics, int(s.Metric), false); i >= 0 {
		c.Set("", func(s *scene.Settings) { s.Metric = trees.Metric(i) })
	}
	drawMeasures(c, b, s.Measure)
	areas := []widget.Choice{{Text: "Square root", Hint: "Small groups stay visible beside large ones"}, {Text: "Linear", Hint: "Areas compare faithfully"}}
	if i := c.Segments("settings/area", partpkg.Named(c, b, "Area"), "Area", areas, int(s.Area), false); i >= 0 {
		c.Set("", func(s *scene.Settings) { s.Area = scene.Area(i) })
	}
	name := "Height from " + s.Measure.Of(partpkg.OtherMetric(s.Metric))
	if c.Toggle("settings/height", b.CutTop(partpkg.SettingRow), name, "For experts: height shows the other unit, in five fixed steps", s.OtherHeight, false) {
		c.Set("", func(s *scene.Settings) { s.OtherHeight = !s.OtherHeight })
	}
}

// childCounts are offered beside free choice.
var childCounts = []int{10, 20, 40, 100, scene.AllChildren}

func groupSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	if c.Model.Catalog == nil {
		text := c.Model.FixedChain
		if text == "" {
			text = "as recorded"
		}
		row := b.CutTop(26)
		c.Text(row.CutLeft(92), canvas.Body, canvas.Left, c.Theme.Text, "Grouped by")
		c.Text(row, canvas.Body, canvas.Left, c.Dim, text)
	} else {
		chainSection(c, b, s)
	}
	b.CutTop(4)
	c.Text(b.CutTop(22), canvas.Body, canvas.Left, c.Theme.Text, "Largest groups shown in each district")
	var choices []widget.Choice
	for _, n := range childCounts {
		text, hint := strconv.Itoa(n), fmt.Sprintf("The %d largest; the others are counted in the legend", n)
		if n == scene.AllChildren {
			text, hint = "All", "Every group; large heaps take longer"
		}
		choices = append(choices, widget.Choice{Text: text, Hint: hint})
	}
	current := slices.Index(childCounts, s.Children)
	if i := c.Segments("settings/children", b.CutTop(27), "Groups shown", choices, current, false); i >= 0 {
		c.Set("", func(s *scene.Settings) { s.Children = childCounts[i] })
	}
	b.CutTop(4)
	if s.Children != scene.AllChildren {
		if n, ok := c.Number("settings/count", partpkg.Named(c, b, "or exactly"), "Groups shown, exactly", "Any number from 1", s.Children, 1, 100_000, false); ok {
			c.Set("children", func(s *scene.Settings) { s.Children = n })
		}
	}
}

func colorSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	partsSection(c, b)
	ages, halves := c.Model.InStoreys(), c.Model.InHalves()
	parts := c.Model.InParts() || ages || halves
	cut := c.Model.InParts() && c.Model.Legend.Compared.Cut
	if c.Toggle("settings/growth", b.CutTop(partpkg.SettingRow), "Colour shows growth", "Gray to red by growth since the start of the window; off: all gray", s.GrowthColor, ages || halves || cut) {
		c.Set("", func(s *scene.Settings) { s.GrowthColor = !s.GrowthColor })
	}
	if c.Toggle("settings/blind", b.CutTop(partpkg.SettingRow), "Colours for colour-blind eyes", "A gradient and directions for colour-blind eyes", s.ColorBlind, false) {
		c.Set("", func(s *scene.Settings) { s.ColorBlind = !s.ColorBlind })
	}
	if c.Toggle("settings/fade", b.CutTop(partpkg.SettingRow), "See through what grows little", "Only the groups that grow most are solid", s.Fade, parts) {
		c.Set("", func(s *scene.Settings) { s.Fade = !s.Fade })
	}
	if n, ok := c.Number("settings/solid", partpkg.Named(c, b, "Solid groups"), "Solid groups", "How many of those that grew most are solid", s.Solid, 0, 100_000, !s.Fade || parts); ok {
		c.Set("solid", func(s *scene.Settings) { s.Solid = n })
	}
	row := partpkg.Named(c, b, "The others")
	value := words.PercentOf(s.Opacity)
	c.Text(row.CutRight(44), canvas.Body, canvas.Right, c.Dim, value)
	if v, ok := c.Slider("settings/opacity", row, "Opacity of the others", "0 % leaves only outlines", value, s.Opacity, 20, !s.Fade || parts); ok {
		c.Set("opacity", func(s *scene.Settings) { s.Opacity = v })
	}
}

func nameSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	if c.Toggle("settings/labels", b.CutTop(partpkg.SettingRow), "Names", "Names on districts and on the most important buildings", s.Labels, false) {
		c.Set("", func(s *scene.Settings) { s.Labels = !s.Labels })
	}
	if c.Toggle("settings/references", b.CutTop(partpkg.SettingRow), "References", "What keeps the selection alive, and what it keeps alive", s.References, false) {
		c.Set("", func(s *scene.Settings) { s.References = !s.References })
	}
	partpkg.RouteSection(c, b, s)
}

// Playing is set on a logarithmic scale between these seconds per GC point.
const slowest, fastest = 4.0, 0.05

const speedSteps = 40

func timeSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	row := partpkg.Named(c, b, "Play speed")
	value := words.SecondsText(s.PlaySpeed)
	c.Text(row.CutRight(44), canvas.Body, canvas.Right, c.Dim, value)
	at := math.Log(slowest/s.PlaySpeed) / math.Log(slowest/fastest)
	if v, ok := c.Slider("settings/speed", row, "Play speed", "Seconds per GC point; right is faster", value, at, speedSteps, false); ok {
		c.Set("speed", func(s *scene.Settings) { s.PlaySpeed = roundSpeed(slowest * math.Pow(fastest/slowest, v)) })
	}
	if c.Toggle("settings/loop", b.CutTop(partpkg.SettingRow), "Start over at the end", "Playing goes on with the first point of the window", s.Loop, false) {
		c.Set("", func(s *scene.Settings) { s.Loop = !s.Loop })
	}
	if c.Toggle("settings/motion", b.CutTop(partpkg.SettingRow), "Reduced motion", "Buildings and the camera jump; only playing still moves", s.ReducedMotion, false) {
		c.Set("", func(s *scene.Settings) { s.ReducedMotion = !s.ReducedMotion })
	}
}

// roundSpeed keeps two digits.
func roundSpeed(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64)
	return r
}

// zooms are the sizes that the panels can have.
var zooms = []float64{1, 1.25, 1.5, 2}

func appearanceSection(c *widget.Canvas, b *canvas.Box, s scene.Settings) {
	themes := []widget.Choice{{Text: "Light", Hint: "Dark text on a light ground"}, {Text: "Dark", Hint: "Light text on a dark ground"}}
	if i := c.Segments("settings/theme", partpkg.Named(c, b, "Theme"), "Theme", themes, int(s.Theme), false); i >= 0 {
		c.Set("", func(s *scene.Settings) { s.Theme = scene.Theme(i) })
	}
	var sizes []widget.Choice
	current := -1
	for i, f := range zooms {
		sizes = append(sizes, widget.Choice{Text: words.PercentOf(f), Hint: "Scales everything in the panels"})
		if f == c.Model.Zoom || f == 1 && c.Model.Zoom == 0 {
			current = i
		}
	}
	c.Text(b.CutTop(22), canvas.Body, canvas.Left, c.Theme.Text, "Size of panels and text")
	if i := c.Segments("settings/zoom", b.CutTop(27), "Size", sizes, current, false); i >= 0 {
		c.Emit(model.Zoom{Factor: zooms[i]})
	}
	b.CutTop(4)
	if c.Toggle("settings/presenter", b.CutTop(partpkg.SettingRow), "Presenter mode", "Large names in the city, for an audience", c.Model.Presenter, false) {
		c.Emit(model.TogglePresenter)
	}
}
