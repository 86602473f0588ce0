package structures

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gioui.org/io/key"

	"memcity/city/view/structures"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// maxStrong is the maximum threshold, in percent.
const maxStrong = 100

func (view *View) moveThreshold(c *widget.Canvas, ctl *widget.Control, g *growthBars) {
	to := g.strong
	switch {
	case ctl.Fresh:
		view.grip = ctl.At.Y - g.y(g.strong)
	case ctl.Dragged:
		to = g.at(ctl.At.Y - view.grip)
	}
	for _, k := range ctl.Keys {
		switch k {
		case key.NameUpArrow, key.NameRightArrow:
			to++
		case key.NameDownArrow, key.NameLeftArrow:
			to--
		case key.NamePageUp:
			to += 5
		case key.NamePageDown:
			to -= 5
		case key.NameHome:
			to = 1
		case key.NameEnd:
			to = maxStrong
		}
	}
	if to = min(max(math.Round(to), 1), maxStrong); to != g.strong {
		view.setStructures(c, func(t *structures.State) { t.Strong = to })
	}
}

// barsInput handles pointer and keyboard input in the chart.
func (view *View) barsInput(c *widget.Canvas, g *growthBars, r *structures.Report) {
	l := view
	whole := canvas.Rect(g.plot.X, g.plot.Y, g.plot.W, g.plot.H+22)
	ctl := c.Control("structures/bars", whole, widget.Browsable,
		model.Item{Kind: "chart", Text: "Strongest growth", Value: words.Plural(int64(len(g.list)), "data structure", "data structures")})
	under, chosen := -1, -1
	object, _ := view.chosenObject(c, r)
	for i, one := range g.list {
		col := g.column(i)
		if ctl.Hover && ctl.At.X >= col.X && ctl.At.X < col.Right() && ctl.At.Y >= whole.Y && ctl.At.Y < whole.Bottom() {
			under = i
		}
		if one.Object == object {
			chosen = i
		}
	}
	if under != l.bar {
		l.bar, ctl.Since = under, c.Now
	}
	wash := func(i int, col color.NRGBA) {
		if i >= 0 {
			at := g.column(i)
			c.Fill(canvas.Rect(at.X+1, at.Y-4, at.W-2, at.H+26), 4, col)
		}
	}
	wash(under, c.Theme.Hover)
	wash(chosen, c.Wash)
	if ctl.Focus && c.ByKey && chosen >= 0 {
		at := g.column(chosen)
		c.Frame(canvas.Rect(at.X+1, at.Y-4, at.W-2, at.H+26), 4, 2, c.Link)
	}
	to := view.barsKeys(c, g, ctl, chosen)
	if (ctl.Fresh || ctl.MenuRequested) && under >= 0 {
		to = under
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		c.Again = true
		if ctl.MenuRequested {
			view.openStructureMenu(c, "structures/bars", canvas.Rect(ctl.At.X, ctl.At.Y, 0, 0))
		}
	}
	if to >= 0 && to != chosen {
		l.row = ""
		view.chooseStructure(c, r.Head(g.list[to]))
	}
	if under >= 0 {
		c.ProposeHint(fmt.Sprintf("structures/bars/%d", under), ctl, view.growthHint(c, g.list[under], r), c.Visible(g.column(under)))
	}
}

// barsKeys handles keyboard input in the chart and returns the index of the chosen bar, or -1 for none.
func (view *View) barsKeys(c *widget.Canvas, g *growthBars, ctl *widget.Control, chosen int) (to int) {
	to = chosen
	for _, k := range ctl.Keys {
		switch k {
		case key.NameLeftArrow, key.NameUpArrow:
			to = max(to-1, 0)
		case key.NameRightArrow, key.NameDownArrow:
			to = min(to+1, len(g.list)-1)
		case key.NameHome:
			to = 0
		case key.NameEnd:
			to = len(g.list) - 1
		case key.NameReturn, key.NameEnter, key.NameF10, widget.KeyMenu:
			view.openStructureMenu(c, "structures/bars", g.column(max(chosen, 0)))
		}
	}
	return to
}

// growthHint lists all numbers of a data structure's growth.
func (view *View) growthHint(c *widget.Canvas, one *structures.Grown, r *structures.Report) string {
	m := r.Query.In()
	lines := []string{words.OneLine(one.Type) + ", object " + words.Count(int64(one.Object))}
	for rank := range structures.StructureRanks {
		name := rankNames[rank].name
		grown, ok := one.Grown(rank, m)
		if !ok {
			lines = append(lines, name+": unavailable")
			continue
		}
		before, _ := one.Before.Of(rank, m)
		after, _ := one.Sizes.Of(rank, m)
		line := fmt.Sprintf("%s: %s → %s, %s", name, words.ShortAmount(m, before), words.Amount(m, after), words.Growth(m, grown))
		if one.Portions != nil {
			line += ", " + words.PercentColumn(one.Portions.Of(rank))
		}
		lines = append(lines, line)
	}
	if p := one.PatternAt(structures.View.Of(c.Model.State.Views).StrongOr()); p != structures.NoGrowthPattern {
		lines = append(lines, words.UpperFirst(p.String())+". "+p.Meaning())
	}
	return strings.Join(lines, "\n")
}
