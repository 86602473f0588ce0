package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"memcity/assets/help"
	"memcity/city"
)

func drawSettings(c *canvas, b box) {
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	ends := head.cutRight(26).moved(5, 0)
	c.helpMark(head.cutRight(26).moved(5, 0), help.View("settings"))
	if c.iconButton("settings/close", ends.centered(26, 26), "close", "Close", "Close the settings", false) {
		c.emit(ToggleSettings)
	}
	c.text(head, title, left, c.theme.text, "Settings")
	inner.cutTop(2)
	inner.cutBottom(10)
	used := float32(0)
	c.scroll("settings", inner, func(content box) float32 {
		content.h = 1e5
		top := content.y
		for _, s := range sections {
			drawSection(c, &content, s)
		}
		used = content.y - top
		return used
	})
	c.want(0, 10+28+2+used+10)
	drawEdge(c, b, "the settings")
}

// section is a part of the settings that can be reset on its own.
type section struct {
	name  string
	draw  func(c *canvas, b *box, s city.Settings)
	reset func(s *city.Settings, d city.Settings)
}

var sections = []section{
	{"Measure", measureSection, func(s *city.Settings, d city.Settings) {
		s.Measure, s.Metric, s.Area, s.OtherHeight = d.Measure, d.Metric, d.Area, d.OtherHeight
	}},
	{"Groups", groupSection, func(s *city.Settings, d city.Settings) {
		s.Children = d.Children
		if len(s.By) > 0 {
			s.By, s.Filters = d.By, d.Filters
		}
	}},
	{"Colour and opacity", colorSection, func(s *city.Settings, d city.Settings) {
		s.GrowthColor, s.Fade, s.Solid, s.Opacity, s.ColorBlind = d.GrowthColor, d.Fade, d.Solid, d.Opacity, d.ColorBlind
	}},
	{"Names and references", nameSection, func(s *city.Settings, d city.Settings) {
		s.Labels, s.References, s.Routes = d.Labels, d.References, d.Routes
	}},
	{"Time", timeSection, func(s *city.Settings, d city.Settings) {
		s.PlaySpeed, s.Loop, s.ReducedMotion = d.PlaySpeed, d.Loop, d.ReducedMotion
	}},
	{appearance, appearanceSection, func(s *city.Settings, d city.Settings) { s.Theme = d.Theme }},
}

// appearance is the section that the size of the panels is in.
const appearance = "Appearance"

// usualSize asks for panels of the usual size.
func (c *canvas) usualSize() {
	c.emit(Zoom{1})
	if c.model.Presenter {
		c.emit(TogglePresenter)
	}
}

func drawSection(c *canvas, b *box, s section) {
	c.hline(b.x, b.y+4, b.w, 0, c.line)
	b.cutTop(8)
	head := b.cutTop(28)
	now := c.model.State.Settings
	fresh := now
	s.reset(&fresh, city.DefaultSettings())
	sized := s.name == appearance && (c.model.Presenter || c.model.Zoom > 0 && c.model.Zoom != 1)
	changed := !sameSettings(now, fresh)
	if sized || changed {
		if c.iconButton("settings/reset/"+s.name, head.cutRight(26).centered(24, 24).moved(4, 0), "reset", "Reset "+s.name, "Back to the usual values", false) {
			if changed {
				c.do(city.Set{To: fresh})
			}
			if sized {
				c.usualSize()
			}
		}
	}
	c.text(head, heading, left, c.theme.text, s.name)
	s.draw(c, b, c.model.State.Settings)
	b.cutTop(6)
}

func sameSettings(a, b city.Settings) bool {
	if !slices.Equal(a.By, b.By) || !slices.Equal(a.Filters, b.Filters) {
		return false
	}
	a.By, b.By, a.Filters, b.Filters = nil, nil, nil, nil
	return fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b)
}

const settingRow = 32

// named sets the name of a setting at the left and returns the room for its control.
func named(c *canvas, b *box, name string) box {
	row := b.cutTop(settingRow)
	c.text(row.cutLeft(92), body, left, c.theme.text, name)
	return row.middle(27)
}

func measureSection(c *canvas, b *box, s city.Settings) {
	metrics := []choice{{"Objects", "Area and height show numbers of objects"}, {"Bytes", "Area and height show bytes"}}
	if i := c.segments("settings/metric", named(c, b, "Metric"), "Metric", metrics, int(s.Metric), false); i >= 0 {
		c.set("", func(s *city.Settings) { s.Metric = city.Metric(i) })
	}
	drawMeasures(c, b, s.Measure)
	areas := []choice{{"Square root", "Small groups stay visible beside large ones"}, {"Linear", "Areas compare faithfully"}}
	if i := c.segments("settings/area", named(c, b, "Area"), "Area", areas, int(s.Area), false); i >= 0 {
		c.set("", func(s *city.Settings) { s.Area = city.Area(i) })
	}
	name := "Height from " + s.Measure.Of(otherMetric(s.Metric))
	if c.toggle("settings/height", b.cutTop(settingRow), name, "For experts: height shows the other metric, in five fixed steps", s.OtherHeight, false) {
		c.set("", func(s *city.Settings) { s.OtherHeight = !s.OtherHeight })
	}
}

// childCounts are offered beside free choice.
var childCounts = []int{10, 20, 40, 100, city.AllChildren}

func groupSection(c *canvas, b *box, s city.Settings) {
	if c.model.Catalog == nil {
		text := c.model.FixedChain
		if text == "" {
			text = "as recorded"
		}
		row := b.cutTop(26)
		c.text(row.cutLeft(92), body, left, c.theme.text, "Grouped by")
		c.text(row, body, left, c.dim, text)
	} else {
		chainSection(c, b, s)
	}
	b.cutTop(4)
	c.text(b.cutTop(22), body, left, c.theme.text, "Largest groups shown in each district")
	var choices []choice
	for _, n := range childCounts {
		text, hint := strconv.Itoa(n), fmt.Sprintf("The %d largest; the others are counted in the legend", n)
		if n == city.AllChildren {
			text, hint = "All", "Every group; large heaps take longer"
		}
		choices = append(choices, choice{text, hint})
	}
	current := slices.Index(childCounts, s.Children)
	if i := c.segments("settings/children", b.cutTop(27), "Groups shown", choices, current, false); i >= 0 {
		c.set("", func(s *city.Settings) { s.Children = childCounts[i] })
	}
	b.cutTop(4)
	if s.Children != city.AllChildren {
		if n, ok := c.number("settings/count", named(c, b, "or exactly"), "Groups shown, exactly", "Any number from 1", s.Children, 1, 100_000, false); ok {
			c.set("children", func(s *city.Settings) { s.Children = n })
		}
	}
}

func colorSection(c *canvas, b *box, s city.Settings) {
	partsSection(c, b)
	ages, halves := c.model.inStoreys(), c.model.inHalves()
	parts := c.model.inParts() || ages || halves
	cut := c.model.inParts() && c.model.Legend.Compared.Cut
	if c.toggle("settings/growth", b.cutTop(settingRow), "Colour shows growth", "Gray to red by growth since the start of the window; off: all gray", s.GrowthColor, ages || halves || cut) {
		c.set("", func(s *city.Settings) { s.GrowthColor = !s.GrowthColor })
	}
	if c.toggle("settings/blind", b.cutTop(settingRow), "Colours for colour-blind eyes", "A gradient and directions that all eyes tell apart", s.ColorBlind, false) {
		c.set("", func(s *city.Settings) { s.ColorBlind = !s.ColorBlind })
	}
	if c.toggle("settings/fade", b.cutTop(settingRow), "See through what grows little", "Only the groups that grow most are solid", s.Fade, parts) {
		c.set("", func(s *city.Settings) { s.Fade = !s.Fade })
	}
	if n, ok := c.number("settings/solid", named(c, b, "Solid groups"), "Solid groups", "How many of those that grew most are solid", s.Solid, 0, 100_000, !s.Fade || parts); ok {
		c.set("solid", func(s *city.Settings) { s.Solid = n })
	}
	row := named(c, b, "The others")
	value := PercentOf(s.Opacity)
	c.text(row.cutRight(44), body, right, c.dim, value)
	if v, ok := c.slider("settings/opacity", row, "Opacity of the others", "0 % leaves only outlines", value, s.Opacity, 20, !s.Fade || parts); ok {
		c.set("opacity", func(s *city.Settings) { s.Opacity = v })
	}
}

func nameSection(c *canvas, b *box, s city.Settings) {
	if c.toggle("settings/labels", b.cutTop(settingRow), "Names", "Names on districts and on the most important buildings", s.Labels, false) {
		c.set("", func(s *city.Settings) { s.Labels = !s.Labels })
	}
	if c.toggle("settings/references", b.cutTop(settingRow), "References", "What keeps the selection alive, and what it keeps alive", s.References, false) {
		c.set("", func(s *city.Settings) { s.References = !s.References })
	}
	routeSection(c, b, s)
}

// Playing is set on a logarithmic scale between these seconds per GC point.
const slowest, fastest = 4.0, 0.05

const speedSteps = 40

func timeSection(c *canvas, b *box, s city.Settings) {
	row := named(c, b, "Play speed")
	value := secondsText(s.PlaySpeed)
	c.text(row.cutRight(44), body, right, c.dim, value)
	at := math.Log(slowest/s.PlaySpeed) / math.Log(slowest/fastest)
	if v, ok := c.slider("settings/speed", row, "Play speed", "Seconds per GC point; right is faster", value, at, speedSteps, false); ok {
		c.set("speed", func(s *city.Settings) { s.PlaySpeed = roundSpeed(slowest * math.Pow(fastest/slowest, v)) })
	}
	if c.toggle("settings/loop", b.cutTop(settingRow), "Start over at the end", "Playing goes on with the first point of the window", s.Loop, false) {
		c.set("", func(s *city.Settings) { s.Loop = !s.Loop })
	}
	if c.toggle("settings/motion", b.cutTop(settingRow), "Reduced motion", "Buildings and the camera jump; nothing moves by itself but playing", s.ReducedMotion, false) {
		c.set("", func(s *city.Settings) { s.ReducedMotion = !s.ReducedMotion })
	}
}

// secondsText writes seconds with three digits.
func secondsText(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) + " s" }

// roundSpeed keeps two digits.
func roundSpeed(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64)
	return r
}

// zooms are the sizes that the panels can have.
var zooms = []float64{1, 1.25, 1.5, 2}

func appearanceSection(c *canvas, b *box, s city.Settings) {
	themes := []choice{{"Light", "Dark text on a light ground"}, {"Dark", "Light text on a dark ground"}}
	if i := c.segments("settings/theme", named(c, b, "Theme"), "Theme", themes, int(s.Theme), false); i >= 0 {
		c.set("", func(s *city.Settings) { s.Theme = city.Theme(i) })
	}
	var sizes []choice
	current := -1
	for i, f := range zooms {
		sizes = append(sizes, choice{PercentOf(f), "Everything in the panels this large"})
		if f == c.model.Zoom || f == 1 && c.model.Zoom == 0 {
			current = i
		}
	}
	c.text(b.cutTop(22), body, left, c.theme.text, "Size of panels and text")
	if i := c.segments("settings/zoom", b.cutTop(27), "Size", sizes, current, false); i >= 0 {
		c.emit(Zoom{zooms[i]})
	}
	b.cutTop(4)
	if c.toggle("settings/presenter", b.cutTop(settingRow), "Presenter mode", "Large names in the city, for a room full of people", c.model.Presenter, false) {
		c.emit(TogglePresenter)
	}
}
