package ui

import (
	"fmt"

	"memcity/city"
)

// Aged tells what the storeys of the buildings show.
type Aged struct {
	Births   bool           // ages count GCs; else GC points
	Followed string         // how objects were followed over these: native, recovered or none
	Probable bool           // probable pairs count as the same object
	Points   int            // GC points over which objects were followed
	Counts   city.AgeCounts // of the whole heap
	Waiting  bool           // objects are being followed; until then buildings are whole
	Missing  string         // why there are no storeys; empty if there are
}

// inStoreys reports whether the buildings are shown in storeys.
func (m *Model) inStoreys() bool {
	a := m.Legend.Aged
	return a != nil && !a.Waiting && a.Missing == ""
}

// unit is what ages count.
func (a *Aged) unit() string {
	if a.Births {
		return "GC"
	}
	return "GC point"
}

// ageName names a class of ages as it stands in the legend.
func ageName(c city.AgeClass) string {
	if c == city.AgeBefore {
		return "Before"
	}
	from, to := c.Range()
	switch {
	case to < from:
		return fmt.Sprintf("%d or more", from)
	case from == to:
		return Count(int64(from))
	}
	return fmt.Sprintf("%d–%d", from, to)
}

// ageHint explains a class of ages.
func (a *Aged) ageHint(c city.AgeClass) string {
	from, to := c.Range()
	things := func(n int) string { return plural(int64(n), a.unit(), a.unit()+"s") }
	switch {
	case c == city.AgeBefore && a.Births:
		return "Born before the recording, or of a birth that is not known: older than all other storeys, as far as is known."
	case c == city.AgeBefore:
		return "There at the first GC point already, so nobody knows how old they were then: since then they have survived " +
			things(a.Points-1) + " at the least."
	case c == 0 && a.Births:
		return "Born since the last GC, or they may have been: they have survived none for sure."
	case c == 0:
		return "Seen for the first time at this GC point."
	case to < from:
		return "They have survived " + Count(int64(from)) + " or more " + a.unit() + "s."
	case from == to:
		return "They have survived " + things(from) + "."
	}
	return "They have survived " + Count(int64(from)) + " to " + things(to) + "."
}

// agesKnown tells how ages are known.
func (a *Aged) agesKnown() string {
	doubt := ""
	if share := city.Doubt(&a.Counts); share > 0 {
		doubt = fmt.Sprintf("; ~ %s of the ages are not sure", PercentOf(share))
		if share < 0.005 {
			doubt = "; ~ under 1 % of the ages are not sure"
		}
	}
	switch {
	case a.Births:
		return "by births that the recording knows" + doubt
	case a.Followed == "native":
		return "followed by the numbers that the recording gave them" + doubt
	case a.Followed == "recovered":
		return "recognised by content and references" + doubt
	}
	return "there is no GC point before this one"
}

// legendAges tells what the storeys mean, from the top down as they lie.
func legendAges(c *canvas, b *box, s *city.Settings) {
	a := c.model.Legend.Aged
	means := "how many " + a.unit() + "s the objects have survived"
	switch {
	case a.Waiting:
		means = "objects are being followed; until then buildings are whole"
	case a.Missing != "":
		means = "none: " + a.Missing
	}
	endedLine(c, b, "Whole buildings", "Show whole buildings again (H)", func() { legendLine(c, b, "Storeys", means) })
	if !c.model.inStoreys() {
		return
	}
	whole := int64(0)
	for _, amount := range a.Counts.Classes {
		whole += city.Amount(amount).Of(s.Metric)
	}
	for i, amount := range a.Counts.Classes {
		if amount.Objects == 0 {
			continue
		}
		class := city.AgeClass(i)
		value := city.Amount(amount).Of(s.Metric)
		sampleLine(c, b, ageName(class), Amount(s.Metric, value)+" · "+Percent(value, whole), a.ageHint(class), s.Palette().Age(class), false)
	}
	legendLine(c, b, "Ages", a.agesKnown())
}

// ageFacts tell how old the objects of a group are, the youngest first.
func ageFacts(m *Model, g *Group) []fact {
	a := m.Legend.Aged
	if a == nil || !m.inStoreys() {
		return nil
	}
	if g.Ages == nil {
		return []fact{{"Ages", "not known", "Of groups below a transformer no age is known: their objects are others than those of the groups above."}}
	}
	metric := m.State.Settings.Metric
	var list []fact
	whole := int64(0)
	for _, amount := range g.Ages.Classes {
		whole += city.Amount(amount).Of(metric)
	}
	for i, amount := range g.Ages.Classes {
		if amount.Objects == 0 {
			continue
		}
		class := city.AgeClass(i)
		name := "Age " + ageName(class)
		if class == city.AgeBefore {
			name = "There before"
		}
		value := city.Amount(amount).Of(metric)
		list = append(list, fact{name, Count(amount.Objects) + " · " + Size(amount.Bytes) + " (" + Percent(value, whole) + ")", a.ageHint(class)})
	}
	if d := g.Ages.Doubtful; d.Objects > 0 {
		hint := "Their age rests on objects that are probably the same, but not for certain."
		switch {
		case a.Births:
			hint = "Their allocation was not seen, only the GC points between which they were born. They count as being as young as they can be, and may be older."
		case !a.Probable:
			hint = "They are probably, but not for certain, objects that were there before. They count as new, so they may be older; the diff view can have them followed."
		}
		list = append(list, fact{"~ Of these not sure", Count(d.Objects) + " · " + Size(d.Bytes), hint})
	}
	return list
}
