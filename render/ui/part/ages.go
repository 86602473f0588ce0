package part

import (
	"memcity/city/scene"
	"memcity/city/view/ages"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// LegendAges explains the age storeys, from top to bottom.
func LegendAges(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	a := c.Model.Legend.Aged
	means := "the number of " + a.Unit() + "s that objects survived"
	switch {
	case a.Waiting:
		means = "matching objects between GC points…"
	case a.Missing != "":
		means = "unavailable: " + a.Missing
	}
	endedLine(c, b, "Undivided buildings", c.Tip(action.CityStoreys, "Stop dividing buildings"), func() { LegendLine(c, b, "Floors", means) })
	if !c.Model.InStoreys() {
		return
	}
	whole := int64(0)
	for _, amount := range a.Counts.Classes {
		whole += amount.Of(s.Unit)
	}
	for i, amount := range a.Counts.Classes {
		if amount.Objects == 0 {
			continue
		}
		class := ages.Class(i)
		value := amount.Of(s.Unit)
		sampleLine(c, b, model.AgeName(class), words.Amount(s.Unit, value)+" · "+words.Percent(value, whole), a.AgeHint(class),
			s.Palette().Age(class), false)
	}
	LegendLine(c, b, "Ages", a.AgesKnown())
}

// AgeFacts lists the ages of a group's objects, the youngest first.
func AgeFacts(m *model.Model, g *model.Group) []widget.Fact {
	a := m.Legend.Aged
	if a == nil || !m.InStoreys() {
		return nil
	}
	if g.Ages == nil {
		return []widget.Fact{{Name: "Ages", Value: "unavailable",
			Hint: "No ages for groups below a transformer, because they contain other objects than the groups above them."}}
	}
	unit := m.State.Settings.Unit
	var list []widget.Fact
	whole := int64(0)
	for _, amount := range g.Ages.Classes {
		whole += amount.Of(unit)
	}
	for i, amount := range g.Ages.Classes {
		if amount.Objects == 0 {
			continue
		}
		class := ages.Class(i)
		name := "Age " + model.AgeName(class)
		switch class {
		case ages.Before:
			name = "There at the start"
		case ages.Indistinct:
			name = "Age unknown"
		}
		value := amount.Of(unit)
		list = append(list, widget.Fact{Name: name,
			Value: words.Count(amount.Objects) + " · " + words.Size(amount.Bytes) + " (" + words.Percent(value, whole) + ")",
			Hint:  a.AgeHint(class)})
	}
	if d := g.Ages.Doubtful; d.Objects > 0 {
		hint := "Their age depends on probable, not certain, matches between GC points."
		switch {
		case a.Births:
			hint = "Their allocation was not recorded, only the GC points between which they were born. They count as the youngest possible, and may be older."
		case !a.Probable:
			hint = "Probably the same as earlier objects, but not certainly. They count as new, so they may be older. The diff view can count them as survivors."
		}
		list = append(list, widget.Fact{Name: "~ Uncertain", Value: words.Count(d.Objects) + " · " + words.Size(d.Bytes), Hint: hint})
	}
	return list
}
