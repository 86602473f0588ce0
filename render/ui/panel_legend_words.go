package ui

import (
	"fmt"

	"memcity/city"
)

// strongestText sets the strongest growth against the whole heap, so that a little growth is not taken for a leak.
func strongestText(m *Model) string {
	growth, whole := m.Legend.MaxGrowth, m.most()
	text := "The end of the scale is " + Percent(growth, whole) + " of the heap"
	if len(m.Legend.Filters) > 0 {
		text = "The end of the scale is " + Percent(growth, whole) + " of what passes the filters"
	}
	if float64(growth) < smallGrowth*float64(whole) {
		text += ": little, however strong the colour"
	}
	return text + "."
}

// most is the largest total of the window, in the metric in force.
func (m *Model) most() int64 {
	most := int64(0)
	for i := max(m.State.Window.From, 0); i <= m.State.Window.To && i < len(m.Points); i++ {
		most = max(most, m.Points[i].value(m.State.Settings.Metric))
	}
	return most
}

// smallGrowth is the share of the heap below which the strongest growth is called little.
const smallGrowth = 0.01

// legendHints explain the lines of the legend.
var legendHints = map[string]string{
	"Colour":   "How much a building has grown since the start of the window, over the growth of the one that grew most over the whole window. What had grown by more at a GC point in between has the colour of the end.",
	"Compared": "The GC point shown with the one where the window starts. Parts of the buildings tell what became of the objects.",
	"Storeys":  "Each building has the oldest of its objects at the bottom and the youngest on top; a storey is as high as their share. Lighter is younger.",
	"Ages":     "How it is known how old objects are. Those that are only probably the same as others before count as new, unless the diff view says otherwise.",
	"Objects":  "How it is known which objects are the same at both GC points. Those that are only probably the same count as died and born, unless the diff view says otherwise.",
	"Only":     "Filters leave all other objects out: no group counts them, not even the whole heap.",
	"Area":     "The base of a building follows the number of its objects, or its bytes; its plot is as large as it ever gets in the window.",
	"Height":   "Height speaks of the same metric as area, unless the settings say otherwise.",
	"Largest":  "The largest building at any GC point of the window.",
	"Sums":     "Objects that several groups hold or reach count for each of them; what only several of them together keep alive is retained by none.",
	"Opacity":  "Solid tells growth over the whole window, colour growth up to the GC point shown: the two may differ.",
	"Signs":    "On the roofs: the group now against the start of the window. What shrank has a cool roof as well.",
	"Dashed":   "Dashed edges: not there at the start of the window. A dashed outline on the ground: there at another GC point.",
	"Bundles":  "Frustums beyond the strongest are drawn as one for all groups of a district, with gaps. The inspector lists them all.",
	"Selected": "What is selected has this colour over its own; its mark is in its tag.",
	"Marks":    "Colours that you gave to buildings, which hide that of growth. Their tags have a flag.",
	"Slabs":    "Districts lie on one another, the whole heap at the bottom: the lighter, the deeper inside.",
	"Incoming": "Frustums from groups that refer to the selected one. The thicker an end, the more of that building's objects take part.",
	"Outgoing": "Frustums to groups that the selected one refers to. The thicker an end, the more of that building's objects take part.",
	"Routes":   "Connections between groups, over the roofs, bundled along the districts. Each gets thinner towards what is referred to; its width follows the logarithm of the objects that are.",
	"Shown":    "Those over which most objects are referenced. An object counts once for each group that refers to it.",
	"Groups":   "Leaf groups are buildings, inner groups districts. How many are shown in each district is a setting.",
}

func areaText(s *city.Settings, measure city.Measure, parts bool) string {
	text := measure.Of(s.Metric) + ", square root"
	if s.Area == city.Linear {
		text = measure.Of(s.Metric) + ", linear"
	}
	if parts {
		text += ", at the larger of both points"
	}
	return text
}

// sumsText tells of numbers that do not add up; empty if they do.
func sumsText(m *Model) string {
	switch {
	case m.Measure == city.Deep:
		return "groups share objects: buildings may add up to more than their district"
	case m.Measure == city.Structural:
		return "data structures share objects: buildings may add up to more than their district"
	case m.Measure == city.Retained:
		return "groups share objects: buildings may add up to more or less than their district"
	case m.Legend.Overlap:
		return "an object may be in several groups: buildings may add up to more than their district"
	}
	return ""
}

func heightText(s *city.Settings, measure city.Measure) string {
	if s.OtherHeight {
		return measure.Of(otherMetric(s.Metric)) + ", in five steps"
	}
	return "twice the side of the base"
}

func otherMetric(m city.Metric) city.Metric {
	if m == city.Bytes {
		return city.Objects
	}
	return city.Bytes
}

func opacityText(s *city.Settings, m *Model) string {
	if m.Legend.Isolated {
		return "what is isolated or found is solid, others as outlines"
	}
	if m.inParts() || m.inHalves() {
		return "what is seen through is gone"
	}
	if !s.Fade || m.inStoreys() {
		return "all solid"
	}
	others := "others at " + PercentOf(s.Opacity)
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
		return fmt.Sprintf("%s solid, though none grew; %s", plural(int64(n), "building is", "buildings are"), others)
	case grew < n:
		return fmt.Sprintf("%d are solid, of which %d grew; %s", n, grew, others)
	case n == 1:
		return "the one that grew most is solid, " + others
	}
	return fmt.Sprintf("the %d that grew most are solid, %s", n, others)
}

// groupsLegend says what all groups are: "37 smaller groups, 0.4 % of bytes, are not shown" and so on.
func groupsLegend(m *Model) string {
	l, metric := &m.Legend, m.State.Settings.Metric
	text := Count(int64(l.Buildings+l.Slabs+l.NotShown)) + ": " + plural(int64(l.Buildings), "building", "buildings") + ", " +
		plural(int64(l.Slabs), "district", "districts")
	if l.NotShown == 0 {
		return text
	}
	text += fmt.Sprintf(", %s not shown", plural(int64(l.NotShown), "smaller one", "smaller ones"))
	if m.Measure == city.Shallow && !l.Overlap { // others do not add up
		part, whole := l.Hidden.Objects, l.Objects
		if metric == city.Bytes {
			part, whole = l.Hidden.Bytes, l.Bytes
		}
		text += fmt.Sprintf(" (%s of %s)", Percent(part, whole), metric)
	}
	if l.Hidden.Growers > 0 {
		text += fmt.Sprintf("; %s among the strongest growing", plural(int64(l.Hidden.Growers), "is", "are"))
	}
	return text
}
