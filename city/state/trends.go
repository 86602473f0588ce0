package state

import (
	"strings"

	"memcity/city/view/trends"
)

// SetTrends changes how trends are shown, but not the drill-down. Undo reverts it.
type SetTrends struct{ Trends trends.State }

func (a SetTrends) step(s State) State {
	return SetView(trends.View, a.Trends.At(trends.View.Of(s.Views).Levels)).step(s)
}

// levelled returns s with the given drill-down in the trends view.
func (s State) levelled(levels []string) State {
	s.Views = trends.View.With(s.Views, trends.View.Of(s.Views).At(levels))
	return s
}

// OpenTrend opens a chart of the groups below a group, which is a series of the chart at Level. It replaces the charts below that one. If
// the group's chart is already open, OpenTrend closes it. The group becomes the selection. Back reverts it.
type OpenTrend struct {
	Level int
	Key   string
}

func (a OpenTrend) step(s State) State {
	before, t := s, trends.View.Of(s.Views)
	if a.Key == "" || a.Level < 0 || a.Level > len(t.Levels) || a.Level >= trends.MaxTrendLevels {
		return s
	}
	levels := t.Levels[:a.Level:a.Level]
	if t.Opened(a.Level) != a.Key {
		levels = append(levels, a.Key)
	}
	s = s.levelled(levels)
	s.Selection, s.More = a.Key, nil
	return s.withHistory(before)
}

// CloseTrend closes the chart of a level and those below it, but not that of the root. A selection in them moves to the group of the closed
// chart. Back reverts it.
type CloseTrend struct{ Level int }

func (a CloseTrend) step(s State) State {
	before, levels := s, trends.View.Of(s.Views).Levels
	if a.Level < 1 || a.Level > len(levels) {
		return s
	}
	closed := levels[a.Level-1]
	s = s.levelled(levels[: a.Level-1 : a.Level-1])
	if strings.HasPrefix(s.Selection, closed+"#") {
		s.Selection, s.More = closed, nil
	}
	return s.withHistory(before)
}
