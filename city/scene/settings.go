package scene

import (
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/overview"
)

// Area selects how a building's area follows its value.
type Area uint8

// Area modes. The square root keeps small groups visible next to large ones; linear preserves proportions.
const (
	Sqrt Area = iota
	Linear
)

// Theme selects the brightness of the window and of the picture.
type Theme uint8

// Themes.
const (
	Light Theme = iota
	Dark
)

// Coloring selects what the colors of whole buildings show.
type Coloring uint8

// Colorings.
const (
	AutoColors    Coloring = iota // findings if there are any; otherwise growth or, at a single GC point, own types
	FindingColors                 // objects of a finding
	GrowthColors                  // growth so far
	OwnColors                     // types of the program itself, not of the runtime or libraries
	PlainColors                   // nothing: all buildings are pale
)

var colorNames = []string{"auto", "findings", "growth", "own", "plain"}

func (c Coloring) String() string { return colorNames[c] }

// ParseColoring reads "auto", "findings", "growth", "own" or "plain".
func ParseColoring(text string) (Coloring, error) {
	return trees.ParseName[Coloring]("color", colorNames, text)
}

// Whole returns the coloring of a city without findings, for a recording with the given number of GC points.
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

// Finds reports whether findings are shown when available.
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

// AllChildren is the child count that shows every group.
const AllChildren = 0

// Settings contains the user's choices about the city. Values compare with ==.
type Settings struct {
	By       seq.Seq[string] // chain of classifiers; empty for a ready-made tree
	Filters  seq.Seq[string] // include only objects that all filters accept
	SizeKind trees.SizeKind
	Unit     trees.Unit
	Area     Area
	Children int // largest groups shown in each district; AllChildren for no limit

	References  bool // show frustums of the selection, or routes
	Routes      RouteSettings
	Color       Coloring
	GrowthRed   float64 // red threshold, as a share of heap growth
	Solid       int     // number of strongest growing groups drawn solid
	Fade        bool    // true if the others are transparent
	Opacity     float64 // of the others, 0 … 1; 0 leaves outlines
	OtherHeight bool    // height in five steps, from the unit that area does not show

	ColorBlind bool
	Theme      Theme
	Labels     bool    // names on districts and tags on buildings
	PlaySpeed  float64 // seconds per GC point
	Loop       bool    // true if playback restarts at the end

	ReducedMotion bool // true to skip animations; only playback moves

	Hands  Hands  // mouse controls
	Scroll Scroll // effect of the wheel and two fingers

	Limits overview.Limits // limits for suspicious windows
}

// DefaultSettings returns the settings of Memory Cities, with more groups shown.
func DefaultSettings() Settings {
	var s Settings
	for i := range table {
		table[i].Value.reset(&s)
	}
	return s
}

// SamePlan reports whether s and o give the same plan of a series.
func (s Settings) SamePlan(o Settings) bool {
	return s == o || sameFrom(s, o, RedrawsPlan, RedrawsSeries)
}

// Grouping returns the settings that a series depends on.
func (s Settings) Grouping() trees.Grouping {
	return trees.Grouping{By: s.By, Filters: s.Filters, SizeKind: s.SizeKind}
}

// With returns s with another grouping.
func (s Settings) With(g trees.Grouping) Settings {
	s.By, s.Filters, s.SizeKind = g.By, g.Filters, g.SizeKind
	return s
}

// SameLook reports whether s and o give the same city of a plan.
func (s Settings) SameLook(o Settings) bool {
	return s == o || sameFrom(s, o, RedrawsLook, RedrawsLook)
}

// Normal returns s with every value clamped to its range. Limits that are not set get their defaults.
func (s Settings) Normal() Settings {
	s.Limits = overview.NormalLimits(s.Limits)
	return s.inRange()
}

// inRange returns s with every value clamped to its range, independently of the others.
func (s Settings) inRange() Settings {
	for i := range table {
		table[i].Value.normal(&s)
	}
	return s
}
