package part

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// baselineFacts compares a group with the baseline.
func baselineFacts(m *model.Model, g *model.Group) []widget.Fact {
	p, f := m.Legend.Baseline, g.Fate
	if p == nil || f == nil {
		return nil
	}
	unit := m.State.Settings.Unit
	before, after := f.Before.Of(unit), f.After.Of(unit)
	v := scene.NewVerdict(unit, before, after)
	hint := "The group in the baseline: " + p.Title() + "."
	if p.Shares {
		hint = "The group in the baseline, scaled to the size of this heap: " + p.Title() + "."
	}
	return []widget.Fact{
		{Name: "Before", Value: words.Count(f.Before.Objects) + " · " + words.Size(f.Before.Bytes), Hint: hint},
		{Name: "Verdict", Value: v.Text(words.Amount),
			Hint: "The group and all its subgroups, compared with the baseline in the selected unit."},
	}
}

// LegendCompared explains the halves of buildings.
func LegendCompared(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	p, palette := c.Model.Legend.Baseline, s.Palette()
	endedLine(c, b, "Stop comparing", c.Tip(action.CityBaseline, "Stop comparing with the baseline"), func() {
		legendBaseLine(c, b, "Compared", "with "+p.Title())
	})
	legendBaseLine(c, b, "Verdict", p.Verdict.Text(words.Amount))
	if p.Shares {
		legendBaseLine(c, b, "Shares", "of the heap are compared")
	}
	halfSample(c, b, "Left", "baseline", palette.Before, false)
	c.Text(b.CutTop(18), canvas.Small, canvas.Left, c.Dim, "Right, this recording: less or more")
	b.CutTop(2)
	againstScale(c, b, palette)
	halfSample(c, b, "Gone", "only in the baseline", palette.Gone, true)
	legendBaseLine(c, b, "Matched", p.MatchedText())
}

func halfSample(c *widget.Canvas, b *canvas.Box, word, means string, col scene.RGB, see bool) {
	sampleLine(c, b, word, means, baseHints[word], col, see)
}

func legendBaseLine(c *widget.Canvas, b *canvas.Box, word, means string) {
	at := *b
	at.H = c.ParagraphHeight(b.W-LegendKey, canvas.Small, means) + 4
	LegendLine(c, b, word, means)
	c.Explain("legend/base/"+word, at, word, means, baseHints[word])
}

// againstScale draws the color scale of right halves, from half of the baseline to twice of it.
func againstScale(c *widget.Canvas, b *canvas.Box, palette *scene.Palette) {
	track := b.CutTop(11)
	c.Explain("legend/against", track, "Right", "", baseHints["Right"])
	color := func(at float32) scene.RGB {
		if at < 0.5 {
			return palette.Less(1 - 2*float64(at))
		}
		return palette.More(2*float64(at) - 1)
	}
	for i := range gradientSteps {
		from, to := float32(i)/gradientSteps, float32(i+1)/gradientSteps
		c.Gradient(canvas.Rect(track.X+track.W*from, track.Y, track.W/gradientSteps, track.H), canvas.Solid(color(from)), canvas.Solid(color(to)))
	}
	numbers := b.CutTop(17)
	c.Text(numbers, canvas.Small, canvas.Left, c.Dim, "half")
	c.Text(numbers, canvas.Small, canvas.Center, c.Dim, "equal")
	c.Text(numbers, canvas.Small, canvas.Right, c.Dim, "double")
	b.CutTop(4)
}

// baseHints explains the lines of the legend.
var baseHints = map[string]string{
	"Compared": "Left half of each building: its group in the baseline. Right half: its group in this recording at the selected GC point. Groups are matched by path.",
	"Verdict":  "This whole heap compared with the baseline's whole heap, in the selected unit.",
	"Shares":   "The baseline is scaled to the size of this heap, so equal shares are equally high.",
	"Left":     "Left half: the group in the baseline. Its color has no meaning.",
	"Right":    "Right half: the group in this recording. Blue is less than in the baseline, orange is more. Half and double have the strongest colors. New groups have dashed edges.",
	"Gone":     "Left half of a group that is only in the baseline. The outline of its plot is dashed.",
	"Matched":  "All other objects are in groups that only one recording has. They are shown as removed or new. Another grouping may match more.",
}

// BaselineSection draws the settings of the comparison.
func BaselineSection(c *widget.Canvas, b *canvas.Box) {
	now := c.Model.State.Baseline
	if p := c.Model.Legend.Baseline; p != nil {
		at := now.At
		if at == 0 {
			at = p.Points
		}
		row := Named(c, b, "Baseline GC point")
		if n, ok := c.Number("settings/base/at", row, "GC point of the baseline",
			"One of the "+words.Count(int64(p.Points))+" GC points in the baseline", at, 1, p.Points, widget.Why(p.Points < 2, "The baseline has only one GC point")); ok {
			to := now
			to.At = n
			c.Do(state.CompareWith{To: to})
		}
		if c.Toggle("settings/base/shares", b.CutTop(SettingRow), "Compare shares of the heap",
			"Compare percentages of the heap instead of amounts, for recordings with different load", now.Shares, "") {
			to := now
			to.Shares = !to.Shares
			c.Do(state.CompareWith{To: to})
		}
	}
	if c.Button("settings/base/other", b.CutTop(28),
		widget.ButtonOptions{Text: "Compare with a baseline…", Look: widget.Ground,
			Hint: "Choose the recording to compare with"}) {
		c.Run(action.FileCompare)
	}
	b.CutTop(4)
}
