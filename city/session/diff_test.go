package session_test

import (
	"context"
	"fmt"
	"testing"

	"memcity/analysis/identity"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// replacing returns a recording of 10 things. Between two GC points, one disappears and another one appears. If numbered is true, objects
// have numbers; otherwise only content.
func replacing(points int, numbered bool) *trace.Recording {
	r := &trace.Recording{Name: "replacing", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsValues}
	for point := range points {
		b := tracetest.NewHeap()
		thing := b.Type("app.Thing", 16)
		b.Field(thing, "name", trace.IntValue)
		for i := range 10 {
			o := b.Object(thing)
			if numbered {
				b.Identify(o, uint64(point+i))
			}
			b.Set(o, "name", tracetest.IntValue(int32(point+i)))
		}
		h := b.Heap()
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(100 * point), Source: fmt.Sprint("dump", point),
			Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return h, nil, ctx.Err()
			}})
	}
	return r
}

func TestDiff(t *testing.T) {
	by := trees.By("type")
	for _, numbered := range []bool{true, false} {
		for _, through := range []bool{true, false} {
			o := recording.New(replacing(5, numbered), recording.Options{})
			tree, err := history.Diff(context.Background(), o, diffs.Query{By: by, From: 0, To: 4, Through: through}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := identity.Recovered
			if numbered {
				want = identity.Native
			}
			c := tree.Nodes[0].Change
			if tree.Followed != want || c == nil || c.Died.Objects != 4 || c.Survived.Objects != 6 || c.Born.Objects != 4 || c.Born.Bytes != 64 {
				t.Errorf("numbered %v, through %v: %v, %+v", numbered, through, tree.Followed, c)
			}
		}
	}
}

func TestDiffCounts(t *testing.T) {
	r := replacing(2, true)
	r.Points[1].Load, r.Points[1].Counts = nil, []trace.TypeCount{{Name: "app.Thing", Objects: 12, Bytes: 192}}
	o := recording.New(r, recording.Options{})
	tree, err := history.Diff(context.Background(), o, diffs.Query{By: trees.By("type"), From: 0, To: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := tree.Nodes[0]; tree.Followed != identity.None || n.Change != nil || n.Before.Objects != 10 || n.After.Objects != 12 {
		t.Errorf("%v, %+v", tree.Followed, n)
	}
	if _, err := history.Diff(context.Background(), o, diffs.Query{By: trees.By("type"), From: 1, To: 1}, nil); err == nil {
		t.Error("a GC point is compared with itself")
	}
}
