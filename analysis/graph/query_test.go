package graph_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
)

// TestQueriedObjects checks that objects may be requested up to the last one of the heap state, in ascending order and each once.
func TestQueriedObjects(t *testing.T) {
	h := persons(3)
	s := source(t, h)
	n := trace.ObjectID(h.Len())
	for _, test := range []struct {
		queried []trace.ObjectID
		want    string // part of the error, empty if there is none
	}{
		{[]trace.ObjectID{n - 1}, ""}, {[]trace.ObjectID{n}, "has only"}, {[]trace.ObjectID{0, n + 1}, "has only"}, {[]trace.ObjectID{0, 1}, ""},
		{[]trace.ObjectID{1, 1}, "out of order"}, {[]trace.ObjectID{1, 0}, "out of order"},
	} {
		_, err := graph.New(context.Background(), s, test.queried, graph.Options{})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v: %v, want %q", test.queried, err, test.want)
		}
	}
}
