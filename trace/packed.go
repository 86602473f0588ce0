package trace

import (
	"maps"
	"slices"

	"memcity/trace/index"
)

// Packed is the part of a heap state that [Heap.Pack] returns outside the columns.
type Packed struct {
	Types       []Type
	Threads     []Thread
	Roots       []Root
	StaticNames map[ObjectID][]string
	Align       int64
	Sites       []Site
	Interval    int64
	Spaces      []string
	Libraries   []string

	Objects int
}

// Pack returns a heap state as it is stored in an index. It leaves out Address, Values, and the identities, births, threads and
// subsystems of objects, which only recorders provide. The columns share memory with h.
func (h *Heap) Pack() (Packed, [][]byte) {
	p := Packed{Types: h.Types, Threads: h.Threads, Roots: h.Roots, StaticNames: h.StaticNames, Align: h.Align, Sites: h.Sites,
		Interval: h.Interval, Spaces: h.Spaces, Libraries: h.Libraries, Objects: h.Len()}
	objects, extents := h.Extent.high.list()
	var slots []slotsBlock
	for b := uint32(1); b <= h.RefSlot.more.count; b++ {
		slots = append(slots, *h.RefSlot.more.at(b))
	}
	return p, [][]byte{index.Bytes(h.TypeOf.narrow), index.Bytes(h.TypeOf.wide), index.Bytes(h.Extent.low), index.Bytes(objects),
		index.Bytes(extents), index.Bytes(h.RefStart.blocks), index.Bytes(h.RefStart.far), index.Bytes(h.RefTo), index.Bytes(h.RefSlot.low),
		index.Bytes(h.RefSlot.block), index.Bytes(slots), index.Bytes(h.SiteOf), index.Bytes(h.SpaceOf)}
}

// list returns the high extents: either extents of all objects, or a sorted list of objects with their extents.
func (h *highExtents) list() (objects []ObjectID, extents []uint32) {
	if h.all != nil {
		return nil, h.all
	}
	objects = slices.Sorted(maps.Keys(h.some))
	for _, o := range objects {
		extents = append(extents, h.some[o])
	}
	return objects, extents
}

// Unpack rebuilds the packed heap state from its columns. It returns an error if the columns do not fit, and checks all indices, so that
// later reads stay within bounds.
func (p *Packed) Unpack(columns [][]byte) (*Heap, error) {
	r := index.NewReader(columns)
	h := &Heap{Types: p.Types, Threads: p.Threads, Roots: p.Roots, StaticNames: p.StaticNames, Align: p.Align, Sites: p.Sites,
		Interval: p.Interval, Spaces: p.Spaces, Libraries: p.Libraries}
	h.TypeOf = Types{narrow: index.Next[uint16](r), wide: index.Next[TypeID](r)}
	h.Extent = extentsOf(index.Next[uint16](r), index.Next[ObjectID](r), index.Next[uint32](r))
	h.RefStart = Rows{blocks: index.Next[rowBlock](r), far: index.Next[[rowsBlock + 1]uint32](r), objects: p.Objects}
	h.RefTo = index.Next[ObjectID](r)
	h.RefSlot = Slots{index.Next[uint8](r), index.Next[uint32](r), wideSlotsOf(index.Next[slotsBlock](r))}
	h.SiteOf, h.SpaceOf = index.Next[SiteID](r), index.Next[SpaceID](r)
	r.Check(h.Len() == p.Objects && (h.TypeOf.narrow == nil || h.TypeOf.wide == nil) && h.Extent.Len() == p.Objects, "objects are missing")
	r.Check(h.SiteOf == nil || len(h.SiteOf) == p.Objects, "sites are missing")
	r.Check(h.SpaceOf == nil || len(h.SpaceOf) == p.Objects, "spaces are missing")
	r.Check(p.Objects/rowsBlock+1 == len(h.RefStart.blocks), "rows are missing")
	r.Check(len(h.RefSlot.low) == len(h.RefTo) && len(h.RefSlot.block) >= (len(h.RefTo)+slotsPerBlock-1)/slotsPerBlock, "slots are missing")
	if err := r.End(); err != nil {
		return nil, err
	}
	return h, h.check()
}

// extentsOf reverses [highExtents.list].
func extentsOf(low []uint16, objects []ObjectID, extents []uint32) Extents {
	high := &highExtents{}
	if len(objects) == 0 && len(extents) > 0 {
		high.all = extents
	} else {
		high.some = make(map[ObjectID]uint32, len(objects))
		for i, o := range objects[:min(len(objects), len(extents))] {
			high.some[o] = extents[i]
		}
	}
	return Extents{low, high}
}

func wideSlotsOf(blocks []slotsBlock) *wideSlots {
	w := &wideSlots{count: uint32(len(blocks))}
	for len(blocks) > 0 {
		chunk := new([wideChunk]slotsBlock)
		blocks = blocks[copy(chunk[:], blocks):]
		w.chunks = append(w.chunks, chunk)
	}
	return w
}
