package scene

import (
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/overview"
)

// Area is how a building's area follows its value.
type Area uint8

// Area modes: the square root keeps small groups visible next to large ones, linear compares them faithfully.
const (
	Sqrt Area = iota
	Linear
)

// Theme is the brightness of the window and of the picture.
type Theme uint8

// Themes.
const (
	Light Theme = iota
	Dark
)

// Coloring is what the colours of whole buildings show.
type Coloring uint8

// What colours show.
const (
	AutoColors    Coloring = iota // findings if there are any; else growth or, at a single GC point, own types
	FindingColors                 // what belongs to a finding
	GrowthColors                  // growth up to now
	OwnColors                     // types of the program itself, apart from those of the JDK and of libraries
	PlainColors                   // nothing: all buildings are pale
)

var colorNames = []string{"auto", "findings", "growth", "own", "plain"}

func (c Coloring) String() string { return colorNames[c] }

// ParseColoring reads "auto", "findings", "growth", "own" or "plain".
func ParseColoring(text string) (Coloring, error) {
	return trees.ParseName[Coloring]("color", colorNames, text)
}

// Whole returns what the colours of a city without findings show, of a recording of so many GC points.
func (c Coloring) Whole(points int) Coloring {
	switch {
	case c == FindingColors:
		return PlainColors
	case c == AutoColors && points == 1:
		return OwnColors
	case c == AutoColors:
		return GrowthColors
	}
	return c
}

// Finds reports whether findings are shown as soon as they are known.
func (c Coloring) Finds() bool { return c == AutoColors || c == FindingColors }

var (
	areaNames  = []string{"sqrt", "linear"}
	themeNames = []string{"light", "dark"}
)

func (a Area) String() string  { return areaNames[a] }
func (t Theme) String() string { return themeNames[t] }

// ParseArea reads "sqrt" or "linear".
func ParseArea(text string) (Area, error) { return trees.ParseName[Area]("area", areaNames, text) }

// ParseTheme reads "light" or "dark".
func ParseTheme(text string) (Theme, error) { return trees.ParseName[Theme]("theme", themeNames, text) }

// AllChildren as a child count shows every group.
const AllChildren = 0

// Settings are the user's choices about the city. They compare with ==.
type Settings struct {
	By       seq.Seq[string] // chain of classifiers; empty for a ready-made tree
	Filters  seq.Seq[string] // only objects that all of them accept are looked at
	Measure  trees.Measure
	Metric   trees.Metric
	Area     Area
	Children int // largest groups shown in each district; AllChildren for no limit

	References  bool // frustums of the selection, or routes
	Routes      RouteSettings
	Color       Coloring
	GrowthRed   float64 // share of the heap's growth from which on a building that grew is red
	Solid       int     // strongest growing groups drawn solid
	Fade        bool    // the others are see-through
	Opacity     float64 // of the others, 0 … 1; 0 leaves outlines
	OtherHeight bool    // height in five steps from the metric that area does not show

	ColorBlind bool
	Theme      Theme
	Labels     bool    // names on districts and tags on buildings
	PlaySpeed  float64 // seconds per GC point
	Loop       bool    // playing starts over at the end

	ReducedMotion bool // steps in time and the camera jump; nothing moves by itself but playing

	Hands  Hands  // what dragging does
	Scroll Scroll // what the wheel and two fingers do

	Limits overview.Limits // what windows are suspicious
}

// DefaultSettings are those of Memory Cities, with more groups shown.
func DefaultSettings() Settings {
	var s Settings
	for i := range table {
		table[i].Value.reset(&s)
	}
	return s
}

// SamePlan reports whether s and o give the same plan of one series.
func (s Settings) SamePlan(o Settings) bool {
	return s == o || sameFrom(s, o, RedrawsPlan, RedrawsSeries)
}

// Grouping returns the part of the settings that series depend on.
func (s Settings) Grouping() trees.Grouping {
	return trees.Grouping{By: s.By, Filters: s.Filters, Measure: s.Measure}
}

// With returns s with another grouping.
func (s Settings) With(g trees.Grouping) Settings {
	s.By, s.Filters, s.Measure = g.By, g.Filters, g.Measure
	return s
}

// SameLook reports whether s and o give the same city of one plan.
func (s Settings) SameLook(o Settings) bool {
	return s == o || sameFrom(s, o, RedrawsLook, RedrawsLook)
}

// Normal returns s with every value inside its range. Limits that are not set at all are the usual ones.
func (s Settings) Normal() Settings {
	s.Limits = overview.NormalLimits(s.Limits)
	return s.inRange()
}

// inRange returns s with every value inside its range, whatever the others are.
func (s Settings) inRange() Settings {
	for i := range table {
		table[i].Value.normal(&s)
	}
	return s
}
