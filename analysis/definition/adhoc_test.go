package definition

import (
	"context"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
)

func adHoc(t *testing.T, report func(error)) *group.Registry {
	t.Helper()
	r, err := group.Builtin().With(AdHoc(report)...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAdHoc checks that chains may contain expressions with commas, parentheses and quoted parentheses like other classifiers.
func TestAdHoc(t *testing.T) {
	r := adHoc(t, func(err error) { t.Error(err) })
	chain, err := r.Parse(`where(object.type in ["com.shop.Cart", "("] and not (object.name == ')')) , key(object.fields["owner.name"] ?? 'nobody'),type`)
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Chain(chain.Names())
	if err != nil || !slices.Equal(again.Names(), chain.Names()) || len(chain) != 3 {
		t.Fatalf("%q is parsed again as %q, %v", chain.Names(), again.Names(), err)
	}
	if kept := groupsOf(t, chain[0], shop()); chain[0].Kind != group.Filters || len(kept) == 0 {
		t.Errorf("the filter keeps %q", kept)
	}
	g, err := group.New(context.Background(), shop(), chain, group.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for n := range g.Tree.Children(0) {
		keys = append(keys, g.Tree.Names.Text(g.Tree.Nodes[n].Name))
		for c := range g.Tree.Children(n) {
			if name := g.Tree.Names.Text(g.Tree.Nodes[c].Name); name != "com.shop.Cart" {
				t.Errorf("%s is kept", name)
			}
		}
	}
	slices.Sort(keys)
	if !slices.Contains(keys, "Anna") {
		t.Errorf("owners are %q", keys)
	}
}

// TestAdHocNeeds checks that an expression needs what it reads.
func TestAdHocNeeds(t *testing.T) {
	chain, err := adHoc(t, nil).Parse("where(object.isRoot and object.site contains 'x')")
	if err != nil {
		t.Fatal(err)
	}
	why := chain.Missing(trace.KnowsObjects | trace.KnowsRoots)
	if !strings.Contains(why, "needs allocation sites") || strings.Contains(why, "GC roots") {
		t.Errorf("missing is %q", why)
	}
}

// TestAdHocFaults checks that faults are reported with their column, including those of single objects.
func TestAdHocFaults(t *testing.T) {
	for _, c := range []struct{ chain, want string }{
		{"where(object.siz > 3)", "column 8: object has no property siz: did you mean size?"},
		{"where(object.size)", "column 1: a filter must be true or false, such as a comparison"},
		{"where(true and\n object.siz > 3)", "line 2, column 9: object has no property siz: did you mean size?"},
		{"key()", "column 1: the expression is empty"},
		{"where", `classifier "where": expected where(EXPR)`},
		{`where(object.name == "a)`, ""},
	} {
		_, err := adHoc(t, nil).Parse(c.chain)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.chain, err, c.want)
		}
	}
	var report []string
	chain, err := adHoc(t, func(err error) { report = append(report, err.Error()) }).Parse(`key(object.fields["owner.name"] + 1)`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := group.New(t.Context(), shop(), chain, group.Options{}); err != nil {
		t.Fatal(err)
	}
	if len(report) != 1 || !strings.HasPrefix(report[0], "key:1:") {
		t.Errorf("reported %q", report)
	}
}

// TestAdHocFaultsCounted checks that only objects that are queried count, each once.
func TestAdHocFaultsCounted(t *testing.T) {
	for _, c := range []struct{ filters, chain, want string }{
		{"", `key(object.fields["count"] * 2)`, "(10 objects)"},                       // all but two carts
		{`where(object.size < 40)`, `key(object.fields["count"] * 2)`, "(9 objects)"}, // nor the array
		{"", `where(object.name == "Person"),key(object.fields["count"] * 2)`, "(1 object)"},
		{"", `where(object.name == "Cart"),key(object.fields["count"] * 2)`, ""},
		{`where(object.name == "Cart")`, `where(object.fields["count"] * 2 > 0),type`, ""},
		{"", `where(object.fields["count"] * 2 > 0),key(object.fields["count"] * 2)`, "(10 objects)"}, // reported by the filter
		{"", `where(object.name == "Cart"),type,points-to,key(object.fields["count"] * 2)`, "(3 objects)"},
		{"", `where(object.name == "Main"),type,points-to,key(object.fields["count"] * 2)`, ""},
		{"", `type,points-to,only-group(type=com.shop.Person),key(int(object.name))`, "(1 object)"}, // the cart's and the array's
		{"", `where(object.name == "String"),points-to,points-to,key(int(object.name))`, ""},
	} {
		var report []string
		registry := adHoc(t, func(err error) { report = append(report, err.Error()) })
		var options group.Options
		var err error
		if c.filters != "" {
			if options.Filters, err = registry.Parse(c.filters); err != nil {
				t.Fatal(err)
			}
		}
		chain, err := registry.Parse(c.chain)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := group.New(t.Context(), shop(), chain, options); err != nil {
			t.Fatal(err)
		}
		if c.want == "" && len(report) == 0 {
			continue
		}
		if len(report) != 1 || c.want == "" || !strings.HasSuffix(report[0], c.want) {
			t.Errorf("%s by %s: reported %q, want %q", c.filters, c.chain, report, c.want)
		}
	}
}

// TestSeveralFilters checks that filters with different arguments may follow each other.
func TestSeveralFilters(t *testing.T) {
	registry := adHoc(t, nil)
	chain, err := registry.Parse("where(object.size > 16),where(object.size < 48),key(object.size)")
	if err != nil {
		t.Fatal(err)
	}
	g, err := group.New(t.Context(), shop(), chain, group.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range g.Tree.Nodes[1:] {
		if size := g.Tree.Names.Text(g.Tree.Nodes[n+1].Name); size != "24" {
			t.Errorf("objects of size %s are left", size)
		}
	}
	if _, err := registry.Parse("where(object.size > 16),where(object.size > 16),type"); err == nil {
		t.Error("the same filter twice is taken")
	}
}
