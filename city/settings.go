package city

import (
	"fmt"
	"slices"
	"strings"
)

// Metric is what area and height speak of.
type Metric uint8

// Metrics.
const (
	Objects Metric = iota
	Bytes
)

// Measure is which size of a group its numbers are: of its objects alone, of all that they reach, of all that would die with
// them, or of the data structures whose heads they are.
type Measure uint8

// Measures.
const (
	Shallow Measure = iota
	Deep
	Retained
	Structural // heads, parts and leaves; objects that are no heads count nothing
)

// Area is how a building's area follows its value.
type Area uint8

// Area modes: the square root keeps small groups visible beside large ones, linear compares them faithfully.
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

var (
	metricNames  = []string{"objects", "bytes"}
	measureNames = [...]string{"shallow", "deep", "retained", "structure"}
)

var (
	areaNames  = []string{"sqrt", "linear"}
	themeNames = []string{"light", "dark"}
)

func (m Metric) String() string  { return metricNames[m] }
func (m Measure) String() string { return measureNames[m] }
func (a Area) String() string    { return areaNames[a] }
func (t Theme) String() string   { return themeNames[t] }

// Of names the numbers of a measure in a metric, for people: "bytes", "retained objects".
func (m Measure) Of(metric Metric) string {
	switch m {
	case Shallow:
		return metric.String()
	case Structural:
		return "data structure " + metric.String()
	}
	return m.String() + " " + metric.String()
}

// ParseMetric reads "objects" or "bytes".
func ParseMetric(text string) (Metric, error) { return parseName[Metric]("metric", metricNames, text) }

// ParseMeasure reads "shallow", "deep", "retained" or "structure".
func ParseMeasure(text string) (Measure, error) {
	return parseName[Measure]("measure", measureNames[:], text)
}

// ParseArea reads "sqrt" or "linear".
func ParseArea(text string) (Area, error) { return parseName[Area]("area", areaNames, text) }

// ParseTheme reads "light" or "dark".
func ParseTheme(text string) (Theme, error) { return parseName[Theme]("theme", themeNames, text) }

func parseName[T ~uint8](what string, names []string, text string) (T, error) {
	if i := slices.Index(names, text); i >= 0 {
		return T(i), nil
	}
	return 0, fmt.Errorf("%s %q: expected %s", what, text, strings.Join(names, " or "))
}

// AllChildren as a child count shows every group.
const AllChildren = 0

// MaxChain bounds the classifiers of a chain, and the filters; MaxChainName the bytes of one of them with its argument.
const (
	MaxChain     = 32
	MaxChainName = 1000
)

// Settings are the user's choices about the city.
type Settings struct {
	By       []string // chain of classifiers; empty for a ready-made tree
	Filters  []string // only objects that all of them accept are looked at
	Measure  Measure
	Metric   Metric
	Area     Area
	Children int // largest groups shown in each district; AllChildren for no limit

	References  bool // frustums of the selection, or routes
	Routes      RouteSettings
	GrowthColor bool    // gray, orange, red by growth up to now; else all gray
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

	Limits Limits // what windows are suspicious
}

// DefaultSettings are those of Memory Cities, with more groups shown.
func DefaultSettings() Settings {
	return Settings{
		By: DefaultChain(), Metric: Objects, Area: Sqrt, Children: 40,
		References: true, Routes: defaultRoutes, GrowthColor: true, Solid: 10, Fade: true, Opacity: 0.4,
		Labels: true, PlaySpeed: 0.5, Limits: DefaultLimits(),
	}
}

// DefaultChain is what groups are made by where nobody says.
func DefaultChain() []string { return []string{"package", "type"} }

// SamePlan reports whether s and o give the same plan of one series.
func (s Settings) SamePlan(o Settings) bool {
	return s.Metric == o.Metric && s.Area == o.Area && s.Children == o.Children && s.Grouping().Same(o.Grouping())
}

// Grouping says how the heap states of a recording are made into groups, and which numbers these have.
type Grouping struct {
	By, Filters []string
	Measure     Measure
}

// Grouping returns the part of the settings that series depend on.
func (s Settings) Grouping() Grouping { return Grouping{s.By, s.Filters, s.Measure} }

// With returns s with another grouping.
func (s Settings) With(g Grouping) Settings {
	s.By, s.Filters, s.Measure = g.By, g.Filters, g.Measure
	if len(s.Filters) == 0 {
		s.Filters = nil // so that settings that say the same are equal
	}
	return s
}

// Same reports whether g and o give the same series.
func (g Grouping) Same(o Grouping) bool {
	return g.Measure == o.Measure && slices.Equal(g.By, o.By) && slices.Equal(g.Filters, o.Filters)
}

// Same reports whether s and o say the same in everything.
func (s Settings) Same(o Settings) bool {
	return s.SamePlan(o) && s.References == o.References && s.Routes == o.Routes && s.GrowthColor == o.GrowthColor && s.Solid == o.Solid &&
		s.Fade == o.Fade && s.Opacity == o.Opacity && s.OtherHeight == o.OtherHeight && s.ColorBlind == o.ColorBlind && s.Theme == o.Theme &&
		s.Labels == o.Labels && s.PlaySpeed == o.PlaySpeed && s.Loop == o.Loop && s.ReducedMotion == o.ReducedMotion && s.Limits == o.Limits
}

// SameLook reports whether s and o give the same city of one plan.
func (s Settings) SameLook(o Settings) bool {
	return s.GrowthColor == o.GrowthColor && s.Solid == o.Solid && s.Fade == o.Fade && s.Opacity == o.Opacity &&
		s.OtherHeight == o.OtherHeight && s.Palette() == o.Palette()
}

// Normal returns s with every value inside its range.
func (s Settings) Normal() Settings {
	s.Children = max(s.Children, AllChildren)
	s.Solid = max(s.Solid, 0)
	s.Opacity = clamp(s.Opacity, 0, 1)
	s.PlaySpeed = clamp(s.PlaySpeed, 0.05, 10)
	s.Limits = normalLimits(s.Limits)
	s.Routes = s.Routes.normal()
	return s
}

// clamp returns the value from lo to hi that is nearest to v; lo if v is no number.
func clamp(v, lo, hi float64) float64 {
	if v > lo {
		return min(v, hi)
	}
	return lo
}
