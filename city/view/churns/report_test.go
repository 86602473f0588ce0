package churns_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/group"
	"memcity/city/citytest"
	"memcity/city/view/churns"
	"memcity/city/view/rows"
	"memcity/trace"
	"memcity/trace/tracetest/golden"
)

// reportOf returns a report on a hand-made tree: two ages with types, sites and a call site.
func reportOf(basis churn.Basis) *churns.Report {
	leaf := func(name, role string, objects, bytes int64, kids ...*citytest.Group) *citytest.Group {
		return &citytest.Group{Name: name, Role: role, Objects: objects, Bytes: bytes, Kids: kids}
	}
	root := leaf("Garbage", "", 100, 2000,
		leaf(group.AgeName(0), "Age", 60, 1700,
			leaf("app.A", "Type", 40, 1500, leaf("Main.run", "Site", 39, 760, leaf("Main.main", "Call site", 39, 760)),
				leaf("Main.other", "Site", 1, 740)),
			leaf("app.B", "Type", 20, 200)),
		leaf(group.AgeName(1), "Age", 40, 300, leaf("app.A", "Type", 40, 300)),
		leaf("empty", "Age", 0, 0))
	tree := root.Tree(trace.NewNames())
	r := &churns.Report{Analysis: &churns.Analysis{Tree: tree, Basis: basis, Start: time.Second, End: 5 * time.Second,
		Estimated: make([]bool, len(tree.Nodes))}}
	r.Estimated[2] = true
	return r
}

// TestReport: columns, rows and paths.
func TestReport(t *testing.T) {
	var w strings.Builder
	for _, basis := range []churn.Basis{churns.Died, churns.Allocated} {
		r := reportOf(basis)
		var keys []string
		for i := range int32(len(r.Tree.Nodes)) {
			keys = append(keys, r.Key(i))
			name, ok := r.TypeOf(i)
			fmt.Fprint(&w, i, " ", r.Path(i), " type ", name, ok)
			for c := range churns.Column(7) {
				for _, s := range []churns.State{{}, {Objects: true}} {
					value, ok := r.Of(c, s.Unit(), i)
					fmt.Fprintf(&w, " %.5g %v", value, ok)
				}
			}
			fmt.Fprintln(&w)
			if r.Find(r.Key(i)) != i || r.Below(r.Path(i)[1:]) != i {
				t.Errorf("%s is found at %d, below %d", r.Key(i), r.Find(r.Key(i)), r.Below(r.Path(i)[1:]))
			}
		}
		for c := range churns.Column(7) {
			for k := range 4 {
				s := churns.State{Sort: c, Upward: k%2 == 1, Objects: k > 1, Open: (rows.Expansion{}).With(keys, true)}
				got, err := r.Rows(&s, "")
				fmt.Fprintf(&w, "by %q as %q, upward %v: %d groups, %v:", c, s.SortedBy(), s.Upward, got.Groups, err)
				for _, row := range got.Rows {
					fmt.Fprint(&w, " ", row.Node)
				}
				fmt.Fprintln(&w)
			}
		}
		for _, s := range []churns.Suspect{{Type: "app.A"}, {Type: "app.A", Site: "Main.run"}, {Type: "app.A", Site: "none"}, {Type: "none"}} {
			fmt.Fprintln(&w, r.SuspectPath(&s))
		}
		for _, s := range []churns.State{{}, {Objects: true}} {
			fmt.Fprintln(&w, r.Strongest(s.Unit()))
		}
		r.End = r.Start
		_, ok := r.Of(churns.Rate, 0, 0)
		fmt.Fprintln(&w, "rate without time:", ok, r.Find("none"), r.Below([]string{"none"}))
	}
	golden.File(t, "report.txt", w.String())
}

// TestAdvice: each kind of type has its own sentence, and merely similar names have the default one.
func TestAdvice(t *testing.T) {
	usual := churns.Advice("app.Point")
	for begin, names := range map[string][]string{
		"Boxed": {"java.lang.Integer", "java.lang.Boolean"}, "Strings": {"java.lang.String", "char[]"}, "Byte arrays": {"byte[]"},
		"Arrays of growing": {"java.lang.Object[]"},
		"Streams":           {"java.util.stream.ReferencePipeline$2", "java.util.Spliterators$ArraySpliterator"},
		"Iterators":         {"java.util.ArrayList$Itr", "app.TreeIterator"},
		"Lambdas":           {"app.Main$$Lambda/0x01", "app.Main$anon$1"}, "Arrays: ": {"int[]", "app.A[]"},
		"Collection entries": {"java.util.HashMap$Node", "java.util.TreeMap$Entry"},
	} {
		for _, name := range names {
			if got := churns.Advice(name); !strings.HasPrefix(got, begin) || got == usual {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	for _, name := range []string{"", "app.Integer", "app.Node", "app.Itrx", "java.lang.Object"} {
		if got := churns.Advice(name); got != usual || got == "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestColumns(t *testing.T) {
	for c := churns.Column(1); c < 7; c++ {
		if got, err := churns.ParseColumn(c.String()); got != c || err != nil {
			t.Errorf("%q is read as %v, %v", c, got, err)
		}
	}
}
