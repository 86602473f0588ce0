package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"memcity/trace/wire/hprof"
)

// hprofValues is the [ValueSource] of a heap dump. It keeps where records are (see hprof_places.go), the fields of the
// classes and the values of static fields. Files are open only while something is read.
type hprofValues struct {
	file   File
	stamp  fs.FileInfo // of the file when it was loaded; nil if it is not on a disk
	packed bool        // it is compressed
	idSize int
	heap   *Heap
	index  objectIndex
	blocks *hprofBlocks
	twice  bool // ids occur more than once: the first object counts
	blank  bool // contents of arrays were blanked: those of zeros alone are not known

	statics map[ObjectID][]Field

	layouts sync.Mutex
	types   []hprofLayout // guarded by layouts

	inflating sync.Mutex
	inflated  *inflatedFile // of a compressed dump, once it is needed; set once, by Prepare
}

// hprofLayout is what is known of the fields of a type.
type hprofLayout struct {
	own   []FieldDecl
	super TypeID
	bytes uint32 // of the values of the longest instance in the file; fields beyond are not listed
	all   []FieldDecl
	known bool // all is
}

var hprofValueKinds = [...]ValueKind{hprof.Object: ReferenceValue, hprof.Boolean: BooleanValue, hprof.Char: CharValue,
	hprof.Float: FloatValue, hprof.Double: DoubleValue, hprof.Byte: ByteValue, hprof.Short: ShortValue,
	hprof.Int: IntValue, hprof.Long: LongValue}

func hprofValueKind(t hprof.BasicType) ValueKind {
	if int(t) < len(hprofValueKinds) {
		return hprofValueKinds[t]
	}
	return NoValue
}

// newValues makes the source of the values of the loaded heap state.
func (l *hprofLoader) newValues(f File, stamp fs.FileInfo) *hprofValues {
	s := &hprofValues{file: f, stamp: stamp, packed: l.reader.Compressed(), idSize: l.reader.Header.IDSize, heap: l.heap, index: l.index,
		blocks: l.blocks, twice: l.claimed != nil, types: make([]hprofLayout, len(l.types.list)),
		statics: map[ObjectID][]Field{}}
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
			to.own = append(to.own, FieldDecl{l.census.texts[f.Name], hprofValueKind(f.Type), t.id})
		}
		if o := l.heap.Types[i].Class; o != NoObject && len(t.class.Statics) > 0 {
			s.statics[o] = s.staticFields(l.census.texts, t)
		}
	}
	s.blank = l.isBlanked(l.columns)
	return s
}

func (s *hprofValues) staticFields(texts map[uint64]string, t *hprofType) []Field {
	var fields []Field
	for _, f := range t.class.Statics {
		name := texts[f.Name]
		if strings.HasPrefix(name, "<") { // of the virtual machine's own
			continue
		}
		kind := hprofValueKind(f.Type)
		fields = append(fields, Field{FieldDecl{name, kind, t.id}, s.value(kind, f.Value)})
	}
	return fields
}

// value makes a value of bits in the file.
func (s *hprofValues) value(kind ValueKind, bits uint64) Value {
	if kind != ReferenceValue {
		return MakeValue(kind, bits)
	}
	if bits == 0 {
		return ReferenceTo(NoObject)
	}
	if o, ok := s.index.find(bits); ok {
		return ReferenceTo(o)
	}
	return LostReference()
}

// size returns the bytes of a value in the file.
func (s *hprofValues) size(kind ValueKind) int {
	if kind == ReferenceValue {
		return s.idSize
	}
	return kind.Size()
}

// Layout implements [ValueSource].
func (s *hprofValues) Layout(t TypeID) []FieldDecl {
	s.layouts.Lock()
	defer s.layouts.Unlock()
	l := &s.types[t]
	if !l.known {
		l.all, l.known = slices.Clip(s.layout(t)), true
	}
	return l.all
}

func (s *hprofValues) layout(t TypeID) (all []FieldDecl) {
	left := int(s.types[t].bytes)
	for c := t; c != NoType; c = s.types[c].super {
		for _, f := range s.types[c].own {
			if left -= s.size(f.Kind); left < 0 {
				return all
			}
			all = append(all, f)
		}
	}
	return all
}

// Statics implements [ValueSource].
func (s *hprofValues) Statics(class ObjectID) []Field { return slices.Clone(s.statics[class]) }

// Fields implements [ValueSource].
func (s *hprofValues) Fields(o ObjectID, into []Value) ([]Value, error) {
	layout := s.Layout(s.heap.TypeOf[o])
	err := s.record(o, func(file io.ReaderAt, r *hprofObject) error {
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

// valueAt returns the value at an offset, one of no kind if d ends before.
func (s *hprofValues) valueAt(d []byte, at int, kind ValueKind) Value {
	size := s.size(kind)
	if at+size > len(d) {
		return Value{}
	}
	return s.value(kind, hprof.Value(d[at:], size))
}

// Elements implements [ValueSource].
func (s *hprofValues) Elements(o ObjectID, from, n int, into []Value) ([]Value, error) {
	err := s.record(o, func(file io.ReaderAt, r *hprofObject) error {
		kind := ReferenceValue
		switch r.Kind {
		case hprof.PrimitiveArray:
			kind = hprofValueKind(hprof.BasicType(r.Values[hprof.ArrayType]))
		case hprof.ArrayNoData:
			return nil
		}
		size := s.size(kind)
		content, err := r.content(file, int64(from)*int64(size), int64(n)*int64(size))
		if err != nil {
			return err
		}
		known := kind == ReferenceValue || !s.blank || !isBlank(content)
		for at := 0; at+size <= len(content); at += size {
			v := Value{}
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
func (s *hprofValues) record(o ObjectID, use func(file io.ReaderAt, r *hprofObject) error) error {
	block, found := s.blocks.find(o)
	if !found {
		return s.fail(fmt.Errorf("object 0x%x is only referred to, it has no values", s.index.id(o)))
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
	r, err := block.read(file, s.idSize, s.index.id(o), s.heap.Types[s.heap.TypeOf[o]].Kind, buf)
	if err == nil {
		err = use(file, &r)
	}
	if err != nil {
		return s.fail(err)
	}
	return nil
}

func (s *hprofValues) fail(err error) error {
	return &InputError{Source: s.file.Name, Offset: -1, Text: err.Error()}
}

// open opens the dump if it is the one that was loaded.
func (s *hprofValues) open() (Content, error) {
	content, err := s.file.Open()
	if err != nil {
		return nil, s.fail(fmt.Errorf("the dump is needed again for values: %s", asInputError(err, "").Text))
	}
	if err := s.check(content); err != nil {
		content.Close()
		return nil, err
	}
	return content, nil
}

// check compares an opened dump with the one that was loaded.
func (s *hprofValues) check(content Content) error {
	now := stamp(content)
	if s.stamp == nil || now != nil && now.Size() == s.stamp.Size() && now.ModTime().Equal(s.stamp.ModTime()) {
		return nil
	}
	return s.fail(errors.New("the dump was changed since it was read; open it again"))
}
