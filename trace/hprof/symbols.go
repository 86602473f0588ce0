package hprof

import (
	"strings"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// symbols contains all records of a dump except instances and arrays, in file order.
type symbols struct {
	texts   map[uint64]string
	loads   []loadedClass
	classes []classDecl
	roots   []rootRecord
	frames  map[uint64]stackFrame
	traces  map[uint32]stackTrace
	starts  []threadStart
	spaces  spaceTable
}

type loadedClass struct {
	serial   uint32
	id, name uint64
}

type classDecl struct {
	id, super, loader, signers, domain uint64
	size                               uint32 // of instances, as stated in the file
	hprof.Class
}

type stackFrame struct {
	method, source uint64
	class          uint32 // serial
	line           int32
}

type stackTrace struct {
	thread uint32
	frames []uint64
}

// rootRecord contains the needed part of a root record, since a dump may have millions of roots.
type rootRecord struct {
	object uint64
	thread uint32 // serial, for roots of threads
	more   uint32 // frame; for threads, serial of the stack trace
	kind   hprof.Kind
}

// threadStart is the record of a thread start, as written by the hprof agent.
type threadStart struct {
	object, name uint64
	serial       uint32
}

// symbolPart contains the symbols of a chunk. It uses lists, because tables are allocated at the end with their final size.
type symbolPart struct {
	index   int
	texts   []keyed[uint64, string]
	loads   []loadedClass
	classes []classDecl
	roots   []rootRecord
	frames  []keyed[uint64, stackFrame]
	traces  []keyed[uint32, stackTrace]
	starts  []threadStart
	spaces  spaceTable
}

type keyed[K comparable, V any] struct {
	key   K
	value V
}

func (p *symbolPart) empty() bool {
	return p.texts == nil && p.loads == nil && p.classes == nil && p.roots == nil && p.starts == nil && p.frames == nil &&
		p.traces == nil && p.spaces.names == nil
}

// joinSymbols combines parts, which are in file order, and releases them.
func joinSymbols(parts []symbolPart) symbols {
	s := symbols{
		texts:   table(parts, func(p *symbolPart) *[]keyed[uint64, string] { return &p.texts }),
		frames:  table(parts, func(p *symbolPart) *[]keyed[uint64, stackFrame] { return &p.frames }),
		traces:  table(parts, func(p *symbolPart) *[]keyed[uint32, stackTrace] { return &p.traces }),
		loads:   list(parts, func(p *symbolPart) *[]loadedClass { return &p.loads }),
		classes: list(parts, func(p *symbolPart) *[]classDecl { return &p.classes }),
		roots:   list(parts, func(p *symbolPart) *[]rootRecord { return &p.roots }),
		starts:  list(parts, func(p *symbolPart) *[]threadStart { return &p.starts }),
	}
	for i := range parts {
		s.spaces.add(parts[i].spaces)
	}
	return s
}

// table builds a table from the lists of all parts.
func table[K comparable, V any](parts []symbolPart, of func(*symbolPart) *[]keyed[K, V]) map[K]V {
	n := 0
	for i := range parts {
		n += len(*of(&parts[i]))
	}
	all := make(map[K]V, n)
	for i := range parts {
		rows := of(&parts[i])
		for _, row := range *rows {
			all[row.key] = row.value
		}
		*rows = nil
	}
	return all
}

// list concatenates the lists of all parts.
func list[T any](parts []symbolPart, of func(*symbolPart) *[]T) []T {
	n := 0
	for i := range parts {
		n += len(*of(&parts[i]))
	}
	if n == 0 {
		return nil
	}
	all := make([]T, 0, n)
	for i := range parts {
		rows := of(&parts[i])
		all = append(all, *rows...)
		*rows = nil
	}
	return all
}

// record adds a record that is neither an instance nor an array.
func (p *symbolPart) record(r *hprof.Record, idSize int) {
	v := &r.Values
	switch r.Kind {
	case hprof.Text:
		text := string(r.Body)
		if !strings.HasPrefix(text, "[") { // the name of an array class ends with ";"
			text = trace.ClipName(text)
		}
		p.texts = append(p.texts, keyed[uint64, string]{v[hprof.TextID], text})
	case hprof.LoadClass:
		p.loads = append(p.loads, loadedClass{uint32(v[hprof.LoadSerial]), v[hprof.LoadID], v[hprof.LoadName]})
	case hprof.ClassDump:
		if v[0] == 0 { // null is not a class
			return
		}
		p.classes = append(p.classes, classDecl{id: v[0], super: v[hprof.ClassSuper], loader: v[hprof.ClassLoader],
			signers: v[hprof.ClassSigners], domain: v[hprof.ClassDomain], size: uint32(v[hprof.ClassSize]),
			Class: r.Class(idSize)})
	case hprof.Frame:
		f := stackFrame{v[hprof.FrameMethod], v[hprof.FrameSource], uint32(v[hprof.FrameClass]), int32(v[hprof.FrameLine])}
		p.frames = append(p.frames, keyed[uint64, stackFrame]{v[hprof.FrameID], f})
	case hprof.Trace:
		frames := make([]uint64, len(r.Body)/idSize)
		for i := range frames {
			frames[i] = hprof.ID(r.Body, idSize, i)
		}
		t := stackTrace{uint32(v[hprof.TraceThread]), frames}
		p.traces = append(p.traces, keyed[uint32, stackTrace]{uint32(v[hprof.TraceSerial]), t})
	case hprof.HeapInfo:
		p.spaces.see(p.index, uint32(v[0]), v[1])
	case hprof.StartThread:
		p.starts = append(p.starts, threadStart{v[hprof.StartObject], v[hprof.StartName], uint32(v[hprof.StartSerial])})
	default:
		if _, isRoot := rootKinds[r.Kind]; isRoot {
			p.roots = append(p.roots, rootRecord{v[0], uint32(v[hprof.RootThreadSerial]), uint32(v[hprof.RootFrame]), r.Kind})
		}
	}
}
