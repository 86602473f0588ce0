package legend

import (
	"fmt"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/words"
)

// StrongestText sets the strongest growth against the whole heap, so that a little growth is not taken for a leak.
func StrongestText(m *model.Model) string {
	growth, whole := m.Legend.MaxGrowth, most(m)
	text := "The end of the scale is " + words.Percent(growth, whole) + " of the heap"
	if len(m.Legend.Filters) > 0 {
		text = "The end of the scale is " + words.Percent(growth, whole) + " of what passes the filters"
	}
	if float64(growth) < smallGrowth*float64(whole) {
		text += ": little, however strong the colour"
	}
	return text + "."
}

// most is the largest total of the window, in the metric in force.
func most(m *model.Model) int64 {
	most := int64(0)
	for i := max(m.State.Window.From, 0); i <= m.State.Window.To && i < len(m.Points); i++ {
		most = max(most, m.Points[i].Value(m.State.Settings.Metric))
	}
	return most
}

// smallGrowth is the share of the heap below which the strongest growth is called little.
const smallGrowth = 0.01

func areaText(s *scene.Settings, measure trees.Measure, parts bool) string {
	text := measure.Of(s.Metric) + ", square root"
	if s.Area == scene.Linear {
		text = measure.Of(s.Metric) + ", linear"
	}
	if parts {
		text += ", at the larger of both points"
	}
	return text
}

// sumsText describes numbers that do not add up; empty if they do.
func sumsText(m *model.Model) string {
	switch {
	case m.Measure == trees.Deep:
		return "groups share objects: buildings may add up to more than their district"
	case m.Measure == trees.Structural:
		return "data structures share objects: buildings may add up to more than their district"
	case m.Measure == trees.Retained:
		return "groups share objects: buildings may add up to more or less than their district"
	case m.Legend.Overlap:
		return "an object may be in several groups: buildings may add up to more than their district"
	}
	return ""
}

func heightText(s *scene.Settings, measure trees.Measure) string {
	if s.OtherHeight {
		return measure.Of(part.OtherMetric(s.Metric)) + ", in five steps"
	}
	return "twice the side of the base"
}

func OpacityText(s *scene.Settings, m *model.Model) string {
	if m.Legend.Isolated {
		return "what is isolated or found is solid, others as outlines"
	}
	if m.InParts() || m.Compares() {
		return "what is see-through is gone"
	}
	if !s.Fade || m.InStoreys() || m.ByStaleness() {
		return "all solid"
	}
	others := "others at " + words.PercentOf(s.Opacity)
	if s.Opacity == 0 {
		others = "others as outlines"
	}
	grew, n := m.Legend.Grew, min(s.Solid, m.Legend.Buildings)
	switch {
	case n > 0 && n == m.Legend.Buildings:
		return "all solid"
	case n == 0:
		return "none is solid, " + others
	case len(m.Points) == 1 || grew == 0:
		return fmt.Sprintf("%s solid, though none grew; %s", words.Plural(int64(n), "building is", "buildings are"), others)
	case grew < n:
		return fmt.Sprintf("%d are solid, of which %d grew; %s", n, grew, others)
	case n == 1:
		return "the one that grew most is solid, " + others
	}
	return fmt.Sprintf("the %d that grew most are solid, %s", n, others)
}

// GroupsLegend says what all groups are: "37 smaller groups, 0.4 % of bytes, are not shown" and so on.
func GroupsLegend(m *model.Model) string {
	l, metric := &m.Legend, m.State.Settings.Metric
	text := words.Count(int64(l.Buildings+l.Slabs+l.NotShown)) + ": " + words.Plural(int64(l.Buildings), "building", "buildings") + ", " +
		words.Plural(int64(l.Slabs), "district", "districts")
	if l.NotShown == 0 {
		return text
	}
	text += fmt.Sprintf(", %s not shown", words.Plural(int64(l.NotShown), "smaller one", "smaller ones"))
	if m.Measure == trees.Shallow && !l.Overlap { // others do not add up
		part, whole := l.Hidden.Objects, l.Objects
		if metric == trees.Bytes {
			part, whole = l.Hidden.Bytes, l.Bytes
		}
		text += fmt.Sprintf(" (%s of %s)", words.Percent(part, whole), metric)
	}
	if l.Hidden.Growers > 0 {
		text += fmt.Sprintf("; %s among the strongest growing", words.Plural(int64(l.Hidden.Growers), "is", "are"))
	}
	return text
}
