package guides

import (
	"testing"

	"memcity/analysis/guide/findings"
)

// TestKept: the newest report on the whole recording and the newest on a part are cached.
func TestKept(t *testing.T) {
	var k Kept
	of := func(points, from int) *Report {
		q := Query{Points: points}
		if from > 0 {
			q.Window = findings.Window{From: from, To: from + 2}
		}
		return &Report{Query: q}
	}
	first, whole, part, other := of(3, 0), of(4, 0), of(4, 1), of(4, 2)
	for _, r := range []*Report{first, whole, part, other} {
		k.Put(r)
		if k.Get(r.Query) != r {
			t.Errorf("%+v is not kept", r.Query)
		}
	}
	if k.Get(first.Query) != nil || k.Get(part.Query) != nil || k.Get(whole.Query) != whole {
		t.Error("older reports are kept, or the newest of the whole is not")
	}
	if k.Put(nil); k.Get(whole.Query) != nil || k.Get(other.Query) != nil {
		t.Error("reports are kept after Put(nil)")
	}
}
