package collections

import (
	"context"
	"fmt"
	"sort"

	"memcity/analysis/staleness"
	"memcity/trace"
	"memcity/trace/usage"
)

// few is the maximum shift of a window to the end of a log interval, in milliseconds. Recorders end intervals soon after GC points.
const few = 1000

// In returns a view of a log over a time range. If the log has intervals, both ends of the range move to the next end of an interval, so
// that numbers are exact. They move only if that is soon and before the next GC point. Points are the times of the GC points. A range that
// ends at or after the last GC point extends to the end of the recording. The error is [staleness.ErrWindow].
func In(log *usage.Log, points []trace.Millis, s Span) (*staleness.View, error) {
	to := settled(log, points, s.To)
	if n := len(points); n == 0 || s.To >= points[n-1] {
		to = log.End + 1
	}
	return staleness.New(log, settled(log, points, s.From), to)
}

func settled(log *usage.Log, points []trace.Millis, at trace.Millis) usage.Millis {
	t := usage.Millis(at)
	if log.Exact(t) {
		return t
	}
	i := sort.Search(len(log.Intervals), func(i int) bool { return log.Intervals[i] >= t })
	p := sort.Search(len(points), func(i int) bool { return points[i] > at })
	if i == len(log.Intervals) || log.Intervals[i] > t+few || p < len(points) && log.Intervals[i] >= usage.Millis(points[p]) {
		return t
	}
	return log.Intervals[i]
}

// NewReport returns the collections of a view that a query requests, without timeline and patterns. Shares are the mean shares of the heap
// that the collections keep alive, as in [staleness.Options]; nil for missing data. Name is that of the recording.
func NewReport(ctx context.Context, name string, v *staleness.View, q Query, shares []float64) (*Report, error) {
	found, err := v.Collections(ctx, staleness.Options{Threshold: q.Threshold, Order: q.Order, Top: q.Top, Text: q.Text, MaxSize: q.MaxSize,
		Limited: q.Limited, Shares: shares})
	if err != nil {
		return nil, err
	}
	log := v.Log
	r := &Report{Query: q,
		Recording: Recording{name, int64(log.Start), int64(log.End), len(log.Collections), log.Elements.Len()},
		Window: Window{int64(found.From), int64(found.To), found.Exact, found.CountsExact, found.Alive, found.Matching, found.Largest,
			found.Elements, found.Staleness},
		Collections: []Row{}, Timeline: []Point{}, Patterns: []Pattern{}, Notes: Notes(v)}
	for i := range found.Collections {
		r.Collections = append(r.Collections, row(log, &found.Collections[i]))
	}
	return r, nil
}

func row(log *usage.Log, c *staleness.Collection) Row {
	of := log.Collections[c.ID]
	r := Row{Number: int(c.ID) + 1, Type: log.Strings[of.Type], Site: log.Strings[of.Site], Size: c.Size, Staleness: c.Staleness,
		Rank: c.Rank, Below: Part(c.Below), Above: Part(c.Above), Duplicates: c.Duplicates, Label: log.Label(c.ID)}
	if c.Confidence != staleness.NotKnown {
		r.Confidence = &c.Confidence
	}
	if c.Share != staleness.NotKnown {
		r.Share = &c.Share
	}
	return r
}

// Notes returns sentences on the numbers of a view that are approximate or incomplete.
func Notes(v *staleness.View) []string {
	notes := []string{}
	if !v.Exact {
		notes = append(notes, "Staleness is approximate, because the window does not end at the end of an interval.")
	} else if !v.CountsExact {
		notes = append(notes, "Counts are approximate, because the window does not start at the start of an interval.")
	}
	if n := len(v.Log.Scales); n > 0 && v.Log.Scales[n-1].OneOf > 1 {
		s := v.Log.Scales[n-1]
		notes = append(notes, fmt.Sprintf("At the end, one in %d collections was tracked: %d of %d in total. This list omits the others.",
			s.OneOf, s.Followed, s.Known))
	}
	return notes
}

// TimelineOf returns the number of elements of a collection, or of [staleness.AllCollections], over the time of a view.
func TimelineOf(ctx context.Context, v *staleness.View, of usage.CollectionID) ([]Point, error) {
	line, err := v.Timeline(ctx, of, 0)
	if err != nil {
		return nil, err
	}
	points := make([]Point, len(line.Times))
	for i, t := range line.Times {
		points[i] = Point{int64(t), line.Elements[i]}
	}
	return points, nil
}

// PatternsOf returns the collections of a view that are used inefficiently.
func PatternsOf(ctx context.Context, v *staleness.View) ([]Pattern, error) {
	found, err := v.Patterns(ctx, staleness.PatternOptions{})
	if err != nil {
		return nil, err
	}
	log, patterns := v.Log, []Pattern{}
	for _, f := range found {
		patterns = append(patterns, Pattern{f.Kind.String(), log.Strings[f.Type], log.Strings[f.Site], f.Collections, f.Min, f.Max,
			f.Points, f.AtMoment, f.Kind.Sentence(), f.Kind.Fix(), log.Label(f.Collection)})
	}
	return patterns, nil
}

// NewDetails returns the details of a collection, or of [staleness.AllCollections], in a view.
func NewDetails(ctx context.Context, v *staleness.View, c usage.CollectionID, gets int) (*Details, error) {
	found, err := v.Details(ctx, c, gets)
	if err != nil {
		return nil, err
	}
	log := v.Log
	rows := func(sites []staleness.Site) []Location {
		all := []Location{}
		for _, s := range sites {
			row := Location{Location: log.Strings[s.Site], Count: s.Count}
			if s.Staleness != staleness.NotKnown {
				row.Staleness = &s.Staleness
			}
			all = append(all, row)
		}
		return all
	}
	d := &Details{Adds: found.Adds, Gets: found.Gets, Removes: found.Removes, NeverRead: found.NeverRead, NeverRemoved: found.NeverRemoved,
		ByGets: found.ByGets, Others: Others(found.Others), AddSites: rows(found.AddSites), GetSites: rows(found.GetSites),
		RemoveSites: rows(found.RemoveSites), LastGets: rows(found.LastGets), Types: rows(found.Types),
		Elements: found.Elements, Staleness: found.Staleness, Duplicates: found.Duplicates, Label: "All collections together"}
	if c != staleness.AllCollections {
		of := log.Collections[c]
		d.Number, d.Type, d.Site, d.Label = int(c)+1, log.Strings[of.Type], log.Strings[of.Site], log.Label(c)
	}
	return d, nil
}

// NewDetailsReport returns the details of the requested collection in a view, with its elements over the time of the whole log.
func NewDetailsReport(ctx context.Context, v *staleness.View, q DetailsQuery) (*DetailsReport, error) {
	of := q.ID()
	whole, err := staleness.Whole(v.Log)
	if err != nil {
		return nil, err
	}
	if int(of) >= len(v.Log.Collections) {
		return nil, fmt.Errorf("collection %d: there are %d", q.Collection, len(v.Log.Collections))
	}
	d, err := NewDetails(ctx, v, of, q.Gets)
	if err != nil {
		return nil, err
	}
	line, err := TimelineOf(ctx, whole, of)
	if err != nil {
		return nil, err
	}
	return &DetailsReport{Query: q, Start: int64(v.From), End: int64(v.To), Details: *d, Timeline: line, Notes: Notes(v)}, nil
}
