package dotnet_test

import (
	"path/filepath"
	"testing"

	"memcity/trace"
	"memcity/trace/dotnet"
	"memcity/trace/wire/nettrace"
)

// TestAssemblies checks that a static field gets the name of its class only if the assemblies define all types of the trace.
func TestAssemblies(t *testing.T) {
	paths := []string{filepath.Join("testdata", "known.dll"), filepath.Join("testdata", "known.cs"), filepath.Join("testdata", "none.dll")}
	for _, test := range []struct{ kind, field, want string }{
		{"Shop.Line", "ById", "Shop.Stock.ById"},
		{"Shop.Line", "<Words>k__BackingField", "Shop.Stock.Words"},
		{"Shop.Line", "other", "other"},
		{"Shop.Order", "ById", "ById"}, // another assembly has this type with this token
	} {
		s := written{kinds: map[uint64]string{1: test.kind}, nodes: []node{{0x100, 24, 1, nil}},
			statics: []nettrace.StaticRoot{{Slot: 8, Object: 0x100, Type: 1, Name: test.field}}}
		rec := open(t, writeTrace(s))
		for _, ctx := range []struct {
			known bool
			want  string
		}{{false, dotnetField(test.field)}, {true, test.want}} {
			c := t.Context()
			if ctx.known {
				c = dotnet.WithAssemblies(c, dotnet.NewAssemblies(func() []string { return paths }))
			}
			h, _, err := rec.Points[0].Load(c, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r := h.Roots[0]; r.Kind != trace.RootVariable || r.Detail != ctx.want {
				t.Errorf("%s in a trace with %s, with assemblies %v: %v %q, want %q", test.field, test.kind, ctx.known, r.Kind, r.Detail, ctx.want)
			}
		}
	}
}

// dotnetField returns the name of a static field without its class.
func dotnetField(name string) string {
	if name == "<Words>k__BackingField" {
		return "Words"
	}
	return name
}
