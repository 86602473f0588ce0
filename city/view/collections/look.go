package collections

import (
	"context"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

// Shares contains the mean shares of the heap that the collections of a log keep alive, as in [staleness.Options]. If there are none, Why
// contains the reason in a sentence.
type Shares struct {
	Of  []float64
	Why string
}

// Reasons for missing shares.
const (
	NoSharePoints     = "Leak confidence is not available, because no GC point in the window has single objects."
	NoShareIdentities = "Leak confidence is not available, because the recording does not identify objects across GC points."
)

// Look caches the last results from a log. Reports on the same window differ only in their filters. The zero Look is empty.
type Look struct {
	Shares *Shares // nil until computed

	log      *usage.Log
	timeline []Point
	from, to usage.Millis // window of the following fields
	patterns []Pattern

	sharesOf *usage.Log
	sharesAt map[int][]float64 // by GC point
}

// Report returns the collections of a view that a query requests. It is complete once the shares are available. They are discarded when the
// window changes.
func (l *Look) Report(ctx context.Context, name string, v *staleness.View, q Query) (*Report, error) {
	if err := l.at(ctx, v); err != nil {
		return nil, err
	}
	var shares Shares
	if l.Shares != nil {
		shares = *l.Shares
	}
	r, err := NewReport(ctx, name, v, q, shares.Of)
	if err != nil {
		return nil, err
	}
	if top := r.top(); top != nil {
		if r.Top, err = NewDetails(ctx, v, usage.CollectionID(top.Number-1), 0); err != nil {
			return nil, err
		}
	}
	r.Timeline, r.Patterns = l.timeline, l.patterns
	r.NoConfidence, r.Whole = shares.Why, l.Shares != nil
	return r, nil
}

// at computes the results that do not depend on filters, unless they are cached.
func (l *Look) at(ctx context.Context, v *staleness.View) error {
	next := *l
	if l.log != v.Log {
		whole, err := staleness.Whole(v.Log)
		if err != nil {
			return err
		}
		line, err := TimelineOf(ctx, whole, staleness.AllCollections)
		if err != nil {
			return err
		}
		next = Look{log: v.Log, timeline: line, sharesOf: l.sharesOf, sharesAt: l.sharesAt}
	}
	if next.patterns == nil || next.from != v.From || next.to != v.To {
		patterns, err := PatternsOf(ctx, v)
		if err != nil {
			return err
		}
		next.patterns, next.from, next.to, next.Shares = patterns, v.From, v.To, nil
	}
	*l = next
	return nil
}

// SharesAt returns the cache of heap shares of a log's collections, by GC point. It discards points that are not given.
func (l *Look) SharesAt(log *usage.Log, points []int) map[int][]float64 {
	known := map[int][]float64{}
	for _, point := range points {
		if shares, ok := l.sharesAt[point]; ok && l.sharesOf == log {
			known[point] = shares
		}
	}
	l.sharesOf, l.sharesAt = log, known
	return known
}
