package hprof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/hprof"
)

// valueSource is the [trace.ValueSource] of a heap dump. It contains the positions of records (see places.go), the fields of the classes
// and the values of static fields. Files are open only during reads.
type valueSource struct {
	file   trace.File
	stamp  fs.FileInfo // state of the file when it was loaded; nil if it is not on disk
	packed bool        // the file is compressed
	idSize int
	heap   *trace.Heap
	index  objectIndex
	blocks *blockIndex
	twice  bool   // IDs are not unique: the first object with an ID counts
	tag    uint64 // see tags.go
	blank  bool   // array contents were blanked: contents of zeros count as missing

	statics map[trace.ObjectID][]trace.Field

	layouts sync.Mutex
	types   []slotLayout // guarded by layouts

	inflating sync.Mutex
	inflated  *inflatedFile // of a compressed dump; set by Prepare
}

// slotLayout contains the fields of a type.
type slotLayout struct {
	own   []trace.FieldDecl
	super trace.TypeID
	bytes uint32 // size of the longest instance's values in the file; fields beyond are left out
	all   []trace.FieldDecl
	known bool // whether all is set
}

var valueKinds = [...]trace.ValueKind{hprof.Object: trace.ReferenceValue, hprof.Boolean: trace.BooleanValue, hprof.Char: trace.CharValue,
	hprof.Float: trace.FloatValue, hprof.Double: trace.DoubleValue, hprof.Byte: trace.ByteValue, hprof.Short: trace.ShortValue,
	hprof.Int: trace.IntValue, hprof.Long: trace.LongValue}

func valueKind(t hprof.BasicType) trace.ValueKind {
	if int(t) < len(valueKinds) {
		return valueKinds[t]
	}
	return trace.NoValue
}

// newValues returns the source of the values of the loaded heap state.
func (l *loader) newValues(f trace.File, stamp fs.FileInfo) *valueSource {
	s := &valueSource{file: f, stamp: stamp, packed: l.reader.Compressed(), idSize: l.reader.Header.IDSize, heap: l.heap, index: l.index,
		blocks: l.blocks, twice: l.claimed != nil, tag: l.census.tag, types: make([]slotLayout, len(l.types.list)),
		statics: map[trace.ObjectID][]trace.Field{}}
	for i, t := range l.types.list {
		to := &s.types[i]
		to.super = l.heap.Types[i].Super
		if t.use != nil {
			to.bytes = t.use.fields
		}
		if t.class == nil {
			continue
		}
		for _, f := range t.class.Fields {
			if name := l.census.texts[f.Name]; !t.hides(name) {
				to.own = append(to.own, trace.FieldDecl{Name: name, Kind: valueKind(f.Type), Class: t.id})
			}
		}
		if o := l.heap.Types[i].Class; o != trace.NoObject && len(t.class.Statics) > 0 {
			s.statics[o] = s.staticFields(l.census.texts, t)
		}
	}
	s.blank = l.isBlanked(l.columns)
	return s
}

func (s *valueSource) staticFields(texts map[uint64]string, t *typeInfo) []trace.Field {
	var fields []trace.Field
	for _, f := range t.class.Statics {
		name := texts[f.Name]
		if isInternal(name) {
			continue
		}
		kind := valueKind(f.Type)
		fields = append(fields, trace.Field{FieldDecl: trace.FieldDecl{Name: name, Kind: kind, Class: t.id}, Value: s.value(kind, f.Value)})
	}
	return fields
}

// value converts bits in the file to a value.
func (s *valueSource) value(kind trace.ValueKind, bits uint64) trace.Value {
	if kind != trace.ReferenceValue {
		return trace.MakeValue(kind, bits)
	}
	if bits == 0 {
		return trace.ReferenceTo(trace.NoObject)
	}
	if o, ok := s.index.find(bits); ok {
		return trace.ReferenceTo(o)
	}
	return trace.LostReference()
}

// size returns the size of a value in the file in bytes.
func (s *valueSource) size(kind trace.ValueKind) int {
	if kind == trace.ReferenceValue {
		return s.idSize
	}
	return kind.Size()
}

// Layout implements [trace.ValueSource].
func (s *valueSource) Layout(t trace.TypeID) []trace.FieldDecl {
	s.layouts.Lock()
	defer s.layouts.Unlock()
	l := &s.types[t]
	if !l.known {
		l.all, l.known = slices.Clip(s.layout(t)), true
	}
	return l.all
}

func (s *valueSource) layout(t trace.TypeID) (all []trace.FieldDecl) {
	left := int(s.types[t].bytes)
	for c := t; c != trace.NoType; c = s.types[c].super {
		for _, f := range s.types[c].own {
			if left -= s.size(f.Kind); left < 0 {
				return all
			}
			all = append(all, f)
		}
	}
	return all
}

// Statics implements [trace.ValueSource].
func (s *valueSource) Statics(class trace.ObjectID) []trace.Field {
	return slices.Clone(s.statics[class])
}

// Fields implements [trace.ValueSource].
func (s *valueSource) Fields(o trace.ObjectID, into []trace.Value) ([]trace.Value, error) {
	layout := s.Layout(s.heap.TypeOf.At(o))
	err := s.record(o, func(file io.ReaderAt, r *objectPlace) error {
		size := 0
		for _, f := range layout {
			size += s.size(f.Kind)
		}
		values, err := r.content(file, 0, int64(size))
		if err != nil {
			return err
		}
		at := 0
		for _, f := range layout {
			into = append(into, s.valueAt(values, at, f.Kind))
			at += s.size(f.Kind)
		}
		return nil
	})
	return into, err
}

// valueAt returns the value at an offset; the zero Value if d ends too early.
func (s *valueSource) valueAt(d []byte, at int, kind trace.ValueKind) trace.Value {
	size := s.size(kind)
	if at+size > len(d) {
		return trace.Value{}
	}
	return s.value(kind, hprof.Value(d[at:], size))
}

// Elements implements [trace.ValueSource].
func (s *valueSource) Elements(o trace.ObjectID, from, n int, into []trace.Value) ([]trace.Value, error) {
	err := s.record(o, func(file io.ReaderAt, r *objectPlace) error {
		kind := trace.ReferenceValue
		switch r.Kind {
		case hprof.PrimitiveArray:
			kind = valueKind(hprof.BasicType(r.Values[hprof.ArrayType]))
		case hprof.ArrayNoData:
			return nil
		}
		size := s.size(kind)
		content, err := r.content(file, int64(from)*int64(size), int64(n)*int64(size))
		if err != nil {
			return err
		}
		known := kind == trace.ReferenceValue || !s.blank || !isBlank(content)
		for at := 0; at+size <= len(content); at += size {
			v := trace.Value{}
			if known {
				v = s.valueAt(content, at, kind)
			}
			into = append(into, v)
		}
		return nil
	})
	return into, err
}

// record calls use with the record of o, which has a part of its body.
func (s *valueSource) record(o trace.ObjectID, use func(file io.ReaderAt, r *objectPlace) error) error {
	block, found := s.blocks.find(o)
	if !found {
		return s.fail(fmt.Errorf("object 0x%x has no values; the dump only contains references to it", s.index.id(o)))
	}
	if err := s.Prepare(context.Background(), nil); err != nil {
		return err
	}
	content, err := s.open()
	if err != nil {
		return err
	}
	defer content.Close()
	file := io.ReaderAt(content)
	if s.inflated != nil {
		file = s.inflated
	}
	buf := make([]byte, blockBytes+hprof.MaxObjectHeader)
	r, err := block.read(file, s.idSize, s.index.id(o), s.heap.Types[s.heap.TypeOf.At(o)].Kind, buf)
	if err == nil {
		err = use(file, &r)
	}
	if err != nil {
		return s.fail(err)
	}
	return nil
}

func (s *valueSource) fail(err error) error {
	return &trace.InputError{Source: s.file.Name, Offset: -1, Text: err.Error()}
}

// open opens the dump and checks that it has not changed since it was loaded.
func (s *valueSource) open() (trace.Content, error) {
	content, err := s.file.Open()
	if err != nil {
		return nil, s.fail(fmt.Errorf("cannot read the dump again for values: %s", input.Error(err, "").Text))
	}
	if err := s.check(content); err != nil {
		content.Close()
		return nil, err
	}
	return content, nil
}

// check returns an error if an opened dump differs from the loaded one.
func (s *valueSource) check(content trace.Content) error {
	now := input.Stamp(content)
	if s.stamp == nil || now != nil && now.Size() == s.stamp.Size() && now.ModTime().Equal(s.stamp.ModTime()) {
		return nil
	}
	return s.fail(errors.New("the dump has changed since it was read; open it again"))
}
