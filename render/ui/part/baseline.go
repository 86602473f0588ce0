package part

import (
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// basedFacts compares a group with the baseline.
func basedFacts(m *model.Model, g *model.Group) []widget.Fact {
	p, f := m.Legend.Based, g.Fate
	if p == nil || f == nil {
		return nil
	}
	metric := m.State.Settings.Metric
	before, after := f.Before.Of(metric), f.After.Of(metric)
	v := scene.NewVerdict(metric, before, after)
	hint := "The group in the baseline: " + p.Title() + "."
	if p.Shares {
		hint = "The group in the baseline, scaled to the size of this heap: " + p.Title() + "."
	}
	return []widget.Fact{
		{Name: "Before", Value: words.Count(f.Before.Objects) + " · " + words.Size(f.Before.Bytes), Hint: hint},
		{Name: "Verdict", Value: v.Text(words.Amount),
			Hint: "The group with all that is in it, here compared with the baseline, in the unit shown."},
	}
}

// LegendCompared explains the halves of buildings.
func LegendCompared(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	p, palette := c.Model.Legend.Based, s.Palette()
	endedLine(c, b, "Stop comparing", "Show whole buildings of this recording alone again (Shift+C)", func() {
		legendBaseLine(c, b, "Compared", "with "+p.Title())
	})
	legendBaseLine(c, b, "Verdict", p.Verdict.Text(words.Amount))
	if p.Shares {
		legendBaseLine(c, b, "Shares", "of the heap are compared")
	}
	halfSample(c, b, "Left", "there, before", palette.Before, false)
	c.Text(b.CutTop(18), canvas.Small, canvas.Left, c.Dim, "Right, here: less or more than there")
	b.CutTop(2)
	againstScale(c, b, palette)
	halfSample(c, b, "Gone", "only there", palette.Gone, true)
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
	c.Text(numbers, canvas.Small, canvas.Center, c.Dim, "the same")
	c.Text(numbers, canvas.Small, canvas.Right, c.Dim, "double")
	b.CutTop(4)
}

// baseHints explains the lines of the legend.
var baseHints = map[string]string{
	"Compared": "Each building is halved: its group in the baseline at the left, in this recording at the GC point shown at the right. Groups are matched by their paths.",
	"Verdict":  "The whole heap here against the whole heap there, in the current unit.",
	"Shares":   "The baseline is scaled as if its heap were as large as this one: equal shares are equally high.",
	"Left":     "The left half: the group in the baseline. Its colour means nothing.",
	"Right":    "The right half: the group in this recording. Its colour shows how it compares with the baseline: blue is less, orange is more; half and double have the strongest colours. What is new has dashed edges.",
	"Gone":     "The left half of a group that only the baseline has; the outline of its plot is dashed.",
	"Matched":  "The rest lies in groups that only one of the two has, which are shown as gone or new: with other groupings it may match.",
}

// BaseSection draws the settings of the comparison.
func BaseSection(c *widget.Canvas, b *canvas.Box) {
	now := c.Model.State.Baseline
	if p := c.Model.Legend.Based; p != nil {
		at := now.At
		if at == 0 {
			at = p.Points
		}
		row := Named(c, b, "Its GC point")
		if n, ok := c.Number("settings/base/at", row, "GC point of the baseline",
			"Of "+words.Count(int64(p.Points))+" that the other recording has", at, 1, p.Points, widget.Why(p.Points < 2, "The baseline has one GC point only")); ok {
			to := now
			to.At = n
			c.Do(state.CompareWith{To: to})
		}
		if c.Toggle("settings/base/shares", b.CutTop(SettingRow), "Shares of the heap",
			"For recordings of different load: compares shares of the heap in place of numbers", now.Shares, "") {
			to := now
			to.Shares = !to.Shares
			c.Do(state.CompareWith{To: to})
		}
	}
	if c.Button("settings/base/other", b.CutTop(28),
		widget.ButtonOptions{Text: "Compare with a baseline…", Look: widget.Ground,
			Hint: "Choose the recording that the buildings are halved by"}) {
		c.Emit(model.CompareWith)
	}
	b.CutTop(4)
}

// OpenRows returns the rows of the menu that opens recordings.
func OpenRows(k *widget.Core) []widget.MenuRow {
	rows := []widget.MenuRow{{Text: "Open files…", Key: "Ctrl+O", Event: model.OpenFile}}
	if m := &k.Model; m.Plan != nil && m.NoStates == "" {
		rows = append(rows, widget.MenuRow{Text: "Compare with a baseline…", Event: model.CompareWith})
		if !m.State.Baseline.Paths.Empty() {
			rows = append(rows, widget.MenuRow{Text: "Halve the buildings by it", Key: "Shift+C", On: m.State.Division == scene.ByBase,
				Event: model.Do{Action: state.Divide{By: m.State.Division.Toggled(scene.ByBase)}}})
		}
	}
	if k.Model.IsOpen() {
		rows = append(rows, widget.MenuRow{Text: "Rules and budgets…", On: k.Model.Budgets.IsOpen(), Event: model.ToggleBudgets})
	}
	if k.Model.CanRecord {
		rows = append(rows, widget.MenuRow{Text: "Record a program…", Key: "Ctrl+R", Event: model.ToggleRecord})
	}
	return rows
}
