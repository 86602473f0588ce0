package whatif

import (
	"encoding/json"

	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Kind links what-if queries to their results.
var Kind = query.NewKind[Query, *Result]("what-if")

// Query requests the effect of removals on a heap state.
type Query struct {
	Heap     trees.HeapState
	Removals seq.Seq[Removal]
}

// Result contains the objects of one heap state that removals would free: those that GC roots keep alive now, and would not afterwards.
// All numbers are exact.
type Result struct {
	Query Query

	Heap, Freed trees.Amount    // objects that are kept alive now; of these, objects that all removals together free
	Each        []RemovalResult // by removal: objects that it frees alone
	Groups      []trees.Amount  // freed objects, by node of Series; read-only
	Series      *trees.Series   // series of the nodes
}

// storedResult contains the stored fields. The query is known when loading, and the series is recomputed.
type storedResult struct {
	Heap, Freed trees.Amount
	Each        []RemovalResult
	Groups      []trees.Amount
}

// MarshalBinary returns the numbers, for an index.
func (w *Result) MarshalBinary() ([]byte, error) {
	return json.Marshal(storedResult{w.Heap, w.Freed, w.Each, w.Groups})
}

// UnmarshalBinary sets the numbers from the result of MarshalBinary. It returns an error for other data.
func (w *Result) UnmarshalBinary(d []byte) error {
	var kept storedResult
	err := json.Unmarshal(d, &kept)
	w.Heap, w.Freed, w.Each, w.Groups = kept.Heap, kept.Freed, kept.Each, kept.Groups
	return err
}

// RemovalResult contains the objects that one removal frees alone.
type RemovalResult struct {
	trees.Amount
	Text    string // display name
	Missing string // why the removal has no target at this GC point; empty if it has
}

// Over returns the freed objects by node of another series of the same recording and grouping, such as a grown one. It returns w if the
// series is the same.
func (w *Result) Over(series *trees.Series) *Result {
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

// Share returns the freed share of the heap's bytes, 0 to 1.
func (w *Result) Share() float64 {
	if w.Heap.Bytes <= 0 {
		return 0
	}
	return float64(w.Freed.Bytes) / float64(w.Heap.Bytes)
}
