package dump

import (
	"memcity/city/scene"
	"memcity/city/view/whatif"
	"memcity/words"
)

// WhatIf contains the removals and the amounts that they free. Buildings and districts have their own amounts.
type WhatIf struct {
	Removals []Removal `json:"cutouts"`

	FreedObjects int64   `json:"freed_objects"` // by all of them together
	FreedBytes   int64   `json:"freed_bytes"`
	HeapObjects  int64   `json:"heap_objects"` // that GC roots keep alive
	HeapBytes    int64   `json:"heap_bytes"`
	Share        float64 `json:"share"` // of the heap's bytes, 0 to 1
}

// Removal is one removal.
type Removal struct {
	What         string `json:"what"` // in the syntax of the option --without
	Text         string `json:"text"`
	FreedObjects int64  `json:"freed_objects"` // by it alone
	FreedBytes   int64  `json:"freed_bytes"`
	Missing      string `json:"missing,omitempty"` // why it has no target
}

// FreedAmount contains the amount that would be freed of a group.
type FreedAmount struct {
	Objects int64   `json:"freed_objects"`
	Bytes   int64   `json:"freed_bytes"`
	Height  float64 `json:"freed_height"`
}

// OfWhatIf returns the removals for output; nil if there are none.
func OfWhatIf(w *whatif.Result) *WhatIf {
	if w == nil {
		return nil
	}
	out := &WhatIf{FreedObjects: w.Freed.Objects, FreedBytes: w.Freed.Bytes, HeapObjects: w.Heap.Objects, HeapBytes: w.Heap.Bytes,
		Share: w.Share()}
	for i, cut := range w.Query.Removals.All() {
		each := &w.Each[i]
		out.Removals = append(out.Removals, Removal{cut.String(), each.Text, each.Objects, each.Bytes, each.Missing})
	}
	return out
}

// dumpFreed returns the amount that would be freed of a node, with the given height above the rest; nil if nothing is removed.
func dumpFreed(c *scene.City, node int32, height float64) *FreedAmount {
	w := whatIfOf(c)
	if w == nil {
		return nil
	}
	return &FreedAmount{w.Groups[node].Objects, w.Groups[node].Bytes, rounded(height)}
}

// whatIfOf returns the what-if of the city; nil if nothing is removed.
func whatIfOf(c *scene.City) *whatif.Result {
	if c.Compared == nil {
		return nil
	}
	return c.Compared.WhatIf
}

// writeWhatIf prints the removals, one per line.
func writeWhatIf(e *errWriter, w *WhatIf) {
	if w == nil {
		return
	}
	for _, c := range w.Removals {
		why := "frees " + words.Sized(c.FreedObjects, c.FreedBytes)
		if c.Missing != "" {
			why = c.Missing
		}
		e.printf("without %s: %s\n", words.Printable(c.Text), words.Printable(why))
	}
	e.printf("freed %s, %s of %s\n", words.Sized(w.FreedObjects, w.FreedBytes), words.PercentOf(w.Share), words.Sized(w.HeapObjects, w.HeapBytes))
}

// writeFreed prints the amount that would be freed of a group, if any.
func writeFreed(e *errWriter, f *FreedAmount) {
	if f != nil && f.Objects > 0 {
		e.printf("    freed %s, height %.2f\n", words.Sized(f.Objects, f.Bytes), f.Height)
	}
}
