package session_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/view/collections"
	"memcity/trace"
)

// The list comes first without, then with leak confidence. Later lists of the window have it immediately.
func TestCollections(t *testing.T) {
	r := using(300, 100, true)
	loads := 0
	for p := range r.Points {
		load := r.Points[p].Load
		r.Points[p].Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			loads++
			return load(ctx, progress)
		}
	}
	o := recording.New(r, recording.Options{})
	q := collections.State{}.Query(collections.Whole)
	var parts []*collections.Report
	show := func(part *collections.Report) { parts = append(parts, part) }
	report, err := history.Collections(t.Context(), o, q, nil, show)
	if err != nil || len(parts) != 1 || parts[0].Whole || parts[0].Collections[0].Confidence != nil || !report.Whole ||
		loads != len(r.Points) {
		t.Fatalf("%+v, %v; %d parts, %d states are loaded", report, err, len(parts), loads)
	}
	c := &report.Collections[0]
	want := 0.0 // the list is all of the heap at each point
	for range r.Points {
		want += 1 / float64(len(r.Points))
	}
	if c.Size != 300 || c.Share == nil || math.Abs(*c.Share-want) > 1e-9 || c.Confidence == nil || math.Abs(*c.Confidence-c.Staleness) > 1e-9 {
		t.Errorf("%+v", c)
	}
	q.Text = "list"
	again, err := history.Collections(t.Context(), o, q, nil, show)
	if err != nil || len(parts) != 1 || !again.Whole || *again.Collections[0].Share != *c.Share {
		t.Errorf("%+v, %v; %d parts", again, err, len(parts))
	}
	q.Span = collections.Span{From: r.Points[1].Time, To: r.Points[2].Time}
	other, err := history.Collections(t.Context(), o, q, nil, show)
	if err != nil || len(parts) != 2 || !other.Whole || loads > len(r.Points)+2 {
		t.Errorf("another window: %+v, %v; %d parts, %d states are loaded", other, err, len(parts), loads)
	}
	d, err := history.CollectionDetails(t.Context(), o, collections.DetailsQuery{Span: collections.Whole, Collection: 1, Gets: 3}, nil)
	if err != nil || d.Details.Adds != 300 || d.Details.NeverRead != 200 || len(d.Timeline) != 100 {
		t.Errorf("%+v, %v", d, err)
	}
}

// Missing data is reported: a log, identities, and readable states.
func TestCollectionsWithout(t *testing.T) {
	q := collections.State{}.Query(collections.Whole)
	show := func(*collections.Report) {}
	o := recording.New(longerList(), recording.Options{})
	if _, err := history.Collections(t.Context(), o, q, nil, show); !errors.Is(err, collections.ErrNone) {
		t.Errorf("not recorded: %v", err)
	}
	if _, err := history.CollectionDetails(t.Context(), o, collections.DetailsQuery{}, nil); !errors.Is(err, collections.ErrNone) {
		t.Errorf("not recorded: %v", err)
	}
	r := using(3, 1, true)
	r.Knows &^= trace.KnowsIdentity
	o = recording.New(r, recording.Options{})
	if report, err := history.Collections(t.Context(), o, q, nil, show); err != nil || report.NoConfidence != collections.NoShareIdentities {
		t.Errorf("without identities: %+v, %v", report, err)
	}
	r = using(3, 1, true)
	for p := range r.Points {
		r.Points[p].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return nil, nil, errors.New("damaged")
		}
	}
	o = recording.New(r, recording.Options{})
	if report, err := history.Collections(t.Context(), o, q, nil, show); err != nil || report.NoConfidence != collections.NoSharePoints ||
		len(o.Warnings()) == 0 || !strings.Contains(o.Warnings()[0].Text, "damaged") {
		t.Errorf("without states: %+v, %v, %v", report, err, o.Warnings())
	}
}
