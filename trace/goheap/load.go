package goheap

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/internal/input"
	"memcity/trace/wire/goheap"
	"memcity/trace/wire/stored"
)

// loader builds the heap state of a dump.
type loader struct {
	memory
	ctx        context.Context
	file       trace.File
	programs   []trace.File // executables that may have written the dump
	program    *program     // nil if none did
	types      *types
	itabs      map[uint64]uint64 // type by itab
	dumped     map[uint64]typeID // types that the dump names, by address
	entries    map[uint64]string // functions on stacks by their entry
	goroutines []goroutine
	frames     []stackFrame
	others     []otherRoot
	warnings   []trace.Warning
	admitted   int64
	builder    *assemble.Builder
	names      *assemble.Names
}

// otherRoot is a root that is neither a variable nor on a stack.
type otherRoot struct {
	kind trace.RootKind
	text string
	addr uint64
}

func newLoader(ctx context.Context, f trace.File, programs []trace.File) *loader {
	l := &loader{ctx: ctx, file: f, programs: programs, itabs: map[uint64]uint64{}, dumped: map[uint64]typeID{}, entries: map[uint64]string{},
		types: newTypes(), names: assemble.NewNames()}
	l.words.ptr, l.words.order, l.types.ptr = 8, binary.LittleEndian, 8
	return l
}

// load reads the heap state of a dump.
func load(ctx context.Context, f trace.File, programs []trace.File, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l := newLoader(ctx, f, programs)
	defer l.words.release()
	h, err := l.load(progress)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, input.Error(err, f.Name)
	}
	return h, l.warnings, nil
}

func (l *loader) load(progress trace.Progress) (*trace.Heap, error) {
	if err := l.read(progress, l.keep); err != nil {
		return nil, err
	}
	if n := l.place(); n > 0 {
		l.warn(fmt.Sprintf("%d objects have the same address as an earlier one; they are left out", n), true)
	}
	if len(l.objects) == 0 {
		return nil, errors.New("there are no objects")
	}
	progress.Report(0, 0, "reading the symbols of the program")
	l.openPrograms()
	l.nameDumped()
	f, err := l.follow()
	if err != nil {
		return nil, err
	}
	h, err := f.build()
	if err != nil {
		return nil, err
	}
	f.complete(h)
	return h, nil
}

func (l *loader) warn(text string, lost bool) {
	l.warnings = append(l.warnings, trace.Warning{Source: l.file.Base(), Text: text, Lost: lost})
}

// reportEvery is the number of records after which progress is reported.
const reportEvery = 1 << 14

// read calls visit for each record. A dump that ends too early has the records before its end.
func (l *loader) read(progress trace.Progress, visit func(*goheap.Record) error) error {
	content, err := l.file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	c, err := stored.NewReader(input.NewReader(l.ctx, io.NewSectionReader(content, 0, l.file.Size)), 1<<16)
	if err != nil {
		return err
	}
	r, err := goheap.NewReader(c)
	if err != nil {
		return err
	}
	r.Grow = func(bytes int64) error { return trace.Admit(l.ctx, trace.Volume{Bytes: bytes}) }
	var rec goheap.Record
	for n := 0; ; n++ {
		switch err := r.Next(&rec); {
		case err == io.EOF:
			return nil
		case l.ctx.Err() != nil:
			return l.ctx.Err()
		case err == io.ErrUnexpectedEOF:
			l.warn("the file ends too early; only the records before its end are read", true)
			return nil
		case trace.RefusedBy(err) != nil:
			return err
		case err != nil && n > 0:
			l.warn(err.Error()+"; only the records before it are read", true)
			return nil
		case err != nil:
			return err
		}
		if n%reportEvery == 0 {
			progress.Report(c.Stored(), l.file.Size, "reading "+l.file.Base())
			if err := l.admit(); err != nil {
				return err
			}
		}
		if err := visit(&rec); err != nil {
			return err
		}
	}
}

// Memory in bytes of an object and of a word while a dump is loaded.
const (
	objectBytes = 64
	wordBytes   = 9
)

// admit asks for the memory of the records so far.
func (l *loader) admit() error {
	need := objectBytes*int64(len(l.objects)) + wordBytes*int64(l.words.n) + 64*int64(len(l.goroutines)+len(l.frames))
	if need-l.admitted < 1<<22 {
		return nil
	}
	l.admitted = need
	return trace.Admit(l.ctx, trace.Volume{Bytes: need})
}

// keep stores a record.
func (l *loader) keep(r *goheap.Record) error {
	n := r.Numbers
	switch r.Kind {
	case goheap.Params:
		return l.setParams(r)
	case goheap.Object:
		l.addObject(r)
	case goheap.Data, goheap.BSS:
		s := segment{addr: n[0], size: uint64(len(r.Contents)), first: l.words.add(r.Contents, r.Fields)}
		if r.Kind == goheap.Data {
			l.data = s
		} else {
			l.bss = s
		}
	case goheap.Type:
		if l.dumped[n[0]] == 0 {
			l.dumped[n[0]] = l.types.add(goType{name: r.Texts[0], size: int64(min(n[1], 1<<40))})
		}
	case goheap.Itab:
		l.itabs[n[0]] = n[1]
	case goheap.Goroutine:
		l.addGoroutine(r)
	case goheap.Frame:
		l.addFrame(r)
	case goheap.OtherRoot:
		l.others = append(l.others, otherRoot{trace.RootVMInternal, r.Texts[0], n[0]})
	case goheap.Finalizer:
		l.others = append(l.others, otherRoot{trace.RootFinalizing, "function of a finalizer", n[1]})
	case goheap.QueuedFinalizer:
		l.others = append(l.others, otherRoot{trace.RootFinalizing, "object to finalize", n[0]}, otherRoot{trace.RootFinalizing, "function of a finalizer", n[1]})
	}
	return nil
}

func (l *loader) setParams(r *goheap.Record) error {
	switch ptr := r.Numbers[1]; {
	case ptr != 4 && ptr != 8:
		return fmt.Errorf("pointers have %d bytes; expected 4 or 8", ptr)
	case len(l.objects) > 0:
		return nil
	default:
		l.words.ptr, l.types.ptr = int(ptr), int64(ptr)
	}
	if r.Numbers[0] != 0 {
		l.words.order = binary.BigEndian
	}
	l.version = versionOf(r.Texts[1])
	return nil
}

// openPrograms finds the executable that wrote the dump.
func (l *loader) openPrograms() {
	var others []string
	for _, f := range l.programs {
		p, err := openProgram(f, &l.data, &l.bss, l.words.ptr, l.frames)
		switch {
		case err == nil:
			l.program = p
			if p.types != nil {
				l.adoptTypes(p.types)
			} else {
				l.warn("executable "+f.Base()+" has no types; build it without -ldflags=-w", false)
			}
			return
		case errors.Is(err, errNoGo):
		case errors.Is(err, errOther):
			others = append(others, f.Base())
		default:
			l.warn(fmt.Sprintf("executable %s is not used: %v", f.Base(), err), false)
		}
	}
	if len(others) > 0 {
		l.warn("names of types and variables are missing: the dump was written by another build than "+input.Some(others), false)
	}
}

// adoptTypes uses the types of a program, and adds the types in the dump to them.
func (l *loader) adoptTypes(types *types) {
	for at, t := range l.dumped {
		l.dumped[at] = types.add(l.types.list[t])
	}
	l.types = types
}

// nameDumped prepares the types in the dump. The dump contains their names only. They stand for the object that an interface refers to.
// For most pointers, the dump has only the package of the type. Its address tells it apart.
func (l *loader) nameDumped() {
	for at, t := range l.dumped {
		x := &l.types.list[t]
		x.name, x.size = strings.TrimPrefix(x.name, "*"), 0
		if strings.HasSuffix(x.name, ".") {
			x.title = fmt.Sprintf("%s(type 0x%x)", trace.ClipName(clean(x.name)), at)
		}
	}
}
