package whatif

import (
	"encoding/json"

	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Kind links queries of what would be freed with the results.
var Kind = query.NewKind[Query, *Without]("what-if")

// Query is for what the heap state would be without what is removed.
type Query struct {
	Heap     trees.HeapState
	Removals seq.Seq[Removal]
}

// Without is what would be freed of one heap state: what GC roots keep alive, and would not without what is removed. All
// numbers are exact.
type Without struct {
	Query Query

	Heap, Freed trees.Amount   // what is kept alive now; of it, what all removals free together
	Each        []FreedAlone   // by removal: what it frees alone
	Groups      []trees.Amount // freed, by node of Series; never written to
	Series      *trees.Series  // that the nodes are of
}

// keptWithout is what is kept of it: the query is known, and the series is made anew.
type keptWithout struct {
	Heap, Freed trees.Amount
	Each        []FreedAlone
	Groups      []trees.Amount
}

// MarshalBinary returns the numbers, for an index.
func (w *Without) MarshalBinary() ([]byte, error) {
	return json.Marshal(keptWithout{w.Heap, w.Freed, w.Each, w.Groups})
}

// UnmarshalBinary takes what MarshalBinary returned. The error says that it is not that.
func (w *Without) UnmarshalBinary(d []byte) error {
	var kept keptWithout
	err := json.Unmarshal(d, &kept)
	w.Heap, w.Freed, w.Each, w.Groups = kept.Heap, kept.Freed, kept.Each, kept.Groups
	return err
}

// FreedAlone is what one removal frees if it is the only one.
type FreedAlone struct {
	trees.Amount
	Text    string // names it for people
	Missing string // why there is nothing to remove at this GC point; empty if there is
}

// Over returns what is freed by node of another series of the same recording and grouping, as of one that has grown. It is w
// if that is its series.
func (w *Without) Over(series *trees.Series) *Without {
	if w.Series == series {
		return w
	}
	out := *w
	out.Series, out.Groups = series, make([]trees.Amount, len(series.Nodes))
	for old, node := range series.Matching(w.Series) {
		if node >= 0 {
			out.Groups[node] = w.Groups[old]
		}
	}
	return &out
}

// Share is the part of the heap's bytes that is freed, 0 to 1.
func (w *Without) Share() float64 {
	if w.Heap.Bytes <= 0 {
		return 0
	}
	return float64(w.Freed.Bytes) / float64(w.Heap.Bytes)
}
