package prefs

import (
	"encoding/json"
	"slices"

	"memcity/city"
)

// maxCount bounds numbers of groups.
const maxCount = 1 << 30

// settings are the names of the values of [city.Settings] in a file.
var settings = []struct {
	name string
	at   func(*city.Settings) any // what encoding/json reads and writes
}{
	{"by", func(s *city.Settings) any { return &s.By }},
	{"filters", func(s *city.Settings) any { return &s.Filters }},
	{"measure", func(s *city.Settings) any { return &named[city.Measure]{&s.Measure, city.ParseMeasure} }},
	{"metric", func(s *city.Settings) any { return &named[city.Metric]{&s.Metric, city.ParseMetric} }},
	{"area", func(s *city.Settings) any { return &named[city.Area]{&s.Area, city.ParseArea} }},
	{"children", func(s *city.Settings) any { return &s.Children }},
	{"references", func(s *city.Settings) any { return &s.References }},
	{"routes", func(s *city.Settings) any { return &s.Routes.On }},
	{"route_strength", func(s *city.Settings) any { return &s.Routes.Strength }},
	{"route_most", func(s *city.Settings) any { return &s.Routes.Most }},
	{"route_least", func(s *city.Settings) any { return &s.Routes.Least }},
	{"route_way", func(s *city.Settings) any { return &named[city.RouteWay]{&s.Routes.Way, city.ParseRouteWay} }},
	{"growth_color", func(s *city.Settings) any { return &s.GrowthColor }},
	{"solid", func(s *city.Settings) any { return &s.Solid }},
	{"fade", func(s *city.Settings) any { return &s.Fade }},
	{"opacity", func(s *city.Settings) any { return &s.Opacity }},
	{"other_height", func(s *city.Settings) any { return &s.OtherHeight }},
	{"color_blind", func(s *city.Settings) any { return &s.ColorBlind }},
	{"theme", func(s *city.Settings) any { return &named[city.Theme]{&s.Theme, city.ParseTheme} }},
	{"labels", func(s *city.Settings) any { return &s.Labels }},
	{"play_speed", func(s *city.Settings) any { return &s.PlaySpeed }},
	{"loop", func(s *city.Settings) any { return &s.Loop }},
	{"reduced_motion", func(s *city.Settings) any { return &s.ReducedMotion }},
	{"leak_share", func(s *city.Settings) any { return &s.Limits.LeakShare }},
	{"leak_points", func(s *city.Settings) any { return &s.Limits.LeakPoints }},
	{"leak_drop", func(s *city.Settings) any { return &s.Limits.Drop }},
	{"steepest_least", func(s *city.Settings) any { return &s.Limits.SteepLeast }},
	{"steepest_most", func(s *city.Settings) any { return &s.Limits.SteepMost }},
	{"regression_share", func(s *city.Settings) any { return &s.Limits.RegressionShare }},
	{"window_least_gcs", func(s *city.Settings) any { return &s.Limits.MinGCs }},
	{"window_most_gcs", func(s *city.Settings) any { return &s.Limits.MaxGCs }},
	{"gc_overhead", func(s *city.Settings) any { return &s.Limits.Overhead }},
	{"churn_factor", func(s *city.Settings) any { return &s.Limits.Churn }},
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

func encodeSettings(s city.Settings) object {
	s = s.Normal()
	o := object{}
	for _, f := range settings {
		o.set(f.name, f.at(&s))
	}
	return o
}

// decodeSettings returns base with the values that r has. Those that are not accepted stay as in base.
func decodeSettings(r reader, base city.Settings) city.Settings {
	for _, f := range settings {
		raw, has := r.from[f.name]
		if !has {
			continue
		}
		trial := base
		trial.By, trial.Filters = nil, nil
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
func sound(s city.Settings) bool {
	n := s.Normal()
	return s.Children == n.Children && s.Solid == n.Solid && s.Opacity == n.Opacity && s.PlaySpeed == n.PlaySpeed && s.Routes == n.Routes && soundLimits(s.Limits) &&
		s.Children <= maxCount && s.Solid <= maxCount && soundChain(s.By) && soundChain(s.Filters)
}

// soundLimits reports whether each limit is inside its range. That the least of two is not above the most is not asked here, as
// values are read one after the other.
func soundLimits(l city.Limits) bool {
	low, high := l, l
	low.SteepMost, low.MaxGCs = 1, city.MaxGCsLimit
	high.SteepLeast, high.MinGCs = 0, 1
	return city.Settings{Limits: low}.Normal().Limits == low && city.Settings{Limits: high}.Normal().Limits == high
}

func soundChain(names []string) bool {
	return len(names) <= city.MaxChain && !slices.ContainsFunc(names, func(name string) bool { return name == "" || len(name) > city.MaxChainName })
}
