package guide

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/usage"
)

// unreadUses returns the use of four lists with 1,200 elements each, added within 1.2 s. Two lists are never read, the third is read element by
// element, and the fourth is read as a whole at the end. At the end, only one of two collections is followed.
func unreadUses() *trace.Usage {
	return &trace.Usage{Events: func(ctx context.Context, visit func(*usage.Event)) error {
		take := func(e usage.Event) { visit(&e) }
		take(usage.Event{Kind: usage.TextEvent, Site: 1, Text: "java.util.ArrayList"})
		take(usage.Event{Kind: usage.TextEvent, Site: 2, Text: "app.Log.<init>(Log.java:5)"})
		take(usage.Event{Kind: usage.TextEvent, Site: 3, Text: "app.Log.add(Log.java:9)"})
		for c := uint64(1); c <= 4; c++ {
			take(usage.Event{Kind: usage.AllocEvent, Collection: c, Site: uint32(1 + min(c, 2)), Type: 1})
		}
		for i := range uint64(1200) {
			for c := uint64(1); c <= 4; c++ {
				take(usage.Event{Kind: usage.AddEvent, Collection: c, Element: i + 1, Site: 3, Time: usage.Millis(i)})
			}
			take(usage.Event{Kind: usage.GetEvent, Collection: 3, Element: i + 1, Time: usage.Millis(i), Count: 1})
		}
		take(usage.Event{Kind: usage.ScaleEvent, Count: 2, Element: 3, Collection: 6, Time: 1200})
		take(usage.Event{Kind: usage.GetAllEvent, Collection: 4, Time: 1200, Count: 1})
		return ctx.Err()
	}}
}

// TestUnusedOnce checks that a collection whose use is part of another finding is not reported again, and that at most two are reported.
func TestUnusedOnce(t *testing.T) {
	r := growingCounts()
	r.Recording.Usage = unreadUses()
	log, err := r.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for known, want := range map[string]int{"": 2, "java.util.ArrayList@app.Log.<init>(Log.java:5)": 2, "java.util.ArrayList@app.Log.add(Log.java:9)": 1} {
		g := &guided{Source: r, recording: r.Recording, out: &findings.Report{}, reported: map[string]bool{known: true}}
		if err := g.unused(t.Context()); err != nil || len(g.out.Findings) != want {
			t.Errorf("%q: %d findings of %d collections, %v", known, len(g.out.Findings), len(log.Collections), err)
		}
		for _, f := range g.out.Findings {
			if !strings.Contains(f.Title, "1,200 elements") || f.Rule != findings.RuleUnused {
				t.Errorf("%q: %+v", known, f)
			}
		}
	}
}
