package ui

import (
	"memcity/city"
)

// Based tells of the other recording that the buildings are halved by: the base.
type Based struct {
	Name          string
	Point, Points int  // its GC point from 0, and how many it has
	Shares        bool // shares of the heap are compared
	Matched       city.Matched
	Verdict       city.Verdict // of the whole heap, in the metric in force
}

// inHalves reports whether the buildings are halved by another recording.
func (m *Model) inHalves() bool { return m.Legend.Based != nil }

// ofLarger and ofLower tell which half is drawn how, after what area and height show.
func (m *Model) ofLarger() string {
	if m.inHalves() {
		return ", of the larger half"
	}
	return ""
}

func (m *Model) ofLower() string {
	if m.inHalves() {
		return "; the lower half is in proportion"
	}
	return ""
}

// Title names the base with its GC point.
func (p *Based) Title() string {
	if p.Points == 1 {
		return p.Name
	}
	return p.Name + ", GC point " + Count(int64(p.Point+1)) + " of " + Count(int64(p.Points))
}

// matchedText tells how much can be compared.
func (p *Based) matchedText() string {
	return PercentOf(p.Matched.Before) + " of that and " + PercentOf(p.Matched.After) + " of this are in groups that both have"
}

// basedFacts tell how a group compares with the base.
func basedFacts(m *Model, g *Group) []fact {
	p, f := m.Legend.Based, g.Fate
	if p == nil || f == nil {
		return nil
	}
	metric := m.State.Settings.Metric
	before, after := f.Before.Of(metric), f.After.Of(metric)
	v := city.NewVerdict(metric, before, after)
	hint := "What the other recording has of the group: " + p.Title() + "."
	if p.Shares {
		hint = "What the other recording would have of the group if its heap were as large as this one: " + p.Title() + "."
	}
	return []fact{
		{"Before", Count(f.Before.Objects) + " · " + Size(f.Before.Bytes), hint},
		{"Verdict", v.Text(Amount), "The group with all that is in it, here against the other recording, in the metric in force."},
	}
}

// legendHalves tells what the halves of the buildings mean.
func legendHalves(c *canvas, b *box, s *city.Settings) {
	p, palette := c.model.Legend.Based, s.Palette()
	endedLine(c, b, "Stop comparing", "Show whole buildings of this recording alone again (Shift+C)", func() {
		legendBaseLine(c, b, "Compared", "with "+p.Title())
	})
	legendBaseLine(c, b, "Verdict", p.Verdict.Text(Amount))
	if p.Shares {
		legendBaseLine(c, b, "Shares", "of the heap are compared")
	}
	halfSample(c, b, "Left", "there, before", palette.Before, false)
	c.text(b.cutTop(18), small, left, c.dim, "Right, here: less or more than there")
	b.cutTop(2)
	againstScale(c, b, palette)
	halfSample(c, b, "Gone", "only there", palette.Gone, true)
	legendBaseLine(c, b, "Matched", p.matchedText())
}

func halfSample(c *canvas, b *box, word, means string, col city.RGB, see bool) {
	sampleLine(c, b, word, means, baseHints[word], col, see)
}

func legendBaseLine(c *canvas, b *box, word, means string) {
	at := *b
	at.h = c.paragraphHeight(b.w-legendKey, small, means) + 4
	legendLine(c, b, word, means)
	c.explain("legend/base/"+word, at, word, means, baseHints[word])
}

// againstScale draws the colours of right halves, from half of what is there to double.
func againstScale(c *canvas, b *box, palette *city.Palette) {
	track := b.cutTop(11)
	c.explain("legend/against", track, "Right", "", baseHints["Right"])
	color := func(at float32) city.RGB {
		if at < 0.5 {
			return palette.Less(1 - 2*float64(at))
		}
		return palette.More(2*float64(at) - 1)
	}
	for i := range gradientSteps {
		from, to := float32(i)/gradientSteps, float32(i+1)/gradientSteps
		c.gradient(box{track.x + track.w*from, track.y, track.w / gradientSteps, track.h}, solid(color(from)), solid(color(to)))
	}
	numbers := b.cutTop(17)
	c.text(numbers, small, left, c.dim, "half")
	c.text(numbers, small, center, c.dim, "the same")
	c.text(numbers, small, right, c.dim, "double")
	b.cutTop(4)
}

// baseHints explain the lines of the legend.
var baseHints = map[string]string{
	"Compared": "Each building is halved: at the left what the other recording has of its group, at the right what this one has at the GC point shown. Groups are matched by their paths.",
	"Verdict":  "The whole heap here against the whole heap there, in the metric in force.",
	"Shares":   "What the other recording has is shown as if its heap were as large as this one: the same share is as high.",
	"Left":     "The left half: what the other recording has of the group. Its colour tells nothing.",
	"Right":    "The right half: what this recording has of the group. Its colour tells how it compares with the other: blue is less, orange is more; half and double have the strongest colours. What is new has dashed edges.",
	"Gone":     "The left half of a group that only the other recording has; the outline of its plot is dashed.",
	"Matched":  "The rest lies in groups that only one of the two has, which are shown as gone or new: with other groupings it may match.",
}

// baseSection sets what is compared, in the settings.
func baseSection(c *canvas, b *box) {
	now := c.model.State.Beside
	if p := c.model.Legend.Based; p != nil {
		at := now.At
		if at == 0 {
			at = p.Points
		}
		row := named(c, b, "Its GC point")
		if n, ok := c.number("settings/base/at", row, "GC point of the other recording", "Of "+Count(int64(p.Points))+" that the other recording has", at, 1, p.Points, p.Points < 2); ok {
			to := now
			to.At = n
			c.do(city.CompareWith{To: to})
		}
		if c.toggle("settings/base/shares", b.cutTop(settingRow), "Shares of the heap", "For recordings of different load: compares shares of the heap in place of numbers", now.Shares, false) {
			to := now
			to.Shares = !to.Shares
			c.do(city.CompareWith{To: to})
		}
	}
	if c.button("settings/base/other", b.cutTop(28), buttonOptions{text: "Compare with another recording…", look: ground, hint: "Choose the recording that the buildings are halved by"}) {
		c.emit(CompareWith)
	}
	b.cutTop(4)
}

// openRows are the rows of the menu that opens recordings.
func (k *core) openRows() []menuRow {
	rows := []menuRow{{text: "Open files…", key: "Ctrl+O", event: OpenFile}}
	if m := &k.model; m.Plan != nil && m.NoStates == "" {
		rows = append(rows, menuRow{text: "Compare with another recording…", event: CompareWith})
		if len(m.State.Beside.Paths) > 0 {
			rows = append(rows, menuRow{text: "Halve the buildings by it", key: "Shift+C", on: m.State.Division == city.ByBase,
				event: Do{city.Divide{By: m.State.Division.Toggled(city.ByBase)}}})
		}
	}
	if k.model.isOpen() {
		rows = append(rows, menuRow{text: "Rules and budgets…", on: k.model.Budgets.isOpen(), event: ToggleBudgets})
	}
	if k.model.CanRecord {
		rows = append(rows, menuRow{text: "Record a program…", key: "Ctrl+R", event: ToggleRecord})
	}
	return rows
}
