package group_test

import (
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
)

func TestDomainOfRuntimes(t *testing.T) {
	for _, c := range []struct {
		runtime trace.Runtime
		name    string
		own     bool
	}{
		{trace.V8, "src/cart.js:Item", true}, {trace.V8, "src/cart.js", true}, {trace.V8, "{id,name}", false}, {trace.V8, "global", false},
		{trace.V8, "js:Map", false}, {trace.V8, "js:(string)", false}, {trace.V8, "node:internal/url:URL", false},
		{trace.V8, "node_modules/lodash/lodash.js:Cache", false},
		{trace.CPython, "shop.orders.Order", true}, {trace.CPython, "__main__.Order", true}, {trace.CPython, "builtins.dict", false},
		{trace.CPython, "json.decoder.JSONDecoder", false}, {trace.CPython, "jsonshop.Cart", true},
		{trace.CRuby, "Shop::Cart", true}, {trace.CRuby, "ruby:Hash", false}, {trace.CRuby, "Gem::Specification", false},
	} {
		h := &trace.Heap{Runtime: c.runtime}
		if own := group.OwnDomain(h).Owns(c.name); own != c.own {
			t.Errorf("%v: %s belongs to the program: %v, want %v", c.runtime, c.name, own, c.own)
		}
	}
}
