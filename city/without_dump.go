package city

// DumpWithout says what is taken out and what that frees. Buildings and districts tell their share of it.
type DumpWithout struct {
	Cutouts []DumpCutout `json:"cutouts"`

	FreedObjects int64   `json:"freed_objects"` // by all of them together
	FreedBytes   int64   `json:"freed_bytes"`
	HeapObjects  int64   `json:"heap_objects"` // that GC roots keep alive
	HeapBytes    int64   `json:"heap_bytes"`
	Share        float64 `json:"share"` // of the heap's bytes, 0 to 1
}

// DumpCutout is one thing that is taken out.
type DumpCutout struct {
	What         string `json:"what"` // as the option --without takes it
	Text         string `json:"text"`
	FreedObjects int64  `json:"freed_objects"` // by it alone
	FreedBytes   int64  `json:"freed_bytes"`
	Missing      string `json:"missing,omitempty"` // why there is nothing to take out
}

// DumpFreed is what would be freed of a group.
type DumpFreed struct {
	Objects int64   `json:"freed_objects"`
	Bytes   int64   `json:"freed_bytes"`
	Height  float64 `json:"freed_height"`
}

// Dump returns what is taken out as it is printed; nil if nothing is.
func (w *Without) Dump() *DumpWithout {
	if w == nil {
		return nil
	}
	out := &DumpWithout{FreedObjects: w.Freed.Objects, FreedBytes: w.Freed.Bytes, HeapObjects: w.Heap.Objects, HeapBytes: w.Heap.Bytes, Share: w.Share()}
	for i, cut := range w.Ask.Cutouts {
		each := &w.Each[i]
		out.Cutouts = append(out.Cutouts, DumpCutout{cut.String(), each.Text, each.Objects, each.Bytes, each.Missing})
	}
	return out
}

// dumpFreed returns what would be freed of a node that reaches as high as it says over what stays; nil if nothing is taken out.
func (c *City) dumpFreed(node int32, height float64) *DumpFreed {
	w := c.without()
	if w == nil {
		return nil
	}
	return &DumpFreed{w.Groups[node].Objects, w.Groups[node].Bytes, rounded(height)}
}

// without is what is taken out of the city; nil if nothing is.
func (c *City) without() *Without {
	if c.Compared == nil {
		return nil
	}
	return c.Compared.Without
}

// Share is the part of the heap's bytes that is freed, 0 to 1.
func (w *Without) Share() float64 {
	if w.Heap.Bytes <= 0 {
		return 0
	}
	return float64(w.Freed.Bytes) / float64(w.Heap.Bytes)
}

// writeWithout prints what is taken out, one thing a line.
func writeWithout(e *errWriter, w *DumpWithout) {
	if w == nil {
		return
	}
	for _, c := range w.Cutouts {
		why := "frees " + sized(c.FreedObjects, c.FreedBytes)
		if c.Missing != "" {
			why = c.Missing
		}
		e.printf("without %s: %s\n", Printable(c.Text), Printable(why))
	}
	e.printf("freed %s, %.2f %% of %s\n", sized(w.FreedObjects, w.FreedBytes), 100*w.Share, sized(w.HeapObjects, w.HeapBytes))
}

// writeFreed prints what would be freed of a group, if anything is.
func writeFreed(e *errWriter, f *DumpFreed) {
	if f != nil && f.Objects > 0 {
		e.printf("    freed %s, height %.2f\n", sized(f.Objects, f.Bytes), f.Height)
	}
}
