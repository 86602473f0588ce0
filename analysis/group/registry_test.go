package group_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestBuiltin checks that every classifier describes itself, can be used or tells why not, and makes a tree of its own.
func TestBuiltin(t *testing.T) {
	h := service(10)
	h.Address = func(o trace.ObjectID) uint64 { return 0x1000 + 8*uint64(o) }
	r := group.Builtin()
	names := map[string]bool{}
	for _, c := range r.All() {
		if names[c.Name] || c.Description == "" || !strings.HasSuffix(c.Description, ".") || c.Example == "" {
			t.Errorf("%s: described as %q, for example %q", c.Name, c.Description, c.Example)
		}
		if (c.Role == "") != (c.Kind == group.Filters) || c.Needs&trace.KnowsObjects == 0 {
			t.Errorf("%s: role %q, needs %v", c.Name, c.Role, c.Needs.Names())
		}
		names[c.Name] = true
		if c.Missing(0) == "" {
			t.Errorf("%s needs nothing", c.Name)
		}
		_, err := r.Parse(c.Name)
		switch {
		case c.Lacks != "":
			if err == nil || !strings.Contains(err.Error(), c.Lacks) {
				t.Errorf("%s: %v, want an error with %q", c.Name, err, c.Lacks)
			}
			continue
		case c.Argument != "":
			if err == nil || !strings.Contains(err.Error(), c.Name+"("+c.Argument+")") {
				t.Errorf("%s without argument: %v", c.Name, err)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if g := grouped(t, h, c.Name, nil); g.Tree.Nodes[0].Objects != int64(h.Len()) || c.Kind != group.Filters && len(g.Tree.Nodes) == 1 {
			t.Errorf("%s: tree of %v", c.Name, counts(g))
		}
	}
	for _, name := range []string{"type", "address", "array-length", "kind", "space", "feature", "site", "points-to", "pointed-from"} {
		if !names[name] {
			t.Errorf("%s of table 3 is missing", name)
		}
	}
}

func TestReady(t *testing.T) {
	r := group.Builtin()
	heapDump := trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots
	usable := 0
	for _, c := range group.Ready() {
		if c.Title == "" || !strings.HasSuffix(c.Text, ".") {
			t.Errorf("%s: %q, %q", c.Chain, c.Title, c.Text)
		}
		for _, item := range strings.Split(c.Chain+","+c.Filter, ",") {
			if item != "" && !slices.ContainsFunc(r.All(), func(k *group.Classifier) bool { return k.Name == item }) {
				t.Errorf("%s: no classifier %s", c.Chain, item)
			}
		}
		if c.Missing(r, heapDump) == "" {
			usable++
		}
		if c.Missing(r, 0) == "" {
			t.Errorf("%s needs nothing", c.Chain)
		}
	}
	if usable != 5 {
		t.Errorf("%d chains for a heap dump, want 5: packages, types, both of GC roots, and what holds a type", usable)
	}
}

func TestParse(t *testing.T) {
	r := group.Builtin()
	for text, want := range map[string]string{
		" package , type ":            "package,type",
		"type,pointed-from,type":      "type,pointed-from,type",
		"closure":                     "closure",
		"only-group(type=a,b),type":   "only-group(type=a,b),type",
		"only-group( type=f(x) )":     "only-group(type=f(x))",
		"only-group(packages=a#b)":    "only-group(packages=a#b)",
		"no-java,no-primitive-arrays": "no-java,no-primitive-arrays",
	} {
		chain, err := r.Parse(text)
		if err != nil || chain.String() != want {
			t.Errorf("%q: %q, %v", text, chain, err)
			continue
		}
		again, err := r.Chain(strings.Split(chain.String(), ","))
		if err != nil || again.String() != want {
			t.Errorf("%q again: %q, %v", text, again, err)
		}
	}
	for text, want := range map[string]string{
		"":                         "expected one of",
		"colour":                   "expected one of",
		"type,":                    "expected one of",
		"type,type":                "twice",
		"type,points-to,size,size": "twice",
		"tpye":                     "similar: type",
		"sites":                    "similar: site",
		"roots":                    "roots-direct, roots-closest, roots-indirect, roots-path",
		"type(3)":                  "no arguments",
		"only-group":               "expected only-group(CLASSIFIER=KEY)",
		"only-group(type=x":        "parentheses",
		"only-group)(":             "parentheses",
		"only-group(type=x)y":      "expected only-group",
		strings.Repeat("points-to,", 32) + "type": "at most 32",
		"only-group(type)":                        "expected a classifier, = and the key",
		"only-group(tipe=x)":                      "similar: type",
		"only-group(no-java=x)":                   "does not group objects",
		"older-than":                              "expected older-than(GCs)",
		"older-than(three)":                       "expected a whole number of GCs",
		"older-than(-1)":                          "expected a whole number of GCs",
		"older-than(4294967294)":                  "expected a whole number of GCs",
		"older-than(4294967296)":                  "expected a whole number of GCs",
		"structure":                               "needs descriptions of data structures",
		strings.Repeat("type-", 1000):             "expected one of",
	} {
		_, err := r.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want an error with %q", text, err, want)
		}
	}
}

func TestRegistry(t *testing.T) {
	r := group.Builtin()
	before := len(r.All())
	mine := &group.Classifier{Name: "feature", Role: "Mine"}
	with, err := r.With(mine, &group.Classifier{Name: "mine-2"})
	if err != nil {
		t.Fatal(err)
	}
	if len(with.All()) != before+1 || len(r.All()) != before {
		t.Errorf("%d classifiers with a new one, %d without, of %d", len(with.All()), len(r.All()), before)
	}
	if c, err := with.Parse("feature"); err != nil || c[0] != mine {
		t.Errorf("feature is %v, %v", c, err)
	}
	for _, name := range []string{"", "type", "Type", "2nd", "a b", "a,b", "a(b)", "-a", "é"} {
		if _, err := r.With(&group.Classifier{Name: name}); err == nil {
			t.Errorf("a classifier %q was taken", name)
		}
	}
	if _, err := with.With(mine); err == nil {
		t.Error("a classifier was taken twice")
	}
}

// TestMissing checks that a chain that needs more than the input has tells which input has it.
func TestMissing(t *testing.T) {
	h := persons(t, 1)
	s := subject(h, nil)
	s.Knows = trace.KnowsObjects | trace.KnowsReferences
	for by, want := range map[string]string{
		"type,site":          `classifier "site": needs allocation sites; open a recording with allocation stacks`,
		"roots-direct":       `classifier "roots-direct": needs GC roots; open a heap dump`,
		"type,gc-closure":    `classifier "gc-closure": needs GC roots`,
		"address":            "address is not available: this recording has no addresses",
		"space":              "an Android heap dump",
		"age":                `classifier "age": needs ages of objects; open a recording of a running program`,
		"older-than(2)":      `classifier "older-than(2)": needs ages of objects`,
		"only-group(site=x)": `classifier "only-group(site=x)": needs allocation sites`,
	} {
		_, err := group.New(context.Background(), s, chain(t, by), group.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", by, err, want)
		}
	}
	if _, err := group.New(context.Background(), s, chain(t, "type"), group.Options{Filters: chain(t, "thread")}); err == nil {
		t.Error("a filter without its data: no error")
	}
	if _, err := group.New(context.Background(), s, chain(t, "type"), group.Options{Filters: chain(t, "size")}); err == nil {
		t.Error("size as a filter: no error")
	}
	if why := chain(t, "type,points-to,size").Missing(s.Knows); why != "" {
		t.Error(why)
	}
}

func TestLimit(t *testing.T) {
	h := tracetest.RandomHeap(3, 200)
	h.Address = func(o trace.ObjectID) uint64 { return uint64(o) }
	for by, groups := range map[string]int{"address": 201, "overall,points-to,address": 10} {
		if _, err := group.NewLimited(context.Background(), subject(h, nil), chain(t, by), group.Options{}, groups-1); err == nil {
			t.Errorf("%s: no error at the limit", by)
		}
	}
	if _, err := group.NewLimited(context.Background(), subject(h, nil), chain(t, "address"), group.Options{}, 201); err != nil {
		t.Error(err)
	}
}
