package legend

import (
	"fmt"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/words"
)

func areaText(s *scene.Settings, measure trees.SizeKind, parts bool) string {
	text := measure.Of(s.Unit) + ", square root"
	if s.Area == scene.Linear {
		text = measure.Of(s.Unit) + ", linear"
	}
	if parts {
		text += ", at the larger of the two points"
	}
	return text
}

// sumsText explains why numbers do not add up; "" if they do.
func sumsText(m *model.Model) string {
	switch {
	case m.SizeKind == trees.Deep:
		return "groups share objects: buildings may add up to more than their district"
	case m.SizeKind == trees.Structural:
		return "data structures share objects: buildings may add up to more than their district"
	case m.SizeKind == trees.Retained:
		return "groups share objects: buildings may add up to more or less than their district"
	case m.Legend.Overlap:
		return "groups share objects: buildings may add up to more than their district"
	}
	return ""
}

// heightText explains the heights if they show something other than the areas.
func heightText(s *scene.Settings, measure trees.SizeKind) string {
	if s.OtherHeight {
		return measure.Of(part.OtherUnit(s.Unit)) + ", in five steps"
	}
	return ""
}

// allSolid is the text that the legend leaves out.
const allSolid = "all buildings are solid"

func OpacityText(s *scene.Settings, m *model.Model) string {
	if m.Legend.Isolated {
		return "isolated groups and findings are solid, others are outlines"
	}
	if m.InParts() || m.Compares() {
		return "transparent parts are removed"
	}
	if !s.Fade || m.InStoreys() || m.ByStaleness() {
		return allSolid
	}
	others := "others have " + words.PercentOf(s.Opacity) + " opacity"
	if s.Opacity == 0 {
		others = "others are outlines"
	}
	grew, n := m.Legend.Grew, min(s.Solid, m.Legend.Buildings)
	switch {
	case n > 0 && n == m.Legend.Buildings:
		return allSolid
	case m.ShowsFindings() && (n == 0 || grew == 0):
		return "findings are solid; " + others
	case m.ShowsFindings():
		return fmt.Sprintf("findings and the %d groups that grew most are solid; %s", min(grew, n), others)
	case n == 0:
		return "none is solid; " + others
	case len(m.Points) == 1 || grew == 0:
		return fmt.Sprintf("%s solid, although none grew; %s", words.Plural(int64(n), "building is", "buildings are"), others)
	case grew < n:
		return fmt.Sprintf("%d are solid, and %d of them grew; %s", n, grew, others)
	case n == 1:
		return "the group that grew most is solid; " + others
	}
	return fmt.Sprintf("the %d groups that grew most are solid; %s", n, others)
}

// hiddenShare is the minimum share of the heap in groups without a building for a line in the legend, in percent.
const hiddenShare = 1

// GroupsLegend describes the groups that have no building, such as "12 smaller groups not shown (4.3 % of bytes)". It returns "" if they are
// less than 1 % of the heap, and none of them is among the groups that grew most.
func GroupsLegend(m *model.Model) string {
	l, unit := &m.Legend, m.State.Settings.Unit
	part, whole := l.Hidden.Objects, l.Objects
	if unit == trees.Bytes {
		part, whole = l.Hidden.Bytes, l.Bytes
	}
	adds := m.SizeKind == trees.Shallow && !l.Overlap // other sizes do not add up
	if l.NotShown == 0 || adds && l.Hidden.Growers == 0 && float64(part)*100 < hiddenShare*float64(whole) {
		return ""
	}
	where := " not shown"
	if l.Blocks > 0 {
		where = " in " + words.Plural(int64(l.Blocks), "low block", "low blocks")
	}
	text := words.Plural(int64(l.NotShown), "smaller group", "smaller groups") + where
	if adds {
		text += fmt.Sprintf(" (%s of %s)", words.Percent(part, whole), unit)
	}
	if l.Hidden.Growers > 0 {
		text += fmt.Sprintf("; %s among the groups that grew most", words.Plural(int64(l.Hidden.Growers), "is", "are"))
	}
	return text
}
