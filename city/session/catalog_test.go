package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/definition"
	"memcity/analysis/group"
	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
)

func withExpressions(warn func(error)) *group.Registry {
	r, err := group.Builtin().With(definition.AdHoc(warn)...)
	if err != nil {
		panic(err)
	}
	return r
}

// TestSeriesOfMeasures: a series of deep or retained sizes has the individual numbers of each group, so children may exceed their parent.
func TestSeriesOfMeasures(t *testing.T) {
	ctx := context.Background()
	o := recording.New(caches(20), recording.Options{})
	for measure, kind := range map[trees.SizeKind]closure.Kind{trees.Deep: closure.Deep, trees.Retained: closure.Retained} {
		by := trees.Grouping{By: seq.Of("package", "type"), SizeKind: measure}
		s, err := o.Series(ctx, by, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, sizes, err := o.Sizes(ctx, by, 0, []closure.Kind{kind}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range sizes {
			node := s.NodeOf(0, r.Group)
			if s.Objects(0, node) != r.Objects || s.Bytes(0, node) != r.Bytes {
				t.Errorf("%s of %s: %d objects, %d bytes; want %d and %d", measure, s.Key(node), s.Objects(0, node), s.Bytes(0, node), r.Objects,
					r.Bytes)
			}
		}
		app, _ := s.Find("Heap#app")
		sum := int64(0)
		for c := range s.Nodes.Children(app) {
			sum += s.Objects(0, c)
		}
		if sum <= s.Objects(0, app) {
			t.Errorf("%s: the groups of app have %d objects, app %d: nothing is counted twice", measure, sum, s.Objects(0, app))
		}
		plan := scene.NewPlan(s, trees.NewMeta(s, trees.Window{}), scene.DefaultSettings())
		c := plan.At(0, scene.DefaultSettings())
		for i := range c.Buildings {
			d := c.Districts[c.Buildings[i].District]
			if b := c.Buildings[i].Plot; b.X < d.Plot.X || b.Z < d.Plot.Z || b.X+b.W > d.Plot.X+d.Plot.W || b.Z+b.D > d.Plot.Z+d.Plot.D {
				t.Errorf("%s: a building leaves its district", measure)
			}
		}
	}
}

func TestCatalogReportsWhatIsMissing(t *testing.T) {
	r := caches(3)
	if c := recording.New(r, recording.Options{}).Catalog(); c.Missing != [4]string{} {
		t.Errorf("of a heap dump: %q", c.Missing)
	}
	r.Knows = trace.KnowsObjects | trace.KnowsReferences
	c := recording.New(r, recording.Options{}).Catalog()
	if c.Missing[trees.Deep] != "" || !strings.Contains(c.Missing[trees.Retained], "GC roots") {
		t.Errorf("without GC roots: %q", c.Missing)
	}
	r.Knows = trace.KnowsObjects
	c = recording.New(r, recording.Options{}).Catalog()
	if c.Missing[trees.Shallow] != "" || !strings.Contains(c.Missing[trees.Deep], "references") || c.Missing[trees.Retained] == "" {
		t.Errorf("without references: %q", c.Missing)
	}
}

func TestCheck(t *testing.T) {
	check := recording.New(caches(3), recording.Options{Registry: withExpressions}).Catalog().Check
	for _, test := range []struct {
		by, filters []string
		want        string // part of the faults in their order, a bar after each
	}{
		{[]string{"package", "type"}, []string{"no-java", "where(object.size > 3)"}, "||||"},
		{[]string{"type", "points-to", "type"}, nil, "|||"},
		{[]string{"type", "package", "type"}, nil, "||named twice|"},
		{[]string{"tipe", "type"}, nil, "no classifier has this name; similar: type||"},
		{[]string{"thread"}, nil, "needs allocating threads|"},
		{[]string{"type"}, []string{"package", "where(object.size >)", "where()"}, "|only filters|column|column|"},
		{[]string{"key(" + strings.Repeat("1+", 600) + "1)"}, nil, "longer than 1000 bytes|"},
		{[]string{"key(" + strings.Repeat("1+", 497) + "1)"}, nil, "|"},
		{[]string{"key(1" + strings.Repeat("+1", 497) + " )"}, nil, "longer than 1000 bytes|"},
		{[]string{"type,package"}, nil, "a comma|"},
		{append(slices.Repeat([]string{"type", "points-to"}, 16), "type"), nil, strings.Repeat("|", 32) + "at most 32|"},
		{[]string{""}, nil, "expected one of|"},
	} {
		faults := check(trees.Grouping{By: seq.Of(test.by...), Filters: seq.Of(test.filters...)})
		got := append(slices.Clone(faults.By), faults.Filters...)
		want := strings.Split(strings.TrimSuffix(test.want, "|"), "|")
		if len(got) != len(want) {
			t.Errorf("%q, %q: %d faults %q", test.by, test.filters, len(got), got)
			continue
		}
		for i := range got {
			if (got[i] == "") != (want[i] == "") || !strings.Contains(got[i], want[i]) || strings.HasPrefix(got[i], "classifier") {
				t.Errorf("%q, %q: fault %d is %q, want %q", test.by, test.filters, i, got[i], want[i])
			}
		}
	}
}

// TestOpenShowsInAnyCase: settings chosen for another recording do not prevent opening, and replacements are reported.
func TestOpenShowsInAnyCase(t *testing.T) {
	r := caches(3)
	r.Knows = trace.KnowsObjects
	s, changed := start(t)
	w := request("thread")
	w.Settings.Filters, w.Settings.SizeKind = seq.Of("where(gone)"), trees.Retained
	s.Open(opens(r), w)
	result := await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	want := trees.Grouping{By: scene.DefaultSettings().By}
	if result.Grouping != want || result.Err != nil || len(result.Warnings) != 3 {
		t.Errorf("shown %+v, error %v, warnings %q", result.Grouping, result.Err, result.Warnings)
	}
	if result.Request.Settings.Grouping() != want || result.Plan.Settings().SizeKind != trees.Shallow {
		t.Errorf("the plan is said to be of %+v", result.Request.Settings.Grouping())
	}
	// Later, it is an error.
	w.Settings.By, w.Settings.Filters = seq.Of("type"), seq.Seq[string]{}
	s.Want(w)
	result = await(t, s, changed, "refuse", func(r exchange.Result) bool { return !r.Busy })
	if result.Err == nil || !strings.Contains(result.Err.Error(), "references") || result.Grouping != want {
		t.Errorf("retained sizes: error %v, shown %+v", result.Err, result.Grouping)
	}
}
