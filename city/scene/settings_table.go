package scene

import (
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/overview"
)

// maxCount bounds numbers of groups.
const maxCount = 1 << 30

// usualLimits are those that windows are looked for with unless the user chose others.
var usualLimits = overview.DefaultLimits()

// table has a row for each value of [Settings]: adding a setting is adding its field there and its row here.
var table = []Setting{
	{Name: "metric", Flag: "metric", Redraws: RedrawsPlan, Section: SectionMeasure, Title: "Metric",
		Choices: []Choice{{"Objects", "Area and height show numbers of objects"}, {"Bytes", "Area and height show bytes"}},
		Value: Name[trees.Metric]{func(s *Settings) *trees.Metric { return &s.Metric }, trees.Objects, []string{"objects", "bytes"},
			trees.ParseMetric}},
	{Name: "measure", Flag: "measure", Redraws: RedrawsSeries, Section: SectionMeasure, Title: "Size of a group",
		Hint: "What all numbers of a group count: its objects alone, or what they reach or keep alive too",
		Value: Name[trees.Measure]{func(s *Settings) *trees.Measure { return &s.Measure }, trees.Shallow, trees.MeasureNames(),
			trees.ParseMeasure}},
	{Name: "area", Flag: "area", Redraws: RedrawsPlan, Section: SectionMeasure, Title: "Area",
		Choices: []Choice{{"Square root", "Small groups stay visible beside large ones"}, {"Linear", "Areas compare faithfully"}},
		Value:   Name[Area]{func(s *Settings) *Area { return &s.Area }, Sqrt, areaNames, ParseArea}},
	{Name: "other_height", Flag: "other-height", Redraws: RedrawsLook, Section: SectionMeasure, Title: "Height from the other unit",
		Hint:  "For experts: height shows the other unit, in five fixed steps",
		Value: Toggle{func(s *Settings) *bool { return &s.OtherHeight }, false}},

	{Name: "by", Redraws: RedrawsSeries, Section: SectionGroups, Title: "Grouped by",
		Hint:  "Any chain of classifiers, filters and transformers",
		Value: List{func(s *Settings) *seq.Seq[string] { return &s.By }, trees.DefaultChain()}},
	{Name: "filters", Redraws: RedrawsSeries, Section: SectionGroups, Title: "Only objects that pass", Hint: "Filters that objects must pass",
		Value: List{func(s *Settings) *seq.Seq[string] { return &s.Filters }, seq.Seq[string]{}}},
	{Name: "children", Flag: "children", Redraws: RedrawsPlan, Section: SectionGroups, Title: "Groups shown, exactly", Label: "or exactly",
		Hint:  "Any number from 1",
		Value: Count{func(s *Settings) *int { return &s.Children }, 40, AllChildren, maxCount, 100_000, true}},

	{Name: "growth_color", Flag: "growth-color", Redraws: RedrawsLook, Section: SectionColour, Title: "Colour shows growth",
		Hint:  "Gray to red by growth since the start of the window; off: all gray",
		Value: Toggle{func(s *Settings) *bool { return &s.GrowthColor }, true}},
	{Name: "color_blind", Flag: "color-blind", Pictures: true, Redraws: RedrawsLook, Section: SectionColour,
		Title: "Colours for colour-blind eyes",
		Hint:  "A gradient and directions for colour-blind eyes",
		Value: Toggle{func(s *Settings) *bool { return &s.ColorBlind }, false}},
	{Name: "fade", Redraws: RedrawsLook, Section: SectionColour, Title: "See through what grows little",
		Hint:  "Only the groups that grow most are solid",
		Value: Toggle{func(s *Settings) *bool { return &s.Fade }, true}},
	{Name: "solid", Flag: "solid", Redraws: RedrawsLook, Section: SectionColour, Title: "Solid groups",
		Hint:  "How many of those that grew most are solid",
		Value: Count{func(s *Settings) *int { return &s.Solid }, 10, 0, maxCount, 100_000, false}},
	{Name: "opacity", Flag: "opacity", Redraws: RedrawsLook, Section: SectionColour, Title: "Opacity of the others", Label: "The others",
		Hint:  "0 % leaves only outlines",
		Value: Real{func(s *Settings) *float64 { return &s.Opacity }, 0.4, 0, 1}},

	{Name: "labels", Flag: "labels", Pictures: true, Section: SectionNames, Title: "Names",
		Hint:  "Names on districts and on the most important buildings",
		Value: Toggle{func(s *Settings) *bool { return &s.Labels }, true}},
	{Name: "references", Section: SectionNames, Title: "References", Hint: "What keeps the selection alive, and what it keeps alive",
		Value: Toggle{func(s *Settings) *bool { return &s.References }, true}},
	{Name: "routes", Section: SectionNames, Title: "References shown as", Label: "Shown as",
		Choices: []Choice{{"Frustums", "Of the selection: thick ends where many of a building's objects take part (V)"},
			{"Routes", "Over the roofs and bundled, also of the whole city (V)"}},
		Value: Toggle{func(s *Settings) *bool { return &s.Routes.On }, false}},
	{Name: "route_strength", Described: "bundling", Flag: "bundling", Section: SectionNames, Title: "Bundling",
		Hint:  "0 %: straight, seen from above; 100 %: along the districts",
		Value: Real{func(s *Settings) *float64 { return &s.Routes.Strength }, 0.85, 0, 1}}, // as Holten proposes
	{Name: "route_most", Described: "connections", Section: SectionNames, Title: "Connections", Label: "At most",
		Hint:  "The strongest; buildings that are selected have all theirs",
		Value: Count{func(s *Settings) *int { return &s.Routes.Most }, 200, 1, MaxRoutes, 0, false}},
	{Name: "route_least", Described: "least", Section: SectionNames, Title: "Objects, at least", Label: "Objects from",
		Hint:  "Only connections over which so many objects are referenced",
		Value: Count{func(s *Settings) *int { return &s.Routes.Least }, 1, 1, maxLeastObjects, 1_000_000, false}},
	{Name: "route_way", Described: "way", Section: SectionNames, Title: "Direction",
		Choices: []Choice{{"All", "Both directions"}, {"Incoming", "Only to the selection: what keeps it alive"},
			{"Outgoing", "Only from the selection: what it keeps alive"}},
		Value: Name[RouteWay]{func(s *Settings) *RouteWay { return &s.Routes.Way }, AnyWay, routeWayNames, ParseRouteWay}},

	{Name: "play_speed", Section: SectionTime, Title: "Play speed", Hint: "Seconds per GC point; right is faster",
		Value: Real{func(s *Settings) *float64 { return &s.PlaySpeed }, 0.5, 0.05, 10}},
	{Name: "loop", Section: SectionTime, Title: "Start over at the end", Hint: "Playing goes on with the first point of the window",
		Value: Toggle{func(s *Settings) *bool { return &s.Loop }, false}},
	{Name: "reduced_motion", Section: SectionTime, Title: "Reduced motion",
		Hint:  "Buildings and the camera jump; only playing still moves",
		Value: Toggle{func(s *Settings) *bool { return &s.ReducedMotion }, false}},

	{Name: "theme", Flag: "theme", Pictures: true, Redraws: RedrawsLook, Section: SectionAppearance, Title: "Theme",
		Choices: []Choice{{"Light", "Dark text on a light ground"}, {"Dark", "Light text on a dark ground"}},
		Value:   Name[Theme]{func(s *Settings) *Theme { return &s.Theme }, Light, themeNames, ParseTheme}},

	{Name: "leak_share", Described: "-", Section: SectionLimits, Title: "Covers at least, % of points",
		Hint:  "A leak ends at the last point and covers at least this part of all points",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.LeakShare }, usualLimits.LeakShare, 0, 1}},
	{Name: "leak_points", Described: "-", Section: SectionLimits, Title: "Covers at least, points",
		Hint:  "A leak covers at least so many points",
		Value: Count{func(s *Settings) *int { return &s.Limits.LeakPoints }, usualLimits.LeakPoints, 2, overview.MaxGCsLimit, 0, false}},
	{Name: "leak_drop", Described: "-", Section: SectionLimits, Title: "May drop to, % of the most",
		Hint:  "A point may be lower than the one before, down to this part of the largest so far",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.Drop }, usualLimits.Drop, 0, 1}},
	{Name: "steepest_least", Described: "-", Section: SectionLimits, Title: "At least, % of the leak",
		Hint:  "It has at least this part of the points of the leak",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.SteepLeast }, usualLimits.SteepLeast, 0, 1}},
	{Name: "steepest_most", Described: "-", Section: SectionLimits, Title: "At most, % of the leak",
		Hint:  "It has at most this part of the points of the leak",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.SteepMost }, usualLimits.SteepMost, 0, 1}},
	{Name: "regression_share", Described: "-", Section: SectionLimits, Title: "Covers at least, % of points",
		Hint:  "Lines are laid through at least this part of all points, up to the last one",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.RegressionShare }, usualLimits.RegressionShare, 0, 1}},
	{Name: "window_least_gcs", Described: "-", Section: SectionLimits, Title: "GCs in a window, at least",
		Hint:  "Windows cover at least so many GCs",
		Value: Count{func(s *Settings) *int { return &s.Limits.MinGCs }, usualLimits.MinGCs, 1, overview.MaxGCsLimit, 0, false}},
	{Name: "window_most_gcs", Described: "-", Section: SectionLimits, Title: "GCs in a window, at most",
		Hint:  "Windows cover at most so many GCs",
		Value: Count{func(s *Settings) *int { return &s.Limits.MaxGCs }, usualLimits.MaxGCs, 1, overview.MaxGCsLimit, 0, false}},
	{Name: "gc_overhead", Described: "-", Section: SectionLimits, Title: "GCs take at least, % of time",
		Hint:  "GC overhead is reported from this share of the time on",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.Overhead }, usualLimits.Overhead, 0, 1}},
	{Name: "churn_factor", Described: "-", Section: SectionLimits, Title: "Freed, % of the average",
		Hint:  "Churn is reported if so many times as much is freed a second as in the whole recording; 150 % is 1.5 times",
		Value: Real{func(s *Settings) *float64 { return &s.Limits.Churn }, usualLimits.Churn, 0, 100}},
}
