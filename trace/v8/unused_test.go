package v8_test

import (
	"fmt"
	"slices"
	"testing"

	"memcity/trace/tracetest"
)

// code is a script with a function outer, scope 10, whose variables a, b and c are in contexts. The closure get, scope 20, uses a; the closure
// make, scope 30, contains a function, scope 40, that uses b. No function uses c. The script itself is scope -2.
type code struct {
	*tracetest.SnapshotBuilder
	script, info, module tracetest.SnapshotNode
}

func newCode() *code {
	s := tracetest.NewSnapshot(tracetest.Chromium)
	c := &code{s, s.Script("file:///app/a.js"), s.Scope(), 0}
	c.module = s.Context(s.Scope(), s.Realm)
	s.Variable(c.module, "outer", s.Function("outer", c.script, c.module, 1))
	outer := s.Nodes[c.module].Edges[2].To
	s.Edge(s.Shared(outer), "internal", "name_or_scope_info", c.info)
	s.ScopeID(s.Shared(outer), 10)
	s.ScopeID(c.info, 10)
	s.Scopes = []tracetest.SnapshotScope{{Script: c.script, ID: -2, Variables: []string{"outer"}, Uses: [][2]int{{-2, 0}}},
		{Script: c.script, ID: 10, Depth: 1, Variables: []string{"a", "b", "c"}, Uses: [][2]int{{10, 2}, {-2, 0}}},
		{Script: c.script, ID: 20, Depth: 2, Uses: [][2]int{{10, 0}}}, {Script: c.script, ID: 30, Depth: 2},
		{Script: c.script, ID: 40, Depth: 3, Uses: [][2]int{{10, 1}, {99, 0}, {10, 7}}}}
	return c
}

// call adds the context of a call of outer.
func (c *code) call() tracetest.SnapshotNode {
	context := c.Context(c.info, c.module)
	for _, name := range []string{"a", "b", "c"} {
		c.Variable(context, name, c.Node("regexp", "/x/", 16))
	}
	return context
}

// keep adds a closure of a scope that lives.
func (c *code) keep(name string, context tracetest.SnapshotNode, scope, line int) tracetest.SnapshotNode {
	f := c.Function(name, c.script, context, line)
	if scope != 0 {
		c.ScopeID(c.Shared(f), scope)
	}
	c.Variable(c.module, name, f)
	return f
}

// TestUnused checks which variables of a context no function uses, given the closures that keep it.
func TestUnused(t *testing.T) {
	for name, test := range map[string]struct {
		keep func(c *code, context tracetest.SnapshotNode)
		want string
	}{
		"get":           {func(c *code, x tracetest.SnapshotNode) { c.keep("get", x, 20, 7) }, "b a.js:7 c a.js:7"},
		"make":          {func(c *code, x tracetest.SnapshotNode) { c.keep("make", x, 30, 8) }, "a a.js:8 c a.js:8"},
		"inner of make": {func(c *code, x tracetest.SnapshotNode) { c.keep("inner", x, 40, 9) }, "a a.js:9 c a.js:9"},
		"both": {func(c *code, x tracetest.SnapshotNode) {
			c.keep("get", x, 20, 7)
			c.keep("make", x, 30, 8)
		}, "c a.js:7"},
		"through an inner context": {func(c *code, x tracetest.SnapshotNode) { c.keep("get", c.Context(c.Scope(), x), 20, 7) }, "b : c :"},
		"unknown scope":            {func(c *code, x tracetest.SnapshotNode) { c.keep("get", x, 21, 7) }, ""},
		"no scope":                 {func(c *code, x tracetest.SnapshotNode) { c.keep("get", x, 0, 7) }, ""},
		"nothing":                  {func(c *code, x tracetest.SnapshotNode) { c.Root("(Stack roots)", x) }, ""},
		"a generator": {func(c *code, x tracetest.SnapshotNode) {
			c.keep("get", x, 20, 7)
			generator := c.Node("object", "Generator", 64)
			c.Edge(generator, "internal", "context", c.Context(c.Scope(), x))
			c.Root("(Stack roots)", generator)
		}, ""},
	} {
		c := newCode()
		context := c.call()
		test.keep(c, context)
		v := sound(t, c.SnapshotBuilder)
		var got []string
		for _, u := range v.heap.Unused {
			if u.Context != v.object(context) || v.heap.FieldAt(u.Context, int(u.Index)) != u.Name {
				t.Errorf("%s: %+v is the reference %s", name, u, v.heap.FieldAt(u.Context, int(u.Index)))
			}
			place := ":"
			if u.File != "" {
				place = fmt.Sprintf("%s:%d", u.File, u.Line)
			}
			got = append(got, u.Name+" "+place)
		}
		if want := test.want; fmt.Sprint(got) != "["+want+"]" {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// TestUnknownUses checks that unused variables are unknown without numbers, and known if there are none.
func TestUnknownUses(t *testing.T) {
	for _, numbers := range []bool{false, true} {
		c := newCode()
		c.Root("(Stack roots)", c.call())
		for _, n := range c.Nodes {
			if n.Kind == "number" && !numbers {
				n.Edges = nil
			}
		}
		if v := sound(t, c.SnapshotBuilder); (v.heap.Unused != nil) != numbers || len(v.heap.Unused) > 0 {
			t.Errorf("numbers %v: %v", numbers, v.heap.Unused)
		}
	}
}

// TestWrongScopes checks tables of scopes that contradict each other.
func TestWrongScopes(t *testing.T) {
	for name, change := range map[string]func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope{
		"twice":     func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope { return append(s, s...) },
		"too deep":  func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope { s[2].Depth = 1 << 40; return s },
		"negative":  func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope { s[2].Depth = -1; return s },
		"no script": func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope { s[1].Script = 1 << 30; return s },
		"wrong uses": func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope {
			s[2].Uses = [][2]int{{10, -1}, {-1, 1 << 40}}
			return s
		},
		"descending": func(s []tracetest.SnapshotScope) []tracetest.SnapshotScope { slices.Reverse(s); return s },
	} {
		c := newCode()
		c.keep("get", c.call(), 20, 7)
		c.Scopes = change(c.Scopes)
		load(t, name, c.Bytes())
	}
}
