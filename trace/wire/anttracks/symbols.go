package anttracks

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Versions of symbols files.
const (
	oldVersion = 0 // the file contains no version number
	newVersion = 5
)

// Records of a symbols file.
const (
	tagClass       = 14 // in the file of class definitions
	tagCause       = 17 // u4 id · name, NUL · u1 common
	tagType        = 24 // u4 id · [u4 super, new] · descriptor · u4 size
	tagSite        = 42 // site · u4 n · n × (signature · u4 bytecode index), innermost first · u4 type
	tagMirror      = 55 // old: descriptor of a class · its fields unless it is an array class; see Mirror
	tagFields      = 56 // u4 n · n × field; of the previous type
	tagInherited   = 57 // the same, of a superclass; a record for each, the nearest first
	tagMethods     = 58 // new: u4 n · n × (u4 id · name, blank · u4 m · m × (u4 slot · name, blank))
	tagSimpleSite  = 84 // site · signature, NUL · u4 type
	accessStatic   = 0x8
	flagAnchors    = 1
	flagPointers   = 2
	flagFragmented = 4
)

// classType is the descriptor of class objects.
const classType = "Ljava/lang/Class;"

// Special type IDs.
const (
	unknownType   = 0
	unknownMirror = 1 // class object of an unknown type; new VMs
)

// Symbols contains the names that a trace refers to by number.
type Symbols struct {
	Header    Header
	Version   int // 5; 0 for the older format, which has no version number
	Anchors   bool
	Pointers  bool // the trace contains references
	Fragments bool // the old generation may have gaps (CMS)
	WordSize  uint32
	TraceName string // of the trace file; empty means "trace" in the same folder

	Causes []Cause
	Types  []Type
	Sites  []Site
	// Mirrors are the class objects in the order of their events; older format. The first is that of java.lang.Class.
	Mirrors []Mirror

	Bytes  int64 // bytes read
	Faults Faults

	types  map[int32]int
	sites  map[uint32]int
	mirror bool // the last record of a type was that of a class object
}

// Cause is a reason for a GC.
type Cause struct {
	ID     int32
	Name   string
	Common bool
}

// Type is a type of objects.
type Type struct {
	ID, Super int32  // Super is -1 in the older format
	Name      string // JVM descriptor
	// Size is the size of an instance in bytes. For an array, it is the size before the elements << 8 | element size.
	Size      int32
	Fields    []Field
	Inherited [][]Field // by superclass, the nearest first
	Methods   []Method
}

// Mirror is a class object.
type Mirror struct {
	Name   string  // JVM descriptor of the class; empty if unknown, as for primitive types and classes loaded early
	Fields []Field // of the class
}

// Field is a field of a type.
type Field struct {
	Offset    int32 // in bytes; in the older format the 0-based place among the declared fields
	Signature string
	Name      string
	Static    bool
}

// Method is a method of a type with its local variables.
type Method struct {
	ID     int32
	Name   string
	Locals []Local
}

// Local is a local variable.
type Local struct {
	Slot int32
	Name string
}

// Site is an allocation site.
type Site struct {
	ID     uint32
	Type   int32
	Frames []Frame // innermost first
	Simple bool    // frames beyond the innermost are missing
}

// Frame is a position in code.
type Frame struct {
	Method   string // pkg.Class.method(descriptors)descriptor
	Bytecode int32  // bytecode index; -1 if unknown
}

// TypeIndex returns the index of the type with the given ID in Types; false if there is none.
func (s *Symbols) TypeIndex(id int32) (int, bool) {
	i, ok := s.types[id]
	return i, ok
}

// SiteIndex returns the index of the site with the given ID in Sites; false if there is none. If a site was written twice, it is the later
// one, which knows the type.
func (s *Symbols) SiteIndex(id uint32) (int, bool) {
	i, ok := s.sites[id]
	return i, ok
}

// typeOf returns the type with the given ID; nil if there is none.
func (s *Symbols) typeOf(id int32) *Type {
	if s == nil {
		return nil
	}
	if i, ok := s.types[id]; ok {
		return &s.Types[i]
	}
	return nil
}

// CauseName returns the name of a GC cause; empty if unknown. s may be nil.
func (s *Symbols) CauseName(id uint8) string {
	if s != nil {
		for _, c := range s.Causes {
			if c.ID == int32(id) {
				return c.Name
			}
		}
	}
	return ""
}

// TypeName returns the descriptor of a type; empty if unknown.
func (s *Symbols) TypeName(id int32) string {
	if t := s.typeOf(id); t != nil {
		return t.Name
	}
	return ""
}

// Place returns the innermost frame of a site; the zero Frame if unknown. s may be nil.
func (s *Symbols) Place(id uint32) Frame {
	if s == nil {
		return Frame{}
	}
	if i, ok := s.sites[id]; ok && len(s.Sites[i].Frames) > 0 {
		return s.Sites[i].Frames[0]
	}
	return Frame{}
}

// siteType returns the ID of the type allocated at a site; [unknownType] if unknown.
func (s *Symbols) siteType(id uint32) int32 {
	if s != nil {
		if i, ok := s.sites[id]; ok {
			return s.Sites[i].Type
		}
	}
	return unknownType
}

// old reports whether the trace has the older format.
func (s *Symbols) old() bool { return s != nil && s.Version == oldVersion }

// maxSymbols is the number of bytes read from a symbols file, enough for the names of far more classes than a program has.
const maxSymbols = 256 << 20

// errStop ends reading after a reported fault.
var errStop = errors.New("stopped")

// ReadSymbols reads a symbols file up to its end or the first fault, which is in Faults. Records take about three times their size in
// memory, and short ones up to ten times. It reads at most 256 MB. The error reports that r is not a symbols file, or has another version.
func ReadSymbols(r io.Reader) (*Symbols, error) {
	in := newInput(r)
	h, err := in.expect(SymbolsFile)
	if err != nil {
		return nil, err
	}
	s := &Symbols{Header: h, types: map[int32]int{}, sites: map[uint32]int{}}
	if err := s.settings(in); err != nil {
		return nil, err
	}
	names := interner{}
	for in.more() {
		at := in.at
		if at > maxSymbols {
			s.Faults.add(at, "symbols beyond %d MB are not read", maxSymbols/1_000_000)
			break
		}
		tag := in.u1()
		if tag == 0 {
			break
		}
		known := s.record(in, tag, names)
		switch {
		case in.err != nil:
			s.Faults.add(in.at, "%s inside of a record of kind %d that begins at %d", in.why(), tag, at)
		case !known:
			s.Faults.add(at, "unknown record kind %d; nothing after it can be read", tag)
			in.fail(errStop)
		}
	}
	if in.err != nil && len(s.Faults.List) == 0 {
		s.Faults.add(in.at, "%s", in.why())
	}
	s.Bytes = in.at
	return s, nil
}

// settings reads the part between header and records.
func (s *Symbols) settings(in *input) error {
	at := in.at
	first, second := in.u4(), in.u4()
	flags := first
	switch {
	case in.err != nil:
	case second == 8:
		s.Version, s.WordSize = oldVersion, second
	case first == newVersion:
		s.Version, flags, s.WordSize = newVersion, second, in.u4()
	default:
		return Fault{at, fmt.Sprintf("unknown version %d of the symbols; expected %d or the older one without a number",
			first, newVersion)}
	}
	s.Anchors, s.Pointers, s.Fragments = flags&flagAnchors != 0, flags&flagPointers != 0, flags&flagFragmented != 0
	s.TraceName = in.text(0)
	if in.err != nil {
		return Fault{in.at, in.why() + " inside of the settings"}
	}
	return nil
}

// interner stores one copy of equal texts.
type interner map[string]string

func (n interner) get(text string) string {
	if kept, ok := n[text]; ok {
		return kept
	}
	n[text] = text
	return text
}

// record reads the record after its tag. It returns false if the tag is unknown.
func (s *Symbols) record(in *input, tag byte, names interner) bool {
	switch tag {
	case tagCause:
		c := Cause{ID: in.i4(), Name: in.text(0), Common: in.u1() != 0}
		if in.err == nil {
			s.Causes = append(s.Causes, c)
		}
		return true
	case tagType:
		s.readType(in)
		return true
	case tagSite, tagSimpleSite:
		s.readSite(in, tag == tagSimpleSite, names)
		return true
	}
	if len(s.Types) == 0 {
		return false
	}
	if s.mirror {
		return s.readMirror(in, tag, names)
	}
	t := &s.Types[len(s.Types)-1]
	switch {
	case tag == tagFields:
		t.Fields = s.fields(in, t.Fields, names)
	case tag == tagInherited:
		if list := s.fields(in, nil, names); in.err == nil {
			t.Inherited = append(t.Inherited, list)
		}
	case tag == tagMethods && s.Version == newVersion:
		t.readMethods(in, names)
	default:
		return false
	}
	return true
}

// readMirror reads a record about the last class object. It returns false if the tag is unknown.
func (s *Symbols) readMirror(in *input, tag byte, names interner) bool {
	m := &s.Mirrors[len(s.Mirrors)-1]
	switch tag {
	case tagMirror:
		if m.Name = names.get(string(in.descriptor(nil))); m.Name != "" && m.Name[0] == 'L' {
			m.Fields = s.fields(in, m.Fields, names)
		}
	case tagFields, tagInherited: // of java.lang.Class and java.lang.Object
		s.fields(in, nil, names)
	default:
		return false
	}
	return true
}

func (s *Symbols) readType(in *input) {
	t := Type{ID: in.i4(), Super: -1}
	if s.Version == newVersion {
		t.Super = in.i4()
	}
	t.Name = string(in.descriptor(nil))
	t.Size = in.i4()
	s.mirror = false
	if t.Name == classType && s.Version == oldVersion && in.err == nil {
		_, s.mirror = s.types[t.ID] // every class object repeats the type
		s.Mirrors = append(s.Mirrors, Mirror{})
	}
	if in.err == nil && !s.mirror {
		s.types[t.ID] = len(s.Types)
		s.Types = append(s.Types, t)
	}
}

func (s *Symbols) readSite(in *input, simple bool, names interner) {
	site := Site{ID: in.siteID(), Simple: simple}
	if simple {
		site.Frames = []Frame{{names.get(in.text(0)), -1}}
	} else {
		for n := in.u4(); n > 0 && in.err == nil; n-- {
			site.Frames = append(site.Frames, Frame{names.get(in.signature()), in.i4()})
		}
	}
	site.Type = in.i4()
	if in.err == nil {
		s.sites[site.ID] = len(s.Sites)
		s.Sites = append(s.Sites, site)
	}
}

// siteID reads two bytes, or three if the highest bit of the first two is set.
func (in *input) siteID() uint32 {
	id := uint32(in.u2())
	if id&0x8000 != 0 {
		id = id<<8 | uint32(in.u1())
	}
	return id
}

// fields reads fields and appends them to list. In the older format, signatures are descriptors with dots.
func (s *Symbols) fields(in *input, list []Field, names interner) []Field {
	for n := in.u4(); n > 0 && in.err == nil; n-- {
		f := Field{Offset: in.i4()}
		if s.Version == newVersion {
			f.Signature, f.Name = names.get(in.text(' ')), names.get(in.text(' '))
			f.Static = in.u4()&accessStatic != 0
		} else {
			f.Signature, f.Name = names.get(string(in.descriptor(nil))), names.get(in.text(' '))
			f.Static = in.u2()&accessStatic != 0
		}
		if in.err == nil {
			list = append(list, f)
		}
	}
	return list
}

func (t *Type) readMethods(in *input, names interner) {
	for n := in.u4(); n > 0 && in.err == nil; n-- {
		m := Method{ID: in.i4(), Name: names.get(in.text(' '))}
		for k := in.u4(); k > 0 && in.err == nil; k-- {
			m.Locals = append(m.Locals, Local{in.i4(), names.get(in.text(' '))})
		}
		if in.err == nil {
			t.Methods = append(t.Methods, m)
		}
	}
}

// Array reports whether objects of the type are arrays.
func (t *Type) Array() bool { return strings.HasPrefix(t.Name, "[") }
