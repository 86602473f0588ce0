package group

import (
	"memcity/trace"
	"memcity/trace/index"
)

// pointersPart is the prefix of the names of index parts with pointer maps. A digest of the grouping follows.
const pointersPart = "pointers-"

// kept reads the pointer maps from the index and returns the name of their part. p is nil if they are missing; part is empty without an
// index.
func (c *pointerCounter) kept(h *trace.Heap, nodes int) (p *trace.Pointers, part string) {
	if h.Index == nil {
		return nil, ""
	}
	part = pointersPart + index.Digest(len(c.marks), func(from int, into []uint32) {
		for i := range into {
			into[i] = c.marks[from+i].cell
		}
	}, index.Bytes([]int{nodes}), index.Bytes(c.start), index.Bytes(c.leaves))
	columns, ok := h.Index.Read(part, nil)
	if !ok {
		return nil, part
	}
	r := index.NewReader(columns)
	p = &trace.Pointers{PointsTo: mapOf(r, nodes), PointedFrom: mapOf(r, nodes)}
	if r.End() != nil {
		return nil, part
	}
	return p, part
}

func mapOf(r *index.Reader, nodes int) trace.PointerMap {
	m := trace.PointerMap{Start: index.Next[uint32](r), To: index.Next[int32](r), Counts: index.Next[int64](r)}
	r.Check(len(m.Start) == nodes+1 && len(m.To) == len(m.Counts), "rows are missing")
	for i := range m.Start {
		r.Check((i == 0 || m.Start[i-1] <= m.Start[i]) && int(m.Start[i]) <= len(m.To), "a row is missing")
	}
	for _, to := range m.To {
		r.Check(to >= 0 && int(to) < nodes, "a node is missing")
	}
	return m
}

func keepPointers(h *trace.Heap, part string, p *trace.Pointers) {
	if part == "" {
		return
	}
	var columns [][]byte
	for _, m := range []*trace.PointerMap{&p.PointsTo, &p.PointedFrom} {
		columns = append(columns, index.Bytes(m.Start), index.Bytes(m.To), index.Bytes(m.Counts))
	}
	h.Index.Keep(part, nil, columns...)
}
