package settings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	partpkg "memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// A control describes how the control of a setting differs from the default of its kind.
type control struct {
	// draw replaces the control.
	draw func(c *widget.Canvas, b *canvas.Box, s scene.Settings, row *scene.Setting)
	// title replaces the title in the table.
	title func(s scene.Settings) string
	// absent reports whether to hide it. why explains why it has no effect now; "" if it has.
	absent func(m *model.Model, s scene.Settings) bool
	why    func(m *model.Model, s scene.Settings) string
	slide  *slide
	wide   bool // the choices take the whole width
	last   bool // followed by a gap
}

// A slide maps numbers to positions on a slider.
type slide struct {
	steps int
	text  func(v float64) string
	place func(v float64) float64 // 0 at the left to 1
	value func(at float64) float64
}

// usualSlide maps the range of a number linearly. It formats shares as percentages.
func usualSlide(v scene.Real) *slide {
	s := slide{20, words.PercentOf, func(x float64) float64 { return (x - v.Low) / (v.High - v.Low) },
		func(at float64) float64 { return v.Low + at*(v.High-v.Low) }}
	if v.Low != 0 || v.High != 1 {
		s.text = func(x float64) string { return words.Significant(x, true) }
	}
	return &s
}

// controls lists the controls of settings that differ from the default.
var controls = map[string]control{
	"measure": {draw: func(c *widget.Canvas, b *canvas.Box, s scene.Settings, _ *scene.Setting) {
		drawSizeKinds(c, b, s.SizeKind)
	}},
	"other_height":   {title: func(s scene.Settings) string { return "Height from " + s.SizeKind.Of(s.Unit.Other()) }},
	"by":             {draw: drawChain},
	"filters":        {absent: func(*model.Model, scene.Settings) bool { return true }}, // part of the chain's control
	"children":       {draw: drawChildren},
	"color":          {why: growthOff},
	"fade":           {why: fadeOff},
	"solid":          {why: solidOff},
	"opacity":        {why: solidOff},
	"routes":         {why: referencesOff},
	"route_strength": {absent: noRoutes, why: referencesOff},
	"route_most":     {absent: noRoutes, why: referencesOff},
	"route_least":    {absent: noRoutes, why: referencesOff},
	"route_way": {absent: noRoutes, wide: true, last: true,
		why: func(m *model.Model, s scene.Settings) string {
			return cmp.Or(referencesOff(m, s), widget.Why(m.Selection == nil, "Nothing is selected"))
		}},
	"play_speed": {slide: &slide{speedSteps, words.SecondsText,
		func(v float64) float64 { return math.Log(slowest/v) / math.Log(slowest/fastest) },
		func(at float64) float64 { return roundSpeed(slowest * math.Pow(fastest/slowest, at)) }}},
}

func referencesOff(_ *model.Model, s scene.Settings) string {
	return widget.Why(!s.References, "References are hidden")
}

func noRoutes(_ *model.Model, s scene.Settings) bool { return !s.Routes.On }

// growthOff explains that colors show the parts of buildings instead.
func growthOff(m *model.Model, _ scene.Settings) string {
	return widget.Why(m.InStoreys() || m.ByStaleness() || m.Compares() || m.InParts() && m.Legend.Compared.Cut,
		"Colors show building parts instead")
}

// fadeOff explains that opacity depends on the parts of buildings instead.
func fadeOff(m *model.Model, _ scene.Settings) string {
	return widget.Why(m.InParts() || m.InStoreys() || m.ByStaleness() || m.Compares(), "Transparency shows building parts instead")
}

func solidOff(m *model.Model, s scene.Settings) string {
	return cmp.Or(fadeOff(m, s), widget.Why(!s.Fade, "Transparency is off"))
}

// drawSetting draws the control of a setting.
func drawSetting(c *widget.Canvas, b *canvas.Box, s *scene.Settings, row *scene.Setting) {
	special := controls[row.Name]
	if special.absent != nil && special.absent(&c.Model, *s) {
		return
	}
	if special.draw != nil {
		special.draw(c, b, *s, row)
		return
	}
	why := ""
	if special.why != nil {
		why = special.why(&c.Model, *s)
	}
	switch at := row.Value.At(s).(type) {
	case *bool:
		drawSwitch(c, b, *s, row, *at, why)
	case *int:
		drawNumber(c, b, row, *at, why)
	case *float64:
		drawSlider(c, b, row, *at, why)
	case scene.Index:
		drawChoices(c, b, row, at.Number(), why, func(i int, s *scene.Settings) { row.Value.At(s).(scene.Index).Choose(i) })
	}
	if special.last {
		b.CutTop(4)
	}
}

func id(row *scene.Setting) string { return "settings/" + row.Name }

// label returns the label at the left of a control.
func label(row *scene.Setting) string {
	if row.Label != "" {
		return row.Label
	}
	return row.Title
}

func drawSwitch(c *widget.Canvas, b *canvas.Box, s scene.Settings, row *scene.Setting, on bool, why string) {
	if len(row.Choices) > 0 {
		now := 0
		if on {
			now = 1
		}
		drawChoices(c, b, row, now, why, func(i int, s *scene.Settings) { *row.Value.At(s).(*bool) = i == 1 })
		return
	}
	title := row.Title
	if special := controls[row.Name]; special.title != nil {
		title = special.title(s)
	}
	if c.Toggle(id(row), b.CutTop(partpkg.SettingRow), title, row.Hint, on, why) {
		c.Set("", func(s *scene.Settings) { *row.Value.At(s).(*bool) = !on })
	}
}

func drawChoices(c *widget.Canvas, b *canvas.Box, row *scene.Setting, now int, why string, choose func(int, *scene.Settings)) {
	choices := make([]widget.Choice, len(row.Choices))
	for i, choice := range row.Choices {
		choices[i] = widget.Choice{Text: choice.Text, Hint: choice.Hint}
	}
	var place canvas.Box
	if controls[row.Name].wide {
		place = b.CutTop(27)
	} else {
		place = partpkg.Named(c, b, label(row))
	}
	if i := c.Segments(id(row), place, row.Title, choices, now, why); i >= 0 {
		c.Set("", func(s *scene.Settings) { choose(i, s) })
	}
}

func drawNumber(c *widget.Canvas, b *canvas.Box, row *scene.Setting, now int, why string) {
	count := row.Value.(scene.Count)
	low, high := count.Low, count.High
	if count.Typed > 0 {
		high = count.Typed
	}
	if count.All {
		low++
	}
	if n, ok := c.Number(id(row), partpkg.Named(c, b, label(row)), row.Title, row.Hint, now, low, high, why); ok {
		c.Set(row.Name, func(s *scene.Settings) { *row.Value.At(s).(*int) = n })
	}
}

func drawSlider(c *widget.Canvas, b *canvas.Box, row *scene.Setting, now float64, why string) {
	slide := controls[row.Name].slide
	if slide == nil {
		slide = usualSlide(row.Value.(scene.Real))
	}
	place := partpkg.Named(c, b, label(row))
	value := slide.text(now)
	c.Text(place.CutRight(44), canvas.Body, canvas.Right, c.Dim, value)
	if v, ok := c.Slider(id(row), place, row.Title, row.Hint, value, slide.place(now), slide.steps, why); ok {
		c.Set(row.Name, func(s *scene.Settings) { *row.Value.At(s).(*float64) = slide.value(v) })
	}
}

// The playback speed has a logarithmic scale between these seconds per GC point.
const slowest, fastest = 4.0, 0.05

const speedSteps = 40

// roundSpeed rounds to two digits.
func roundSpeed(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64)
	return r
}

// childCounts are the predefined choices.
var childCounts = []int{10, 20, 40, 100, scene.AllChildren}

// drawChildren draws predefined numbers of groups, and a field for any other.
func drawChildren(c *widget.Canvas, b *canvas.Box, s scene.Settings, row *scene.Setting) {
	c.Text(b.CutTop(22), canvas.Body, canvas.Left, c.Theme.Text, "Groups per district")
	var choices []widget.Choice
	for _, n := range childCounts {
		text, hint := strconv.Itoa(n), fmt.Sprintf("Show the %d largest groups; the legend counts the others", n)
		if n == scene.AllChildren {
			text, hint = "All", "Show every group; this is slower for large heaps"
		}
		choices = append(choices, widget.Choice{Text: text, Hint: hint})
	}
	current := slices.Index(childCounts, s.Children)
	if i := c.Segments("settings/children/usual", b.CutTop(27), "Groups shown", choices, current, ""); i >= 0 {
		c.Set("", func(s *scene.Settings) { s.Children = childCounts[i] })
	}
	b.CutTop(4)
	if s.Children != scene.AllChildren {
		drawNumber(c, b, row, s.Children, "")
	}
}
