package hprof

import (
	"context"
	"fmt"
	"io/fs"

	"memcity/trace"
	"memcity/trace/index"
	"memcity/trace/internal/input"
)

// heapPart is the name of the index part with a heap state.
const heapPart = "heap"

// keptHeap is the head of this part.
type keptHeap struct {
	Heap     trace.Packed
	Warnings []trace.Warning
	Values   keptValues
	Ranks    *keptRanks // nil for sorted IDs
}

// keptValues contains the data of a [valueSource] that is in neither the file nor the heap state.
type keptValues struct {
	Twice, Blank bool
	Tag          uint64
	Statics      map[trace.ObjectID][]trace.Field
	Types        []keptLayout
}

type keptLayout struct {
	Own   []trace.FieldDecl
	Super trace.TypeID
	Bytes uint32
}

type keptRanks struct {
	Base   uint64
	Length int
}

// indexOf returns the index of an open dump; nil if nothing is stored for it.
func indexOf(f trace.File, content trace.Content, stamp fs.FileInfo) *index.Index {
	if stamp == nil || !stamp.Mode().IsRegular() || stamp.Size() != f.Size {
		return nil
	}
	return index.Of(index.Input{Path: f.Name, Size: stamp.Size(), Modified: stamp.ModTime(), Content: content})
}

// fileIndex returns the index of a dump that is not open.
func fileIndex(f trace.File) *index.Index {
	content, err := f.Open()
	if err != nil {
		return nil
	}
	defer content.Close()
	return indexOf(f, content, input.Stamp(content))
}

// keep stores the heap state and its warnings in the index.
func (s *valueSource) keep(x *index.Index, warnings []trace.Warning) {
	if x == nil {
		return
	}
	packed, columns := s.heap.Pack()
	head := keptHeap{Heap: packed, Warnings: warnings, Values: keptValues{Twice: s.twice, Blank: s.blank, Tag: s.tag, Statics: s.statics}}
	for i := range s.types {
		t := &s.types[i]
		head.Values.Types = append(head.Values.Types, keptLayout{t.own, t.super, t.bytes})
	}
	switch ix := s.index.(type) {
	case *rankIndex:
		head.Ranks = &keptRanks{ix.base, ix.length}
		columns = append(columns, index.Bytes(ix.pages), index.Bytes(ix.used), index.Bytes(ix.words))
	case sortedIndex:
		columns = append(columns, index.Bytes(ix))
	}
	x.Keep(heapPart, &head, append(columns, index.Bytes(s.blocks.list), index.Bytes(s.blocks.of))...)
}

// kept returns the heap state stored for a dump that the loader has opened; nil if there is none. The error reports too little memory, or
// is the context's.
func (l *loader) kept(ctx context.Context, x *index.Index, f trace.File, stamp fs.FileInfo) (*trace.Heap, []trace.Warning, error) {
	var head keptHeap
	columns, ok := x.Read(heapPart, &head)
	if !ok {
		return nil, nil, nil
	}
	s, err := l.unpack(&head, columns)
	if err != nil {
		return nil, nil, nil
	}
	s.file, s.stamp = f, stamp
	s.heap.Values, s.heap.Index = trace.NewValues(s.heap, s), x
	return s.heap, head.Warnings, trace.Admit(ctx, s.heap.Volume())
}

func (l *loader) unpack(head *keptHeap, columns [][]byte) (*valueSource, error) {
	more := 3
	if head.Ranks != nil {
		more = 5
	}
	if len(columns) < more {
		return nil, fmt.Errorf("columns are missing")
	}
	own := index.NewReader(columns[len(columns)-more:])
	h, err := head.Heap.Unpack(columns[:len(columns)-more])
	if err != nil {
		return nil, err
	}
	v := &head.Values
	s := &valueSource{packed: l.reader.Compressed(), idSize: l.reader.Header.IDSize, heap: h, twice: v.Twice, blank: v.Blank, tag: v.Tag, statics: v.Statics,
		types: make([]slotLayout, len(v.Types))}
	for i, t := range v.Types {
		s.types[i] = slotLayout{own: t.Own, super: t.Super, bytes: t.Bytes}
		own.Check(t.Super == trace.NoType || int(t.Super) < len(v.Types), "a super type is missing")
	}
	own.Check(len(v.Types) == len(h.Types), "layouts are missing")
	if r := head.Ranks; r != nil {
		s.index = r.index(own)
	} else {
		s.index = sortedIndex(index.Next[uint64](own))
	}
	own.Check(s.index.len() == h.Len(), "ids are missing")
	s.blocks = &blockIndex{list: index.Next[block](own), of: index.Next[uint32](own)}
	own.Check(s.blocks.of == nil || len(s.blocks.of) == h.Len(), "places are missing")
	h.Address = s.index.id
	return s, own.End()
}

func (k *keptRanks) index(r *index.Reader) *rankIndex {
	ix := &rankIndex{base: k.Base, length: k.Length, pages: index.Next[uint32](r), used: index.Next[uint64](r), words: index.Next[rankWord](r)}
	r.Check(len(ix.words) == len(ix.used)*pageWords, "words are missing")
	for _, page := range ix.pages {
		r.Check(int(page) <= len(ix.used), "a page is missing")
	}
	return ix
}
