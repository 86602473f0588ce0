package ruby

import (
	"context"
	"errors"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/internal/input"
	"memcity/trace/wire/ruby"
)

// loader builds the heap state of a dump.
type loader struct {
	ctx     context.Context
	file    trace.File
	names   *names
	classes classes
	given   givenNames
	builder *assemble.Builder
	object  assemble.Object
	sites   sites
	roots   []rootGroup
	threads []thread
	faults  faultList

	rootBytes int64 // of memory for roots and threads
	admitted  int64 // bytes of memory that were asked for
}

func newLoader(ctx context.Context, f trace.File) *loader {
	n := newNames()
	l := &loader{ctx: ctx, file: f, names: n, classes: classes{all: map[uint64]*class{}, names: n}, given: newGivenNames(n), builder: assemble.New(ctx),
		sites: newSites()}
	l.builder.Text = n.Text
	return l
}

// load reads the heap state of a dump. If births is true, all dumps of the recording have births.
func load(ctx context.Context, f trace.File, births bool, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l := newLoader(ctx, f)
	h, err := l.load(births, progress)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		return nil, nil, input.Error(err, f.Name)
	}
	return h, l.faults.warnings(f.Base()), nil
}

func (l *loader) load(births bool, progress trace.Progress) (*trace.Heap, error) {
	p := pass{file: l.file, progress: progress, passes: 3, defines: true}
	if _, err := p.run(l.ctx, l.define); err != nil {
		return nil, err
	}
	l.classes.chooseOwners()
	p.number, p.defines = 1, false
	cut, err := p.run(l.ctx, l.count)
	if err != nil {
		return nil, err
	}
	if cut {
		l.faults.add(unfinished, 0, 1)
	}
	if err := l.builder.Place(); err != nil {
		return nil, err
	}
	if len(l.builder.IDs()) == 0 {
		return nil, l.noObjects()
	}
	p.number = 2
	if _, err := p.run(l.ctx, l.add); err != nil {
		return nil, err
	}
	h, err := l.builder.Heap()
	if err != nil {
		return nil, err
	}
	l.complete(h, births)
	return h, nil
}

// complete adds supertypes, sites, names of variables, roots and identities.
func (l *loader) complete(h *trace.Heap, births bool) {
	h.Runtime, h.ExactBirths = trace.CRuby, true
	ids := l.builder.IDs()
	h.Address = func(o trace.ObjectID) uint64 { return ids[o] }
	for _, birth := range h.BirthOf {
		if birth != trace.NoBirth {
			h.GCs = max(h.GCs, birth)
		}
	}
	h.Libraries = l.given.libraries
	l.builder.SetSupers(l.classes.supers())
	l.sites.finish(h)
	nameVariables(h)
	l.addRoots(h)
	if births {
		identify(h, ids)
	}
}

// noObjects returns an error about a dump without objects. It names the first fault, which is probably the reason.
func (l *loader) noObjects() error {
	for kind := range ruby.Fault(allFaults) {
		if l.faults[kind].count > 0 {
			return errors.New(l.faults.text(kind))
		}
	}
	return errors.New("there are no objects")
}

// define reads a line in the first pass, which contains only classes and names.
func (l *loader) define(_ int64, r *ruby.Record) error {
	switch r.Kind {
	case ruby.Class, ruby.Object: // an included module is an object
		l.classes.learn(r)
	case ruby.Names:
		l.given.learn(r)
	}
	return l.admit()
}

// memory returns the size of the classes, names, roots and threads in bytes.
func (l *loader) memory() int64 { return l.names.Bytes + l.classes.bytes + l.given.bytes + l.rootBytes }

// admitBytes is the growth of memory after which more is asked for, in bytes.
const admitBytes = 1 << 22

// admit asks for more memory if it has grown much. It also stores the size for the builder, which asks again when it counts objects.
func (l *loader) admit() error {
	l.builder.Extra = l.memory()
	if l.builder.Extra-l.admitted < admitBytes {
		return nil
	}
	l.admitted = l.builder.Extra
	return trace.Admit(l.ctx, trace.Volume{Bytes: l.admitted})
}

// count reads a line in the second pass.
func (l *loader) count(line int64, r *ruby.Record) error {
	l.faults.addLine(line, r)
	switch r.Kind {
	case ruby.Root:
		l.learnRoots(line, r)
		return l.admit()
	case ruby.Class:
		if l.classes.isOwner(r.Address) {
			l.builder.Own(r.Address, ownerName(l.classes.all[r.Address].name))
		}
	case ruby.Object:
		if string(r.Struct) == threadStruct {
			l.threads = append(l.threads, thread{address: r.Address, traced: r.Generation >= 0})
			l.rootBytes += threadBytes
		}
	default:
		return nil
	}
	b := l.builder
	b.Sites = b.Sites || len(r.File) > 0
	b.Births = b.Births || r.Generation >= 0
	b.Extra = l.memory()
	return b.Count(l.convert(r))
}

// ownerName returns the name of a class or module as the owner of variables. Constants of the class Object are the constants of the program.
func ownerName(name string) string {
	if name == "Object" {
		return name
	}
	return typeName(name)
}

// add reads a line in the third pass.
func (l *loader) add(line int64, r *ruby.Record) error {
	if r.Kind != ruby.Object && r.Kind != ruby.Class {
		return nil
	}
	o := l.convert(r)
	o.Site = l.sites.site(r)
	added, err := l.builder.Add(o)
	if err != nil {
		return err
	}
	if added.Duplicate {
		l.faults.add(duplicate, line, 1)
	}
	if added.Dangling > 0 {
		l.faults.add(dangling, line, int64(added.Dangling))
	}
	return nil
}

// convert returns the object of a line. It is valid until the next call.
func (l *loader) convert(r *ruby.Record) *assemble.Object {
	o := &l.object
	o.ID, o.Size, o.Type = r.Address, sizeOf(r), l.typeOfObject(r)
	o.Site, o.Thread, o.Birth = trace.NoSite, trace.NoThread, trace.NoBirth
	if r.Generation >= 0 {
		o.Birth = uint32(r.Generation)
	}
	o.References = o.References[:0]
	name := l.namer(r)
	for i, to := range r.References {
		o.References = append(o.References, assemble.Reference{To: to, Name: name(i, to)})
	}
	if r.Class != 0 && (isInternal(r) || !l.classes.isImplicit(r.Class)) && l.classes.all[r.Class] != nil {
		o.References = append(o.References, assemble.Reference{To: r.Class, Name: l.names.class})
	}
	return o
}

// isInternal reports whether the type of an object is not named after its class.
func isInternal(r *ruby.Record) bool {
	switch string(r.Type) {
	case "CLASS", "MODULE", "ICLASS", "IMEMO":
		return true
	}
	return false
}
