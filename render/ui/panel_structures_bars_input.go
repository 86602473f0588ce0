package ui

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gioui.org/io/key"

	"memcity/city"
)

// mostStrong is the largest threshold that can be chosen, in percent.
const mostStrong = 100

func (c *canvas) moveThreshold(ctl *control, g *growthBars) {
	to := g.strong
	switch {
	case ctl.fresh:
		c.local.structures.grip = ctl.at.y - g.y(g.strong)
	case ctl.dragged:
		to = g.at(ctl.at.y - c.local.structures.grip)
	}
	for _, k := range ctl.keys {
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
			to = mostStrong
		}
	}
	if to = min(max(math.Round(to), 1), mostStrong); to != g.strong {
		c.setStructures(func(t *city.Structuring) { t.Strong = to })
	}
}

// barsInput does what the pointer and keys do in the chart.
func (c *canvas) barsInput(g *growthBars, r *city.StructuresReport) {
	l := &c.local.structures
	whole := box{g.plot.x, g.plot.y, g.plot.w, g.plot.h + 22}
	ctl := c.control("structures/bars", whole, browsable, Item{Kind: "chart", Text: "Strongest growth", Value: plural(int64(len(g.list)), "data structure", "data structures")})
	under, chosen := -1, -1
	object, _ := c.chosenObject(r)
	for i, one := range g.list {
		col := g.column(i)
		if ctl.hover && ctl.at.x >= col.x && ctl.at.x < col.right() && ctl.at.y >= whole.y && ctl.at.y < whole.bottom() {
			under = i
		}
		if one.Object == object {
			chosen = i
		}
	}
	if under != l.bar {
		l.bar, ctl.since = under, c.now
	}
	wash := func(i int, col color.NRGBA) {
		if i >= 0 {
			at := g.column(i)
			c.fill(box{at.x + 1, at.y - 4, at.w - 2, at.h + 26}, 4, col)
		}
	}
	wash(under, c.theme.hover)
	wash(chosen, c.wash)
	if ctl.focus && c.byKey && chosen >= 0 {
		at := g.column(chosen)
		c.frame(box{at.x + 1, at.y - 4, at.w - 2, at.h + 26}, 4, 2, c.link)
	}
	to := c.barsKeys(g, ctl, chosen)
	if (ctl.fresh || ctl.asked) && under >= 0 {
		to = under
		c.source.Execute(key.FocusCmd{Tag: ctl})
		c.again = true
		if ctl.asked {
			c.openStructureMenu("structures/bars", box{ctl.at.x, ctl.at.y, 0, 0})
		}
	}
	if to >= 0 && to != chosen {
		l.row = ""
		c.chooseStructure(r.Head(g.list[to]))
	}
	if under >= 0 {
		c.proposeHint(fmt.Sprintf("structures/bars/%d", under), ctl, c.growthHint(g.list[under], r), c.visible(g.column(under)))
	}
}

// barsKeys does what keys do in the chart, and returns the bar that is chosen by then; -1 for none.
func (c *canvas) barsKeys(g *growthBars, ctl *control, chosen int) (to int) {
	to = chosen
	for _, k := range ctl.keys {
		switch k {
		case key.NameLeftArrow, key.NameUpArrow:
			to = max(to-1, 0)
		case key.NameRightArrow, key.NameDownArrow:
			to = min(to+1, len(g.list)-1)
		case key.NameHome:
			to = 0
		case key.NameEnd:
			to = len(g.list) - 1
		case key.NameReturn, key.NameEnter, key.NameF10, keyMenu:
			c.openStructureMenu("structures/bars", g.column(max(chosen, 0)))
		}
	}
	return to
}

// growthHint tells all numbers of a growth.
func (c *canvas) growthHint(one *city.StructureGrowth, r *city.StructuresReport) string {
	m := r.Ask.In()
	lines := []string{oneLine(one.Type) + ", object " + Count(int64(one.Object))}
	for rank := range city.StructureRanks {
		name := rankNames[rank].name
		grown, ok := one.Grown(rank, m)
		if !ok {
			lines = append(lines, name+": not known")
			continue
		}
		before, _ := one.Before.Of(rank, m)
		after, _ := one.Sizes.Of(rank, m)
		line := fmt.Sprintf("%s: %s → %s, %s", name, ShortAmount(m, before), Amount(m, after), Growth(m, grown))
		if one.Portions != nil {
			line += ", " + percent(one.Portions.Of(rank))
		}
		lines = append(lines, line)
	}
	if p := one.PatternAt(c.model.State.Structuring.StrongOr()); p != city.NoGrowthPattern {
		lines = append(lines, upperFirst(p.String())+". "+p.Meaning())
	}
	return strings.Join(lines, "\n")
}
