package prefs

import (
	"encoding/json"
	"slices"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/overview"
)

// maxCount bounds numbers of groups.
const maxCount = 1 << 30

// settings are the names of the values of [scene.Settings] in a file.
var settings = []struct {
	name string
	at   func(*scene.Settings) any // what encoding/json reads and writes
}{
	{"by", func(s *scene.Settings) any { return &s.By }},
	{"filters", func(s *scene.Settings) any { return &s.Filters }},
	{"measure", func(s *scene.Settings) any { return &named[trees.Measure]{&s.Measure, trees.ParseMeasure} }},
	{"metric", func(s *scene.Settings) any { return &named[trees.Metric]{&s.Metric, trees.ParseMetric} }},
	{"area", func(s *scene.Settings) any { return &named[scene.Area]{&s.Area, scene.ParseArea} }},
	{"children", func(s *scene.Settings) any { return &s.Children }},
	{"references", func(s *scene.Settings) any { return &s.References }},
	{"routes", func(s *scene.Settings) any { return &s.Routes.On }},
	{"route_strength", func(s *scene.Settings) any { return &s.Routes.Strength }},
	{"route_most", func(s *scene.Settings) any { return &s.Routes.Most }},
	{"route_least", func(s *scene.Settings) any { return &s.Routes.Least }},
	{"route_way", func(s *scene.Settings) any { return &named[scene.RouteWay]{&s.Routes.Way, scene.ParseRouteWay} }},
	{"growth_color", func(s *scene.Settings) any { return &s.GrowthColor }},
	{"solid", func(s *scene.Settings) any { return &s.Solid }},
	{"fade", func(s *scene.Settings) any { return &s.Fade }},
	{"opacity", func(s *scene.Settings) any { return &s.Opacity }},
	{"other_height", func(s *scene.Settings) any { return &s.OtherHeight }},
	{"color_blind", func(s *scene.Settings) any { return &s.ColorBlind }},
	{"theme", func(s *scene.Settings) any { return &named[scene.Theme]{&s.Theme, scene.ParseTheme} }},
	{"labels", func(s *scene.Settings) any { return &s.Labels }},
	{"play_speed", func(s *scene.Settings) any { return &s.PlaySpeed }},
	{"loop", func(s *scene.Settings) any { return &s.Loop }},
	{"reduced_motion", func(s *scene.Settings) any { return &s.ReducedMotion }},
	{"leak_share", func(s *scene.Settings) any { return &s.Limits.LeakShare }},
	{"leak_points", func(s *scene.Settings) any { return &s.Limits.LeakPoints }},
	{"leak_drop", func(s *scene.Settings) any { return &s.Limits.Drop }},
	{"steepest_least", func(s *scene.Settings) any { return &s.Limits.SteepLeast }},
	{"steepest_most", func(s *scene.Settings) any { return &s.Limits.SteepMost }},
	{"regression_share", func(s *scene.Settings) any { return &s.Limits.RegressionShare }},
	{"window_least_gcs", func(s *scene.Settings) any { return &s.Limits.MinGCs }},
	{"window_most_gcs", func(s *scene.Settings) any { return &s.Limits.MaxGCs }},
	{"gc_overhead", func(s *scene.Settings) any { return &s.Limits.Overhead }},
	{"churn_factor", func(s *scene.Settings) any { return &s.Limits.Churn }},
}

// named is a value that stands in a file by its name.
type named[T interface{ String() string }] struct {
	value *T
	parse func(string) (T, error)
}

func (n *named[T]) MarshalJSON() ([]byte, error) { return json.Marshal((*n.value).String()) }

func (n *named[T]) UnmarshalJSON(data []byte) error {
	var name string
	if err := json.Unmarshal(data, &name); err != nil {
		return err
	}
	v, err := n.parse(name)
	if err == nil {
		*n.value = v
	}
	return err
}

func encodeSettings(s scene.Settings) object {
	s = s.Normal()
	o := object{}
	for _, f := range settings {
		o.set(f.name, f.at(&s))
	}
	return o
}

// decodeSettings returns base with the values that r has. Those that are not accepted stay as in base.
func decodeSettings(r reader, base scene.Settings) scene.Settings {
	for _, f := range settings {
		raw, has := r.from[f.name]
		if !has {
			continue
		}
		trial := base
		trial.By, trial.Filters = seq.Seq[string]{}, seq.Seq[string]{}
		list := f.name == "by" || f.name == "filters"
		if err := json.Unmarshal(raw, f.at(&trial)); err != nil || string(raw) == "null" && !list || !sound(trial) {
			r.reject(f.name)
			continue
		}
		if f.name != "by" {
			trial.By = base.By
		}
		if f.name != "filters" {
			trial.Filters = base.Filters
		}
		base = trial
	}
	if _, has := r.from["reduced_motion"]; !has {
		var tween *bool // its older name, for the opposite
		if json.Unmarshal(r.from["tween"], &tween) == nil && tween != nil {
			base.ReducedMotion = !*tween
		}
	}
	return base
}

// sound reports whether every value is inside its range.
func sound(s scene.Settings) bool {
	n := s.Normal()
	return s.Children == n.Children && s.Solid == n.Solid && s.Opacity == n.Opacity && s.PlaySpeed == n.PlaySpeed && s.Routes == n.Routes && soundLimits(s.Limits) &&
		s.Children <= maxCount && s.Solid <= maxCount && soundChain(s.By.Slice()) && soundChain(s.Filters.Slice())
}

// soundLimits reports whether each limit is inside its range. That the least of two is not above the most is not asked here, as
// values are read one after the other.
func soundLimits(l overview.Limits) bool {
	low, high := l, l
	low.SteepMost, low.MaxGCs = 1, overview.MaxGCsLimit
	high.SteepLeast, high.MinGCs = 0, 1
	return scene.Settings{Limits: low}.Normal().Limits == low && scene.Settings{Limits: high}.Normal().Limits == high
}

func soundChain(names []string) bool {
	return len(names) <= trees.MaxChain && !slices.ContainsFunc(names, func(name string) bool { return name == "" || len(name) > trees.MaxChainName })
}
