package lines

import (
	"context"
	"io"
	"math"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/internal/input"
	"memcity/trace/wire/lines"
)

// loader builds the heap state of a GC point.
type loader struct {
	point    *point
	progress trace.Progress
	counting bool // references are left out
	done     int64

	texts     *lines.Texts
	builder   *assemble.Builder
	object    assemble.Object
	modules   modules
	roots     []rootLine
	supers    map[string]string
	libraries []string
	places    places
	faults    faultList
}

// load reads the heap state. If counting is true, the heap has no references and roots, and faults that concern these are missing.
func load(ctx context.Context, p *point, progress trace.Progress, counting bool) (*trace.Heap, *faultList, error) {
	l := &loader{point: p, progress: progress, counting: counting, texts: lines.NewTexts(), builder: assemble.New(ctx), supers: map[string]string{}}
	l.builder.Text = func(n assemble.Name) string { return l.texts.Of(lines.Text(n)) }
	l.places = newPlaces(l.texts)
	h, err := l.load(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, &l.faults, ctx.Err()
	case err != nil:
		return nil, &l.faults, input.Error(err, p.file.Name)
	}
	return h, &l.faults, nil
}

func (l *loader) load(ctx context.Context) (*trace.Heap, error) {
	if err := l.each(ctx, l.learn); err != nil {
		return nil, err
	}
	l.modules.own(l.builder)
	if err := l.builder.Place(); err != nil {
		return nil, err
	}
	if len(l.builder.IDs()) == 0 {
		return nil, l.noObjects()
	}
	if err := l.each(ctx, l.fill); err != nil {
		return nil, err
	}
	h, err := l.builder.Heap()
	if err != nil {
		return nil, err
	}
	h.Runtime, h.GCs, h.Interval = runtimeOf(l.point.head.Runtime), l.point.head.GC, l.point.head.Interval
	h.Libraries = l.libraries
	l.setIdentity(h)
	if !l.counting {
		l.builder.SetSupers(l.supers)
		l.addRoots(h)
	}
	l.places.finish(h, l.builder)
	setLoaders(h)
	nameBuiltIns(h)
	return h, nil
}

// noObjects returns an error about a point without objects. It names the first fault, which is probably the reason.
func (l *loader) noObjects() error {
	err := &trace.InputError{Source: l.point.file.Name, Offset: -1, Line: int(l.point.line), Text: faultTexts[noObjects]}
	if faults := l.faults.list(); len(faults) > 0 {
		err.Line, err.Text = int(faults[0].Line), faults[0].Text
	}
	return err
}

// each calls visit for each line of the point after its header. The first pass collects the faults of single lines.
func (l *loader) each(ctx context.Context, visit func(*lines.Record) error) error {
	r, c, err := l.point.reader(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	r.Texts = l.texts
	var rec lines.Record
	for n := 0; ; n++ {
		err := r.Next(&rec)
		if err == io.EOF || n > 0 && rec.Kind == lines.Header && err == nil {
			break
		}
		if err != nil {
			return err
		}
		if n%reportEvery == 0 {
			l.progress.Report(l.done+c.stored.n, 2*l.point.file.Size, "reading "+l.point.file.Base())
		}
		if r.Unfinished() && rec.Has(lines.NotJSON) {
			if l.done == 0 {
				l.faults.add(unfinished, rec.Line, 1)
			}
			continue
		}
		if err := visit(&rec); err != nil {
			return err
		}
	}
	l.done += c.stored.n
	return nil
}

// learn reads a line in the first pass.
func (l *loader) learn(r *lines.Record) error {
	l.faults.addLine(r)
	switch r.Kind {
	case lines.Object:
		l.learnObject(r)
		return l.builder.Count(l.convert(r))
	case lines.Root:
		l.learnRoot(r)
	case lines.Thread, lines.Site:
		l.places.learn(r)
	case lines.Class:
		if r.Name != 0 && r.Super != 0 {
			l.supers[trace.ClipName(l.texts.Of(r.Name))] = trace.ClipName(l.texts.Of(r.Super))
		}
	case lines.Library:
		if r.Name != 0 && len(l.libraries) < trace.MaxLibraries {
			l.libraries = append(l.libraries, trace.ClipName(l.texts.Of(r.Name)))
		}
	}
	l.builder.Extra = l.texts.Bytes() + rootBytes*int64(len(l.roots)) + l.places.bytes
	return nil
}

// learnObject learns modules, classes, sites, threads and births.
func (l *loader) learnObject(r *lines.Record) {
	l.modules.object(r, l.texts)
	b := l.builder
	b.Sites = b.Sites || r.Site != 0
	b.Threads = b.Threads || r.Thread != 0
	b.Births = b.Births || r.Birth >= 0
}

// fill reads a line in the second pass.
func (l *loader) fill(r *lines.Record) error {
	if r.Kind != lines.Object {
		return nil
	}
	o := l.convert(r)
	var found bool
	if o.Site, found = l.places.site(r.Site); !found {
		l.faults.add(unknownSite, r.Line, 1)
	}
	o.Thread = l.places.thread(r.Thread)
	added, err := l.builder.Add(o)
	if err != nil {
		return err
	}
	if added.Duplicate {
		l.faults.add(duplicate, r.Line, 1)
	}
	if added.Dangling > 0 {
		l.faults.add(dangling, r.Line, int64(added.Dangling))
	}
	if added.Weak > 0 {
		l.faults.add(manyWeak, r.Line, int64(added.Weak))
	}
	return nil
}

// unknownType is the type of objects without a type.
const unknownType = "(unknown type)"

// convert returns the object of a line. It is valid until the next call.
func (l *loader) convert(r *lines.Record) *assemble.Object {
	o := &l.object
	o.ID, o.Size, o.Type, o.Birth = r.ID, r.Size, uint32(r.Type), trace.NoBirth
	if r.Type == 0 {
		o.Type = uint32(l.texts.Number([]byte(unknownType)))
	}
	if r.Birth >= 0 {
		o.Birth = uint32(r.Birth)
	}
	o.References = o.References[:0]
	if l.counting {
		return o
	}
	o.References = slices.Grow(o.References, len(r.References))
	for i := range r.References {
		ref := &r.References[i]
		o.References = append(o.References, assemble.Reference{To: ref.To, Name: uint32(ref.Name), Weak: ref.Weak, Null: ref.Null})
	}
	return o
}

// setIdentity sets the addresses of the objects, and their identities if the ids stay the same.
func (l *loader) setIdentity(h *trace.Heap) {
	ids := l.builder.IDs()
	h.Address = func(o trace.ObjectID) uint64 { return ids[o] }
	if l.point.head.StableIDs {
		h.Identity = ids
	}
}

// nameBuiltIns puts the built-in types of Python into their module, which programs leave out.
func nameBuiltIns(h *trace.Heap) {
	if h.Runtime != trace.CPython {
		return
	}
	for i := range h.Types {
		if t := &h.Types[i]; t.Class == trace.NoObject && !strings.ContainsAny(t.Name, ".(") {
			t.Name = "builtins." + t.Name
		}
	}
}

// setLoaders sets the class loaders, which are references of classes with the name that readers of other formats use.
func setLoaders(h *trace.Heap) {
	for i := range h.Types {
		t := &h.Types[i]
		if t.Class == trace.NoObject {
			continue
		}
		slot := slices.Index(h.StaticNames[t.Class], "<loader>")
		if slot < 0 || slot >= math.MaxUint16 {
			continue
		}
		for i, to := range h.References(t.Class) {
			if h.Slot(t.Class, i) == uint16(slot) {
				t.Loader = to
			}
		}
	}
}
