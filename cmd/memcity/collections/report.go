package collections

import (
	"context"

	"memcity/analysis/staleness"
	"memcity/city/view/collections"
	"memcity/cmd/memcity/cli"
	"memcity/trace/usage"
)

// Collections contains the use of collections and their elements.
type Collections struct {
	Recording   collections.Recording `json:"recording"`
	Settings    Settings              `json:"settings"`
	Window      collections.Window    `json:"window"`
	Collections []collections.Row     `json:"collections"`
	Collection  *collections.Details  `json:"collection,omitempty"` // of --collection
	Timeline    []collections.Point   `json:"timeline"`             // of that collection, else of all
	Patterns    []collections.Pattern `json:"patterns"`
	Notes       []string              `json:"notes"`
}

// Settings contains the options.
type Settings struct {
	Threshold float64 `json:"threshold"`
	Top       int     `json:"top"` // 0 means all
	MaxSize   *int    `json:"max_size,omitempty"`
	Filter    string  `json:"filter,omitempty"`
}

func (f *flags) build(ctx context.Context, in *input) (*Collections, error) {
	v, err := f.view(in.log)
	if err != nil {
		return nil, err
	}
	if f.collection > len(in.log.Collections) {
		return nil, cli.Usagef("collection %d: the recording has %d", f.collection, len(in.log.Collections))
	}
	var shares []float64
	if in.shares != nil {
		if shares, err = in.shares(v); err != nil {
			return nil, err
		}
	}
	q := collections.Query{Threshold: f.threshold, Top: f.top, Text: f.filter, MaxSize: int64(f.maxSize), Limited: f.maxSize >= 0}
	r, err := collections.NewReport(ctx, in.name, v, q, shares)
	if err != nil {
		return nil, err
	}
	out := &Collections{Recording: r.Recording, Settings: Settings{Threshold: f.threshold, Top: f.top, Filter: f.filter}, Window: r.Window,
		Collections: r.Collections, Notes: r.Notes}
	if q.Limited {
		out.Settings.MaxSize = &f.maxSize
	}
	of := staleness.AllCollections
	if f.collection > 0 {
		of = usage.CollectionID(f.collection - 1)
		if out.Collection, err = collections.NewDetails(ctx, v, of, f.maxGets); err != nil {
			return nil, err
		}
	}
	if out.Timeline, err = collections.TimelineOf(ctx, v, of); err != nil {
		return nil, err
	}
	out.Patterns, err = collections.PatternsOf(ctx, v)
	return out, err
}
