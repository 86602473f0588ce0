package link_test

import (
	"testing"

	"memcity/city/link"
	"memcity/city/seq"
	"memcity/city/trees"
)

func TestString(t *testing.T) {
	for want, l := range map[string]link.Link{
		"memcity -- demo:chat": {Recording: []string{"demo:chat"}},
		"memcity --view graph --at 5 '--group=Heap#app#A$B' -- dumps": {Recording: []string{"dumps"}, View: "graph", At: 5,
			Groups: []string{"Heap#app#A$B"}},
		"memcity --base old.hprof --by loader,type --filter only-domain --group=Heap --group=--help -- a.hprof b.hprof": {
			Recording: []string{"a.hprof", "b.hprof"}, Base: []string{"old.hprof"}, By: seq.Of("loader", "type"),
			Filters: seq.Of("only-domain"), Groups: []string{"Heap", "--help"}},
		"memcity -- 'a; rm -rf b'": {Recording: []string{"a; rm -rf b"}},
	} {
		if got := l.String(); got != want {
			t.Errorf("%s\nexpected\n%s", got, want)
		}
	}
}

func TestGrouping(t *testing.T) {
	usual := trees.Grouping{By: seq.Of("package"), Filters: seq.Of("no-java"), SizeKind: trees.Shallow}
	if got := (&link.Link{}).Grouping(usual); got != usual {
		t.Errorf("a link that says nothing groups by %v", got)
	}
	l := link.Link{By: seq.Of("type"), Filters: seq.Of("only-domain")}
	if got := l.Grouping(usual); got.By != l.By || got.Filters != l.Filters || got.SizeKind != usual.SizeKind {
		t.Errorf("%v", got)
	}
}
