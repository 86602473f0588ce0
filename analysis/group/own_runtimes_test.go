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
		{trace.CRuby, "ActiveRecord::Base", false}, {trace.CRuby, "Racks::Cart", true}, {trace.CRuby, "gems/rack-2.2.4/lib/rack/request.rb", false},
		{trace.CRuby, "lib/shop.rb", true},
		{trace.Golang, "main.Order", true}, {trace.Golang, "example.com/shop.Order", true}, {trace.Golang, "example.com/shopping.Cart", true},
		{trace.Golang, "example.com/log/v2.Writer", false}, {trace.Golang, "example.com/log/v2/sinks.File", false}, {trace.Golang, "net/http.Server", false},
		{trace.Golang, "runtime.g", false}, {trace.Golang, "go:map[string]*main.Order", false}, {trace.Golang, "go:[]main.Order", false},
	} {
		h := &trace.Heap{Runtime: c.runtime, Libraries: []string{"example.com/log/v2"}}
		if own := group.OwnDomain(h).Owns(c.name); own != c.own {
			t.Errorf("%v: %s belongs to the program: %v, want %v", c.runtime, c.name, own, c.own)
		}
	}
}

// TestLibraries checks that names below a library that the input names are foreign, in addition to those known for the runtime.
func TestLibraries(t *testing.T) {
	for _, runtime := range []trace.Runtime{trace.CPython, trace.CRuby, trace.V8, trace.Golang, trace.Native, trace.DotNet, trace.Other} {
		d := group.OwnDomain(&trace.Heap{Runtime: runtime, Libraries: []string{"blinker"}})
		for name, own := range map[string]bool{"blinker.base.NamedSignal": false, "blinkers.Light": true} {
			if d.Owns(name) != own {
				t.Errorf("%v: %s belongs to the program: %v", runtime, name, !own)
			}
		}
	}
}

// TestGemModules checks that a module is foreign if only files of gems define its classes.
func TestGemModules(t *testing.T) {
	h := &trace.Heap{Runtime: trace.CRuby, Sites: []trace.Site{
		{Frames: []trace.Frame{{Class: "gems/stats-1.0/lib/stats.rb"}}}, {Frames: []trace.Frame{{Class: "lib/shop.rb"}}},
	}}
	for i, c := range []struct {
		name string
		site trace.SiteID
	}{{"Stats", 0}, {"Stats::Series", 0}, {"Shop", 1}, {"Shop::Cart", 0}, {"Object", 0}, {"Late", trace.NoSite}} {
		h.Types = append(h.Types, trace.Type{Name: c.name, Class: trace.ObjectID(i)})
		h.SiteOf = append(h.SiteOf, c.site)
	}
	d := group.OwnDomain(h)
	for name, own := range map[string]bool{"Stats": false, "Stats::Meter": false, "Shop::Cart": true, "Object": true, "Late": true} {
		if d.Owns(name) != own {
			t.Errorf("%s belongs to the program: %v", name, !own)
		}
	}
}
