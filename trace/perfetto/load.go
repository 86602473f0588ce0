package perfetto

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/internal/input"
	"memcity/trace/wire/perfetto"
)

// loader builds the heap state of a dump.
type loader struct {
	ctx      context.Context
	dump     dump
	progress trace.Progress
	graph    perfetto.Graph
	names    *names
	classes  map[uint64]*class
	builder  *assemble.Builder
	object   assemble.Object
	roots    []roots
	heaps    []trace.SpaceID // of the objects in the order of the file

	lastID           uint64        // of the object before
	lastHeap         trace.SpaceID // of the object before
	lost, ended, cut bool
	faults           faults
	bytes            int64 // of memory for classes, names and roots
	admitted         int64
}

// roots are the roots of one kind in a packet.
type roots struct {
	kind    uint64
	objects []uint64
}

// faults counts objects with faults, by kind of fault.
type faults struct{ duplicate, dangling, noClass, noTarget, fields int }

// passes is the number of passes over the file: for classes and roots, to count objects, and to add them.
const passes = 3

func newLoader(ctx context.Context, d dump, progress trace.Progress) *loader {
	l := &loader{ctx: ctx, dump: d, progress: progress, names: newNames(), classes: map[uint64]*class{}, builder: assemble.New(ctx)}
	l.builder.Text = l.names.Text
	return l
}

// load reads the heap state of a dump.
func load(ctx context.Context, d dump, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l := newLoader(ctx, d, progress)
	h, err := l.load()
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, input.Error(err, d.file.Name)
	}
	return h, l.warnings(), nil
}

func (l *loader) load() (*trace.Heap, error) {
	l.graph = perfetto.Graph{Type: l.addType, Field: l.addField, Root: l.addRoots}
	if err := l.pass(0); err != nil {
		return nil, err
	}
	if err := l.finishClasses(); err != nil {
		return nil, err
	}
	var fault error
	l.graph = perfetto.Graph{Object: func(o *perfetto.Object) {
		if fault == nil {
			fault = l.count(o)
		}
	}}
	if err := errors.Join(l.pass(1), fault); err != nil {
		return nil, err
	}
	if len(l.heaps) == 0 {
		return nil, errNoObjects
	}
	if err := l.builder.Place(); err != nil {
		return nil, err
	}
	spaces := make([]trace.SpaceID, len(l.builder.IDs()))
	n := 0
	l.faults.fields = 0 // counted in both passes
	l.graph.Object = func(o *perfetto.Object) {
		if fault == nil {
			fault = l.add(o, spaces, n)
		}
		n++
	}
	if err := errors.Join(l.pass(2), fault); err != nil {
		return nil, err
	}
	h, err := l.builder.Heap()
	if err != nil {
		return nil, err
	}
	l.complete(h, spaces)
	return h, nil
}

// pass decodes the packets of the dump with the functions of l.graph. The objects that it visits are converted by the caller.
func (l *loader) pass(number int64) error {
	var t tracker
	l.lastID, l.lastHeap, l.ended = 0, trace.NoSpace, false
	var err error
	l.cut, err = pass(l.ctx, l.dump.file, func(done int64, p *perfetto.Packet) error {
		if p.Graph == nil || p.Sequence != l.dump.sequence {
			return nil
		}
		header := perfetto.Graph{}
		if err := header.Decode(p.Graph); err != nil {
			return fmt.Errorf("byte %d: heap graph: %w", done, err)
		}
		key, lost := t.at(p.Sequence, &header)
		if key != l.dump.dumpKey {
			return nil
		}
		l.progress.Report(number*l.dump.file.Size+done, passes*l.dump.file.Size, "reading "+l.dump.file.Base())
		l.lost, l.ended = l.lost || lost, !header.Continued
		if err := l.graph.Decode(p.Graph); err != nil {
			return fmt.Errorf("byte %d: heap graph: %w", done, err)
		}
		return l.admit()
	})
	return err
}

// admitBytes is the growth of memory after which more is asked for, in bytes.
const admitBytes = 1 << 22

// admit asks for more memory if it has grown much.
func (l *loader) admit() error {
	l.builder.Extra = l.bytes + l.names.Bytes + int64(len(l.heaps))
	if l.builder.Extra-l.admitted < admitBytes {
		return nil
	}
	l.admitted = l.builder.Extra
	return trace.Admit(l.ctx, trace.Volume{Bytes: l.admitted})
}

// Memory in bytes of a class, and of a number in a list.
const (
	classBytes  = 160
	numberBytes = 8
)

func (l *loader) addRoots(kind uint64, objects []uint64) {
	l.roots = append(l.roots, roots{kind, objects})
	l.bytes += 32 + numberBytes*int64(len(objects))
}

// count counts an object in the second pass.
func (l *loader) count(o *perfetto.Object) error {
	l.resolve(o)
	c := l.classes[o.Type]
	if c != nil && c.of != "" {
		l.builder.Own(o.ID, c.of)
	}
	l.heaps = append(l.heaps, l.lastHeap)
	return l.builder.Count(l.convert(o, c))
}

// add adds an object in the third pass. n is its number in the file.
func (l *loader) add(o *perfetto.Object, spaces []trace.SpaceID, n int) error {
	l.resolve(o)
	added, err := l.builder.Add(l.convert(o, l.classes[o.Type]))
	if err != nil {
		return err
	}
	if l.classes[o.Type] == nil {
		l.faults.noClass++
	}
	l.faults.dangling += added.Dangling
	if added.Duplicate {
		l.faults.duplicate++
	} else if n < len(l.heaps) {
		spaces[l.builder.Find(o.ID)] = l.heaps[n]
	}
	return nil
}

// resolve makes the ID of an object absolute, and remembers its heap.
func (l *loader) resolve(o *perfetto.Object) {
	if o.IsDelta {
		o.ID += l.lastID
	}
	l.lastID = o.ID
	if o.Heap != 0 && o.Heap <= uint64(len(spaceNames)) {
		l.lastHeap = trace.SpaceID(o.Heap - 1)
	}
}

// convert returns an object for the builder, valid until the next call. c is nil for an unknown class.
func (l *loader) convert(o *perfetto.Object, c *class) *assemble.Object {
	out := &l.object
	out.ID, out.Type, out.Size = o.ID, l.names.unknown, int64(min(o.Size, 1<<62-1))
	out.Site, out.Thread, out.Birth = trace.NoSite, trace.NoThread, trace.NoBirth
	out.References = out.References[:0]
	fields := o.Fields
	if c != nil {
		out.Type = c.name
		if o.Size == 0 {
			out.Size = int64(min(c.Size, 1<<62-1))
		}
		if len(fields) == 0 {
			fields = c.fields
		}
	}
	for i, to := range o.References {
		r := assemble.Reference{To: to, Null: to == 0}
		if to != 0 {
			r.To += o.Base
		}
		if i < len(fields) {
			name := l.names.fields[fields[i]]
			if name.isClass {
				continue
			}
			r.Name = name.short
			if name.short != 0 && isTaken(out.References, name.short) {
				r.Name = name.full
			}
		}
		out.References = append(out.References, r)
	}
	if len(fields) > 0 && len(fields) != len(o.References) {
		l.faults.fields++
	}
	for _, to := range o.Internal {
		out.References = append(out.References, assemble.Reference{To: to + o.Base, Null: to == 0})
	}
	return out
}

// maxCompared is the largest number of references that are searched for a field of a superclass with the same name.
const maxCompared = 128

func isTaken(refs []assemble.Reference, name assemble.Name) bool {
	if len(refs) > maxCompared {
		return false
	}
	for i := range refs {
		if refs[i].Name == name {
			return true
		}
	}
	return false
}

// warnings describes the faults of the dump.
func (l *loader) warnings() (list []trace.Warning) {
	warn := func(n int, text string) {
		if n > 0 {
			list = append(list, trace.Warning{Source: l.dump.file.Base(), Text: strings.ReplaceAll(text, "%d", fmt.Sprint(n))})
		}
	}
	once := map[bool]int{true: 1}
	warn(once[l.lost], "packets of the heap graph are missing; objects are missing too")
	warn(once[!l.ended], "the heap graph has no end; objects are missing")
	warn(l.faults.duplicate, "%d objects have the number of an earlier one; they are left out")
	warn(l.faults.dangling, "%d references lead to no object; they are left out")
	warn(l.faults.noClass, "%d objects have no class; their type is "+unknownClass)
	warn(l.faults.noTarget, "%d GC roots lead to no object; they are left out")
	warn(l.faults.fields, "%d objects have more or fewer references than their class has fields; names of fields may be wrong")
	return list
}
