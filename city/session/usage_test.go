package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/usage"
)

// longerList returns a recording of heap states in which a list in a static field gets a thousand more values at each of four GC points.
func longerList() *trace.Recording {
	r := rings(4, 0)
	for p := range r.Points {
		b := tracetest.NewHeap()
		list, array := b.Object(b.Type("java.util.ArrayList", 24, "elementData")), b.Array(b.ArrayType("java.lang.Object[]"), 1000*(p+1))
		b.Root(list, trace.RootStaticField, "app.Main.list")
		b.Refer(list, "elementData", array)
		b.Identify(list, 1)
		b.Identify(array, uint64(2+p))
		for i := range 1000 * (p + 1) {
			value := b.Object(b.Type("app.Value", 40))
			b.Identify(value, uint64(10+i))
			b.Element(array, i, value)
		}
		heap := b.Heap()
		r.Points[p].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return heap, nil, nil }
	}
	return r
}

// using returns longerList with a log of the list: values were added, and the first few were read just before the last point.
func using(added, read int, followed bool) *trace.Recording {
	r := longerList()
	events := []usage.Event{{Kind: usage.TextEvent, Site: 1, Text: "app.List"}, {Kind: usage.TextEvent, Site: 2, Text: "app.Main.add(Main.java:7)"},
		{Kind: usage.AllocEvent, Collection: 9, Site: 2, Type: 1}, {Kind: usage.NumberEvent, Collection: 9, Element: 1}}
	if !followed {
		events = append(events, usage.Event{Kind: usage.UnfollowedEvent, Collection: 9})
	}
	for i := range added {
		events = append(events, usage.Event{Kind: usage.AddEvent, Collection: 9, Element: uint64(i + 1), Site: 2, Type: 1, Time: 150})
	}
	for i := range read {
		events = append(events, usage.Event{Kind: usage.GetEvent, Collection: 9, Element: uint64(i + 1), Site: 2, Time: 290, Count: 3})
	}
	events = append(events, usage.Event{Kind: usage.EndEvent, Time: 300})
	r.Usage = &trace.Usage{Events: func(ctx context.Context, visit func(*usage.Event)) error {
		for i := range events {
			visit(&events[i])
		}
		return ctx.Err()
	}}
	return r
}

// said returns the guide's statements about the use of the list: evidence and doubts.
func said(t *testing.T, r *trace.Recording) (evidence, doubt string) {
	t.Helper()
	o := recording.New(r, recording.Options{Structures: library(t, "DS java.util.ArrayList { app.Value; }\n")})
	report, err := guided.Explore(t.Context(), o, nil)
	if err != nil || len(report.Findings) == 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	pick := func(list []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !strings.Contains(s, "Recorded use of") }), "\n")
	}
	return pick(report.Findings[0].Explain), pick(report.Findings[0].Doubts)
}

func TestGuideOfUse(t *testing.T) {
	for _, test := range []struct {
		name            string
		recording       *trace.Recording
		evidence, doubt string
	}{
		{"not recorded", longerList(), "", ""},
		{"not followed", using(300, 0, false), "", ""},
		{"nothing in it", using(0, 0, true), "", ""},
		{"never read", using(300, 0, true), "none of its 300 elements was ever read. Most elements were added at app.Main.add(Main.java:7).", ""},
		{"some read", using(300, 100, true), "200 of its 300 elements were never read. Most elements were added at app.Main.add(Main.java:7).", ""},
		{"all read", using(300, 300, true), "", "all of its 300 elements were read. It is in use, like a cache."},
	} {
		evidence, doubt := said(t, test.recording)
		if !strings.HasSuffix(evidence, test.evidence) || !strings.HasSuffix(doubt, test.doubt) || (evidence == "") != (test.evidence == "") ||
			(doubt == "") != (test.doubt == "") {
			t.Errorf("%s: %q, %q", test.name, evidence, doubt)
		}
	}
}

// The log is read once, and a damaged part gives a warning.
func TestUsageIsReadOnce(t *testing.T) {
	r := using(3, 1, true)
	events, calls := r.Usage.Events, 0
	r.Usage.Events = func(ctx context.Context, visit func(*usage.Event)) error {
		calls++
		if err := events(ctx, visit); err != nil {
			return err
		}
		return &trace.InputError{Source: "a.mct", Offset: 7, Text: "damaged; everything else was read"}
	}
	o := recording.New(r, recording.Options{})
	for range 2 {
		if log, err := o.Usage(t.Context()); err != nil || log.Elements.Len() != 3 {
			t.Errorf("%+v, %v", log, err)
		}
	}
	if w := o.Warnings(); calls != 1 || len(w) != 1 || w[0].Text != "damaged; everything else was read" {
		t.Errorf("read %d times, warnings %v", calls, w)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if log, err := recording.New(using(3, 1, true), recording.Options{}).Usage(cancelled); log != nil || err == nil {
		t.Errorf("cancelled: %+v, %v", log, err)
	}
	if log, err := recording.New(rings(1, 1), recording.Options{}).Usage(t.Context()); log != nil || err != nil {
		t.Errorf("not recorded: %+v, %v", log, err)
	}
}
