package session_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memcity/analysis/check"
	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/view/guides"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// explore adds the guide's report to the golden file and returns it.
func explore(t *testing.T, r *trace.Recording) *findings.Report {
	t.Helper()
	g := guideReport(t, r)
	golden.Collect(t, golden.Text(g))
	return g
}

func guideReport(t *testing.T, r *trace.Recording) *findings.Report {
	t.Helper()
	g, err := guided.Explore(context.Background(), recording.New(r, recording.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// growingCaches returns a series of heap states of [caches].
func growingCaches(counts ...int) *trace.Recording {
	r := caches(counts[0])
	r.Points = nil
	for i, n := range counts {
		p := caches(n).Points[0]
		p.Time = trace.Millis(1000 * i)
		r.Points = append(r.Points, p)
	}
	return r
}

// Two caches hold the same values. The guide names both, and the numbers are those of emptying both.
func TestGuideSharedOwners(t *testing.T) {
	g := explore(t, growingCaches(500, 1000, 1500, 2000, 2500))
	f := &g.Findings[0]
	if f.Rule != findings.RuleLeak || f.Growth.Type != "app.NameEntry" && f.Growth.Type != "app.Entry" && f.Growth.Type != "app.Value" {
		t.Fatalf("%s: %+v", g.Text, f)
	}
	owners := fmt.Sprint(f.Growth.Owner, f.Growth.Also)
	if !strings.Contains(owners, "app.IdCache.entries") && !strings.Contains(owners, "app.Main.byId") {
		t.Errorf("owners %s", owners)
	}
	if !strings.Contains(g.Text, "Leaking: ") || !g.Judged {
		t.Errorf("verdict %s", g.Text)
	}
}

// The guide reports missing data, and invents nothing.
func TestGuideOfFewPoints(t *testing.T) {
	for _, test := range []struct {
		counts []int
		rule   string
		text   string
	}{{[]int{2000}, "", "One GC point cannot show growth."}, {[]int{2000, 2000}, "", "2 GC points are too few to show a leak."},
		{[]int{500, 2000}, findings.RuleGrowth, "Growth that may not be a leak: "}} {
		g := explore(t, growingCaches(test.counts...))
		if g.Judged || !strings.HasPrefix(g.Text, test.text) ||
			!strings.Contains(strings.Join(g.Missing, ""), "three heap dumps") {
			t.Errorf("%v: %s, missing %v", test.counts, g.Text, g.Missing)
		}
		for _, f := range g.Findings {
			if f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth && test.rule == "" {
				t.Errorf("%v: %s", test.counts, f.Title)
			}
		}
		if test.rule != "" && (len(g.Findings) == 0 || g.Findings[0].Rule != test.rule) {
			t.Errorf("%v: %+v", test.counts, g.Findings)
		}
	}
}

// Counts by type show growth, but no holders.
func TestGuideOfCounts(t *testing.T) {
	series := func(sessions ...int) *trace.Recording {
		r := &trace.Recording{Name: "counts", Format: "histogram", Names: trace.NewNames()}
		for i, n := range sessions {
			p := countsPoint(map[string]int{"app.Session": n, "byte[]": 4 * n, "app.Page": 1000, "java.lang.String": 3000})
			p.Time = trace.Millis(1000 * i)
			r.Points = append(r.Points, p)
		}
		return r
	}
	g := explore(t, series(1000, 3000, 5000, 7000, 9000))
	if f := &g.Findings[0]; f.Rule != findings.RuleLeak || f.Growth.Type != "app.Session" || f.Growth.Owner != "" ||
		len(f.Growth.Groups) != 2 {
		t.Errorf("%+v", g.Findings[0].Growth)
	}
	if !strings.Contains(strings.Join(g.Missing, ""), "Holders of the growing objects") {
		t.Errorf("missing %v", g.Missing)
	}
	for _, flat := range [][]int{{9000, 9000, 9000, 9000}, {1000, 9000, 9000, 9000, 9000}, {9000, 5000, 3000, 1000}} {
		if g := explore(t, series(flat...)); len(g.Findings) > 0 || !g.Judged {
			t.Errorf("%v: %+v", flat, g.Findings)
		}
	}
}

// gcLog returns a log of GCs of a kind, one second apart, with the given megabytes of heap after each.
func gcLog(kind string, after ...int) *trace.Recording {
	r := &trace.Recording{Name: "log", Format: "gclog", Names: trace.NewNames(), Knows: trace.KnowsTimes}
	for i, mb := range after {
		end := time.Duration(i+1) * time.Second
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Start: end - time.Millisecond, End: end, Pause: time.Millisecond, Kind: kind,
			Before: int64(mb+10) << 20, After: int64(mb) << 20})
	}
	return r
}

func TestGuideOfGCLogs(t *testing.T) {
	var rising, flat, sawtooth []int
	for i := range 40 {
		rising, flat, sawtooth = append(rising, 100+5*i), append(flat, 100+i%3), append(sawtooth, 100+10*(i%10))
	}
	for _, test := range []struct {
		name string
		r    *trace.Recording
		rule string
	}{
		{"full GCs leave more and more", gcLog("Full", rising...), findings.RuleLeak},
		{"young GCs leave more and more", gcLog("Young (Normal)", rising...), findings.RuleGrowth},
		{"full GCs leave the same", gcLog("Full", flat...), ""},
		{"young GCs leave the same", gcLog("Young (Normal)", flat...), ""},
		{"a sawtooth", gcLog("Full", sawtooth...), ""},
	} {
		rule := ""
		for _, f := range explore(t, test.r).Findings {
			if f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth {
				rule = f.Rule
			}
		}
		if rule != test.rule {
			t.Errorf("%s: found %q, expected %q", test.name, rule, test.rule)
		}
	}
}

// GCs that take most of the time, and high garbage rates, are found with their windows.
func TestGuideOfGCs(t *testing.T) {
	r := gcLog("Young (Normal)", make([]int, 40)...)
	for i := range r.GCs {
		r.GCs[i].Before, r.GCs[i].After = 20<<20, 10<<20
		if i >= 20 && i < 30 {
			r.GCs[i].Before, r.GCs[i].Pause = 500<<20, 400*time.Millisecond
			r.GCs[i].Start = r.GCs[i].End - r.GCs[i].Pause
		}
	}
	rules := map[string]findings.Finding{}
	for _, f := range explore(t, r).Findings {
		rules[f.Rule] = f
	}
	for _, rule := range []string{findings.RuleChurn, findings.RuleOverhead} {
		if f, ok := rules[rule]; !ok || f.Highlight.FromGC < 20 || f.Highlight.ToGC > 31 || !state.Valid(f.Highlight) {
			t.Errorf("%s: %+v", rule, f)
		}
	}
}

// Rules return numbers for available data, and no number for missing data.
func TestChecks(t *testing.T) {
	source := guided.Checks(recording.New(growingCaches(100, 200, 400), recording.Options{}), nil)
	ctx := context.Background()
	value := check.Subject{Kind: check.Type, Name: "app.Value"}
	for _, test := range []struct {
		measure check.Quantity
		subject check.Subject
		want    check.Number
	}{
		{check.Objects, value, check.Number{Value: 400}},
		{check.Bytes, value, check.Number{Value: 16000}},
		{check.Objects, check.Subject{Kind: check.Package, Name: "java"}, check.Number{Value: 400}},
		{check.Objects, check.Subject{Kind: check.Package, Name: "app"}, check.Number{Value: 1202}},
		{check.Growth, value, check.Number{Value: 12000, Whole: 4000, Steps: 2}},
		{check.RetainedBytes, value, check.Number{Value: 16000}},
		{check.RetainedBytes, check.Subject{Kind: check.Type, Name: "app.IdCache"}, check.Number{Value: 16 + 400*24}},
		{check.DeepBytes, check.Subject{Kind: check.Type, Name: "app.IdCache"}, check.Number{Value: 16 + 400*64}},
	} {
		got, err := source.Number(ctx, test.measure, test.subject)
		if err != nil || got != test.want {
			t.Errorf("%s of %s: %+v, %v, expected %+v", test.measure, test.subject, got, err, test.want)
		}
	}
	var unknown *check.Unknown
	for _, m := range []check.Quantity{check.Overhead, check.Pause, check.Churn, check.Duplicates} {
		if _, err := source.Number(ctx, m, check.Subject{Kind: check.Nothing}); !errors.As(err, &unknown) {
			t.Errorf("%s: %v", m, err)
		}
	}
	for m := check.Collections; m <= check.AllCollections; m++ { // references are enough
		if n, err := source.Number(ctx, m, check.Subject{Kind: check.Nothing}); err != nil || n.Value < 0 || n.Whole <= 0 {
			t.Errorf("%s: %+v, %v", m, n, err)
		}
	}
	static := check.Subject{Kind: check.Static, Name: "app.Main.byId"}
	if way, err := source.Path(ctx, static, value); err != nil || !strings.HasSuffix(way, "value: app.Value") {
		t.Errorf("path %q, %v", way, err)
	}
	if way, err := source.Path(ctx, static, check.Subject{Kind: check.Type, Name: "java.lang.String"}); err != nil || way != "" {
		t.Errorf("path %q, %v", way, err)
	}
	large := guided.Checks(recording.New(growingCaches(500, 1000, 1500, 2000), recording.Options{}), nil)
	if found, err := large.Found(ctx, findings.RuleLeak); err != nil || len(found) == 0 {
		t.Errorf("leaks %v, %v", found, err)
	}
}

// A canceled exploration returns the context's error.
func TestGuideCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := guided.Explore(ctx, recording.New(growingCaches(100, 200, 300), recording.Options{}), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestGuideSamples: contents of objects are read only on request, and not from a recording whose texts were replaced.
func TestGuideSamples(t *testing.T) {
	b := tracetest.NewHeap()
	c := b.Object(b.Type("app.Customer", 16, "name"))
	b.Refer(c, "name", b.String("a secret"))
	b.Root(c, trace.RootStaticField, "app.Main.customer")
	r := &trace.Recording{Name: "customers", Knows: trace.KnowsObjects | trace.KnowsValues | trace.KnowsTexts, Names: trace.NewNames(),
		Points: []trace.Point{{Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return b.Heap(), nil, nil }}}}
	q := guides.SamplesQuery{Objects: seq.Of(c)}
	for _, blanked := range []bool{false, true} {
		r.Blanked = blanked
		found, err := guided.Samples(t.Context(), recording.New(r, recording.Options{}), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(found.Texts, "|"); blanked && got != "" || !blanked && got != `name = "a secret"` {
			t.Errorf("blanked %v: %s", blanked, got)
		}
	}
	if _, err := guided.Samples(t.Context(), recording.New(r, recording.Options{}), guides.SamplesQuery{Point: 3}, nil); err != nil {
		t.Errorf("blanked, of no GC point: %v", err)
	}
	r.Blanked = false
	if _, err := guided.Samples(t.Context(), recording.New(r, recording.Options{}), guides.SamplesQuery{Point: 3}, nil); err == nil {
		t.Error("no error for a GC point that there is not")
	}
}
