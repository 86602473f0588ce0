package changes

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"memcity/words"
)

// traceEvent is an event of Chrome's trace event format, which Perfetto also reads. Times are in microseconds.
type traceEvent struct {
	Name  string `json:"name"`
	Phase string `json:"ph"`
	PID   int    `json:"pid"`
	TID   int    `json:"tid"`
	Time  int64  `json:"ts"`
	Args  any    `json:"args"`
}

// Formats returns the formats of a trend besides tables.
func (p *Trend) Formats() map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{"trace": p.trace}
}

// trace writes two counters: the whole group, and its parts, one per series. The parts add up to the whole if the trend is additive.
func (p *Trend) trace(out io.Writer) error {
	events := []traceEvent{{Name: "process_name", Phase: "M", PID: 1, Args: map[string]string{"name": p.Recording.Name}}}
	parts := p.Series
	if p.Other != nil && len(p.Other.Values) > 0 && p.Hidden > 0 {
		parts = append(parts[:len(parts):len(parts)], *p.Other)
	}
	names, seen := make([]string, len(parts)), map[string]int{}
	for i := range parts {
		names[i] = parts[i].Name
		if seen[names[i]]++; seen[names[i]] > 1 {
			names[i] += fmt.Sprintf(" (%d)", seen[names[i]])
		}
	}
	for i, point := range p.Points {
		at := func(name string, args map[string]int64) {
			events = append(events, traceEvent{Name: name, Phase: "C", PID: 1, Time: 1000 * point.Time, Args: args})
		}
		at(p.Group.title(), map[string]int64{p.Settings.Unit: p.Group.Values[i]})
		values := map[string]int64{}
		for k := range parts {
			values[names[k]] = parts[k].Values[i]
		}
		at(p.Group.title()+" by "+strings.Join(p.Settings.By, ", ")+": "+p.Settings.Unit, values)
	}
	e := json.NewEncoder(words.NewJSONCleaner(out))
	e.SetEscapeHTML(false)
	return e.Encode(map[string]any{"traceEvents": events, "displayTimeUnit": "ms"})
}
