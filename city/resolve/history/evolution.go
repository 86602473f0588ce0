package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/trend"
	"memcity/analysis/window"
	"memcity/city/memory"
	"memcity/city/recording"
	treespkg "memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/overview"
	"memcity/city/view/trends"
	"memcity/trace"
	"memcity/words"
)

// ErrNoEvolution is returned for a recording with fewer than two GC points and fewer than two GCs.
var ErrNoEvolution = errors.New("evolution: it has fewer than two GC points and fewer than two GCs; open a series of dumps, a trace or a longer GC log")

// Evolution counts the heap at each GC point of [trace.Recording.Compared]. It reads each point once and caches the totals. Points that
// cannot be read are omitted and reported. With ErrNoEvolution, it also returns the available data.
func Evolution(ctx context.Context, o *recording.Recording, progress trace.Progress) (*window.Evolution, error) {
	r := o.Now()
	e := &window.Evolution{Series: window.Series{GCs: r.GCs, Heap: true}}
	if len(r.Stops) > 0 {
		e.Stops, _ = r.AllStops()
	}
	timed := !onlyNumbered(r)
	compared := r.Compared(0, len(r.Points)-1)
	for i := range r.Points {
		at := time.Duration(0)
		if timed {
			at = time.Duration(r.Points[i].Time) * time.Millisecond
		}
		e.Times = append(e.Times, at)
		progress.Report(int64(i), int64(len(r.Points)), fmt.Sprintf("counting GC point %d of %d", i+1, len(r.Points)))
		if !slices.Contains(compared, i) {
			continue
		}
		objects, bytes, err := o.Total(ctx, i)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			o.LeaveOut(i, err)
			continue
		}
		e.Points = append(e.Points, window.Point{Time: e.Times[i], Objects: objects, Bytes: bytes, GC: r.Points[i].GC})
		e.Sources = append(e.Sources, i)
	}
	progress.Report(1, 1, "counted")
	if n := len(e.Sources); n > 0 {
		e.Final = e.Sources[n-1] >= r.Judged()
	}
	if len(e.Points) > 1 {
		return e, nil
	}
	if len(r.GCs) < 2 {
		return e, ErrNoEvolution
	}
	e.Points, e.Sources, e.Final = nil, nil, false
	for _, gc := range r.GCs {
		if gc.After > 0 {
			e.Points = append(e.Points, window.Point{Time: gc.End, Bytes: gc.After, GC: gc.Number})
		}
	}
	return e, nil
}

// LeakWindow returns the default GC points to analyze: the window in which the heap grows until the end, see [window.Evolution.Growing]. ok
// is false if there is none. The cost is that of [Evolution].
func LeakWindow(ctx context.Context, o *recording.Recording, progress trace.Progress) (w treespkg.Window, ok bool, err error) {
	e, err := Evolution(ctx, o, progress)
	if errors.Is(err, ErrNoEvolution) {
		return w, false, nil
	}
	if err != nil {
		return w, false, err
	}
	_, from, to, ok := e.Growing(window.Find(e.Series, window.DefaultLimits()))
	return treespkg.Window{From: from, To: to}, ok, nil
}

// onlyNumbered reports whether the recording has no times, so that the times of its GC points are their numbers.
func onlyNumbered(r *trace.Recording) bool {
	if r.Knows.Has(trace.KnowsTimes) || len(r.GCs) > 0 {
		return false
	}
	for i := range r.Points {
		if r.Points[i].Time != trace.Millis(i) {
			return false
		}
	}
	return true
}

// TrendQuery selects series for [Trend].
type TrendQuery struct {
	By       treespkg.Grouping // with the size kind of the values
	Key      string            // of the group whose children are the series; empty for the root
	From, To int               // GC points of the recording, 0-based
	Choice   trend.Choice      // selects GC points between From and To
	Options  trend.Options     // Node and Overlap are computed
}

// ErrNoGroup is an error of [Trend].
var ErrNoGroup = errors.New("no examined GC point has a group with this key")

// Trend returns the series of the groups below one group. It reads only the chosen GC points.
func Trend(ctx context.Context, o *recording.Recording, q TrendQuery, progress trace.Progress) (*trends.Trend, error) {
	series, err := chosen(ctx, o, q, progress)
	if err != nil {
		return nil, err
	}
	options := q.Options
	options.Overlap = q.By.SizeKind != treespkg.Shallow
	found, ok := trends.Of(series, q.Key, options)
	if !ok {
		return nil, words.Errorf("group %q: %w", q.Key, ErrNoGroup)
	}
	return found, nil
}

// chosen returns the series of the chosen GC points. It returns an error if the series has no groups.
func chosen(ctx context.Context, o *recording.Recording, q TrendQuery, progress trace.Progress) (*treespkg.Series, error) {
	points, err := choose(o, q)
	if err != nil {
		return nil, err
	}
	series, err := o.SeriesAt(ctx, q.By, points, progress)
	if err == nil && len(series.Nodes) == 0 {
		err = errors.New("heap states: none of the examined GC points has any groups")
	}
	return series, err
}

// choose returns the chosen GC points.
func choose(o *recording.Recording, q TrendQuery) ([]int, error) {
	r := o.Now()
	if len(r.Points) == 0 {
		return nil, cmp.Or(r.NoStates(), errors.New("heap states: none yet"))
	}
	from := max(0, min(q.From, len(r.Points)-1))
	to := max(from, min(q.To, len(r.Points)-1))
	compared := r.Compared(from, to)
	var times []trace.Millis
	for _, i := range compared {
		times = append(times, r.Points[i].Time)
	}
	points := q.Choice.Of(times)
	for i := range points {
		points[i] = compared[points[i]]
	}
	return points, nil
}

// Overview returns the heap over time and its suspicious windows. The heap is missing if the input has none.
func Overview(ctx context.Context, o *recording.Recording, q overview.Query, progress trace.Progress) (*overview.Overview, error) {
	e, err := Evolution(ctx, o, progress)
	if err != nil && !errors.Is(err, ErrNoEvolution) { // the view reports this error in place of a chart
		return nil, err
	}
	return &overview.Overview{Query: q, Runtime: o.Recording.Runtime, Format: o.Recording.Format, Evolution: e, Found: window.Find(e.Series, q.Limits)}, nil
}

// Trends returns the series of all levels of a query.
func Trends(ctx context.Context, o *recording.Recording, q trends.Query, progress trace.Progress) (*trends.Report, error) {
	series, err := chosen(ctx, o, TrendQuery{By: q.By, From: q.From, To: q.To, Choice: q.Choice}, progress)
	if err != nil {
		return nil, err
	}
	return q.Report(series, q.To-q.From+1), nil
}

// ChurnReport reports the objects that died in a range of GCs.
func ChurnReport(ctx context.Context, o *recording.Recording, q churns.Query, progress trace.Progress) (*churns.Report, error) {
	report, err := Churn(ctx, o, churn.Options{From: q.From, To: q.To, Bytes: q.Bytes}, progress)
	return &churns.Report{Query: q, Analysis: report}, err
}

// Churn reports the objects that died in a range of GCs. Damaged input gives a warning.
func Churn(ctx context.Context, o *recording.Recording, q churn.Options, progress trace.Progress) (*churn.Report, error) {
	r := o.Now()
	q.Domain = o.Options.Domain
	source := churn.Source{GCs: r.GCs, Life: r.Life}
	if churn.NeedsHeap(r.Life) {
		var err error
		if source.Later, err = later(ctx, o, q.To, progress); err != nil {
			return nil, err
		}
	}
	report, err := churn.Find(ctx, source, q, progress)
	if err != nil {
		return nil, err
	}
	o.Warn(report.Damage)
	return report, nil
}

// later returns the first readable heap state after a GC, or else the last one before it; nil if there is none.
func later(ctx context.Context, o *recording.Recording, gc uint32, progress trace.Progress) (*trace.Heap, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Tree)
	defer end()
	r := o.Now()
	if n := len(r.GCs); n > 0 {
		gc = min(gc, r.GCs[n-1].Number)
	}
	var behind, before []int
	for i := range r.Points {
		switch p := &r.Points[i]; {
		case p.Load == nil || p.GC == 0:
		case p.GC >= gc:
			behind = append(behind, i)
		default:
			before = append(before, i)
		}
	}
	slices.Reverse(before)
	for _, i := range append(behind, before...) {
		h, err := o.Load(ctx, i, recording.Keeping, progress)
		if err == nil {
			return h.Heap(), nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.LeaveOut(i, err)
	}
	return nil, nil
}
