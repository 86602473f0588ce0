package part

import (
	"fmt"

	"memcity/city/budget"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

func Facts(m *model.Model, g *model.Group) []widget.Fact {
	unit := m.State.Settings.Unit
	total := m.Now()
	part, whole := g.Objects, total.Objects
	if unit == trees.Bytes {
		part, whole = g.Bytes, total.Bytes
	}
	objects, bytes := sizeKindHints(m.SizeKind)
	list := []widget.Fact{
		{Name: words.UpperFirst(m.SizeKind.Of(trees.Objects)), Value: words.Count(g.Objects), Hint: objects},
		{Name: words.UpperFirst(m.SizeKind.Of(trees.Bytes)), Value: words.Size(g.Bytes), Hint: bytes},
	}
	list = append(list, estimateFacts(g)...)
	list = append(list, budgetFacts(g)...)
	list = append(list, fateFacts(m, g)...)
	list = append(list, baselineFacts(m, g)...)
	list = append(list, AgeFacts(m, g)...)
	list = append(list, UseFacts(m, g)...)
	list = append(list, widget.Fact{Name: "Share of all " + m.SizeKind.Of(unit), Value: words.Percent(part, whole),
		Hint: "Share of the whole heap at this GC point, in the selected unit."})
	if len(m.Points) < 2 {
		return list
	}
	since := "the first GC point"
	if from := m.State.Window.From; from > 0 {
		since = "GC point " + words.Count(int64(from+1)) + ", the start of the window"
	}
	hint := func(when, what string) string {
		return words.UpperFirst(what) + " " + when + " minus the value at " + since + ". In parentheses: relative to that value."
	}
	growths := []struct {
		unit             trees.Unit
		now, first, last int64
	}{{trees.Objects, g.Objects, g.FirstObjects, g.LastObjects}, {trees.Bytes, g.Bytes, g.FirstBytes, g.LastBytes}}
	for _, of := range growths {
		what := m.SizeKind.Of(of.unit)
		list = append(list, widget.Fact{Name: "Growth so far, " + what, Value: growthText(of.unit, of.now, of.first), Hint: hint("now", what)})
	}
	for _, of := range growths {
		if of.last != of.now {
			what := m.SizeKind.Of(of.unit)
			list = append(list, widget.Fact{Name: "Growth over window, " + what, Value: growthText(of.unit, of.last, of.first),
				Hint: hint("at the end of the window", what)})
		}
	}
	if g.Rank > 0 {
		rank := fmt.Sprintf("%s of %s", words.Count(int64(g.Rank)), words.Plural(int64(g.Ranked), "building", "buildings"))
		if g.Solid {
			rank += ", solid"
		}
		list = append(list, widget.Fact{Name: "Rank by growth", Value: rank,
			Hint: "Rank among all buildings by growth over the whole window. The highest ranks are solid."})
	}
	return list
}

// estimateFacts lists the errors of numbers estimated from samples.
func estimateFacts(g *model.Group) []widget.Fact {
	e := g.Estimate
	if e == nil {
		return nil
	}
	hint := "Allocation sites were sampled. The other objects of this type and size are distributed like the samples. The true number is in this range in 95 of 100 cases."
	return []widget.Fact{
		{Name: "Estimated objects", Value: words.About(g.Objects, e.Objects), Hint: hint},
		{Name: "Estimated bytes", Value: "about " + words.Size(g.Bytes) + " ± " + words.Size(e.Bytes.Around(g.Bytes)), Hint: hint},
		{Name: "Samples", Value: words.Count(e.Samples), Hint: "Objects of this group that were sampled when allocated."},
	}
}

// sizeKindHints explains the numbers of a group.
func sizeKindHints(measure trees.SizeKind) (objects, bytes string) {
	switch measure {
	case trees.Deep:
		return "Objects in the group and all objects reachable from them at this GC point, each counted once.",
			"Deep size: the bytes of these objects and all objects reachable from them."
	case trees.Retained:
		return "Objects that would be freed with the group at this GC point, including its own.",
			"Retained size: the bytes of all objects that would be freed with the group."
	case trees.Structural:
		return "Objects of the data structures whose heads are in the group at this GC point, each counted once.",
			"Data structure size: the bytes of heads, internal parts and leaves."
	}
	return "Objects in the group at this GC point. An object in several subgroups counts once.",
		"Shallow size: the bytes of the objects themselves, without objects they refer to."
}

func growthText(unit trees.Unit, now, first int64) string {
	s := words.Growth(unit, now-first)
	if first > 0 && now != first {
		p := words.PercentOf(float64(now-first) / float64(first))
		if now > first {
			p = "+" + p
		}
		s += "  (" + p + ")"
	}
	return s
}

// OverBudget is the name of the fact about a broken budget.
const OverBudget = "Over budget"

// budgetFacts lists the budgets of a group.
func budgetFacts(g *model.Group) (list []widget.Fact) {
	for i := range g.Budgets {
		b := &g.Budgets[i]
		name := "Budget"
		switch b.Status {
		case budget.BudgetBroken:
			name = OverBudget
		case budget.BudgetNear:
			name = "Nearly over budget"
		}
		hint := b.Words() + ", by the rule " + b.Name + " of the rules file."
		if b.Groups > 1 {
			hint += " The budget covers " + words.Plural(int64(b.Groups), "group", "groups") + " together."
		}
		list = append(list, widget.Fact{Name: name, Value: b.Short(), Hint: hint})
	}
	return list
}

// ShownColor returns the color of the group in the picture.
func ShownColor(g *model.Group) scene.RGB {
	if g.Mark != nil {
		return *g.Mark
	}
	return g.Color
}

// Chip draws a color sample with a border, visible on any background.
func Chip(c *widget.Canvas, b canvas.Box, radius float32, col scene.RGB) {
	c.Fill(b, radius, canvas.Solid(col))
	c.Frame(b, radius, 1, canvas.Mixed(canvas.Solid(col), c.Theme.Text, 0.35))
}

const RowHeight = 24

func DrawFacts(c *widget.Canvas, b *canvas.Box, list []widget.Fact) {
	for _, f := range list {
		row := b.CutTop(RowHeight)
		c.Explain("inspector/fact/"+f.Name, row, f.Name, f.Value, f.Hint)
		c.Hline(row.X, row.Bottom(), row.W, 0, c.Line)
		col := c.Theme.Text
		if f.Name == OverBudget {
			col = c.Fault
		}
		w := c.Text(row, canvas.Strong, canvas.Right, col, f.Value)
		row.CutRight(w + 8)
		c.Text(row, canvas.Body, canvas.Left, c.Dim, f.Fitting(c, canvas.Body, row.W))
	}
}

const SettingRow = 32

// Named draws the name of a setting on the left and returns the space for its control.
func Named(c *widget.Canvas, b *canvas.Box, name string) canvas.Box {
	row := b.CutTop(SettingRow)
	c.Text(row.CutLeft(92), canvas.Body, canvas.Left, c.Theme.Text, name)
	return row.Middle(27)
}

// PathText formats the path to a group without the group itself: "Heap → Package: java.util".
func PathText(g *model.Group) string { return model.PathText(g.Path[:max(len(g.Path)-1, 0)]) }

// Totals formats the numbers of the whole heap, with the size kind if it is not shallow.
func Totals(m *model.Model, p model.Point) (objects, bytes string) {
	objects, bytes = words.Amount(trees.Objects, p.Objects), words.Size(p.Bytes)
	switch m.SizeKind {
	case trees.Shallow:
	case trees.Structural:
		bytes += " in data structures"
	default:
		bytes += " " + m.SizeKind.String()
	}
	return objects, bytes
}
