package objects

import (
	"context"
	"slices"
	"strconv"
	"strings"

	siteof "memcity/analysis/site"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
)

// Limits for the report on one object.
const (
	maxLinks    = 2000 // references in one direction
	maxElements = 500  // of an array
	maxText     = 4000 // characters of a string
	maxLabel    = 80   // characters of a string in a list
)

// Object reports on one object of a GC point, with its contents. The first call costs the reference graph, its dominators and the shortest
// paths from GC roots.
func Object(ctx context.Context, o *recording.Recording, q inspect.ObjectQuery, progress trace.Progress) (*inspect.ObjectReport, error) {
	return describe(ctx, o, q, false, progress)
}

// ObjectHidden is [Object] without the contents of strings and primitive fields, which may be secrets.
func ObjectHidden(ctx context.Context, o *recording.Recording, q inspect.ObjectQuery, progress trace.Progress) (*inspect.ObjectReport, error) {
	return describe(ctx, o, q, true, progress)
}

func describe(ctx context.Context, o *recording.Recording, q inspect.ObjectQuery, hidden bool, progress trace.Progress) (*inspect.ObjectReport, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	id := trace.ObjectID(q.Object)
	h, err := o.Load(ctx, q.Heap.Point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	if err := h.Check(id); err != nil {
		return nil, err
	}
	progress.Report(0, 0, "finding what keeps the object alive")
	l, err := newLister(ctx, h)
	if err != nil {
		return nil, err
	}
	l.hidden = hidden
	if err := prepareValues(ctx, h.Heap(), progress); err != nil {
		return nil, err
	}
	r := &inspect.ObjectReport{ObjectLine: l.line(id), Length: -1}
	if text, err := l.text(id, maxText); err == nil && text != "" {
		r.Text = text
	}
	g, err := o.GroupHeap(ctx, h, q.Heap.By)
	if err != nil {
		return nil, err
	}
	if leaves := g.Leaves(id); len(leaves) > 0 {
		r.Key = g.Tree.Key(leaves[0])
	}
	if t := &h.Heap().Types[h.Heap().TypeOf.At(id)]; t.Element > 0 && t.Kind != trace.Instance {
		r.Length = int64(h.Heap().Extent.At(id))
	}
	l.site(r, id)
	l.fields(r, id)
	return r, l.links(ctx, r, id)
}

// prepareValues reads what field values need, if the heap state has any. Values that cannot be read are reported where they are needed, so it
// returns an error only if ctx is done.
func prepareValues(ctx context.Context, h *trace.Heap, progress trace.Progress) error {
	if h.Values == nil {
		return nil
	}
	if err := h.Values.Prepare(ctx, progress); err != nil && ctx.Err() != nil {
		return err
	}
	return nil
}

// lister describes objects of a heap state.
type lister struct {
	*recording.HeapState
	retained func(trace.ObjectID) trees.Amount
	hidden   bool                      // contents of objects are left out
	threads  map[trace.ObjectID]string // names of threads by their objects
}

// newLister returns a lister. Its descriptions have retained sizes if the heap state has GC roots.
func newLister(ctx context.Context, h *recording.HeapState) (*lister, error) {
	l := &lister{HeapState: h, threads: map[trace.ObjectID]string{}}
	for i := range h.Heap().Threads {
		if t := &h.Heap().Threads[i]; t.Object != trace.NoObject {
			l.threads[t.Object] = t.Name
		}
	}
	g, err := h.Subject().ReferenceGraph(ctx)
	if err != nil {
		return nil, err
	}
	if !g.KnowsRoots() {
		l.retained = func(trace.ObjectID) trees.Amount { return trees.Amount{} }
		return l, nil
	}
	d, err := h.Dominators(ctx)
	if err != nil {
		return nil, err
	}
	l.retained = func(o trace.ObjectID) trees.Amount { return trees.Amount(d.Retained(o)) }
	return l, nil
}

// line describes an object for a list.
func (l *lister) line(o trace.ObjectID) inspect.ObjectLine {
	h := l.Heap()
	line := inspect.ObjectLine{Object: uint32(o), Type: h.Types[h.TypeOf.At(o)].Name, Shallow: h.Size(o), Retains: l.retained(o)}
	line.Address = l.address(o)
	line.Text, _ = l.text(o, maxLabel)
	return line
}

// address returns the address of an object; empty if the input has none.
func (l *lister) address(o trace.ObjectID) string {
	if l.Heap().Address == nil {
		return ""
	}
	return "0x" + strconv.FormatUint(l.Heap().Address(o), 16)
}

// text returns the content of an object that has a text form: a string, boxed value, thread or class.
func (l *lister) text(o trace.ObjectID, limit int) (string, error) {
	h := l.Heap()
	t := h.TypeOf.At(o)
	if h.Types[t].Kind == trace.ClassObject {
		if class := h.ClassOf(o); class != trace.NoType {
			return h.Types[class].Name, nil
		}
		return "", nil
	}
	if h.Values == nil || l.hidden {
		return "", nil
	}
	if h.IsString(t) || h.Types[t].Name == "char[]" {
		return h.Values.Text(o, limit)
	}
	if boxes[h.Types[t].Name] {
		v, err := h.Values.Field(o, "value")
		if err != nil || v.Kind == trace.NoValue {
			return "", err
		}
		return v.String(), nil
	}
	return l.threads[o], nil
}

var boxes = map[string]bool{"java.lang.Boolean": true, "java.lang.Byte": true, "java.lang.Character": true, "java.lang.Short": true,
	"java.lang.Integer": true, "java.lang.Long": true, "java.lang.Float": true, "java.lang.Double": true,
	"java.util.concurrent.atomic.AtomicInteger": true, "java.util.concurrent.atomic.AtomicLong": true}

// site sets the allocation site and thread of the object.
func (l *lister) site(r *inspect.ObjectReport, o trace.ObjectID) {
	h := l.Heap()
	if t := h.AllocatingThread(o); t != trace.NoThread {
		r.Thread = h.Threads[t].Name
	}
	if h.SiteOf == nil || h.SiteOf[o] == trace.NoSite {
		r.NoSite = siteof.WhyUnknown(h, o)
		return
	}
	s := &h.Sites[h.SiteOf[o]]
	frames := make([]string, len(s.Frames))
	for i, f := range s.Frames {
		frames[i] = f.String()
	}
	r.Site = strings.Join(frames, "\n")
}

// fields sets the values of an object's fields, or of an array's first elements.
func (l *lister) fields(r *inspect.ObjectReport, o trace.ObjectID) {
	h := l.Heap()
	if !h.HasFields() {
		r.Missing = "this input has no field values"
		return
	}
	if r.Length >= 0 {
		values, err := h.Values.Elements(o, 0, int(min(r.Length, maxElements)))
		if err != nil {
			r.Missing = err.Error()
		}
		for i, v := range values {
			r.Fields = append(r.Fields, l.field("["+strconv.Itoa(i)+"]", "", v))
		}
		return
	}
	fields, err := h.Values.Fields(o)
	if err != nil {
		r.Missing = err.Error()
	}
	for _, f := range fields {
		r.Fields = append(r.Fields, l.field(f.Name, f.Kind.String(), f.Value))
	}
}

func (l *lister) field(name, kind string, v trace.Value) inspect.FieldLine {
	f := inspect.FieldLine{Name: name, Type: kind, Value: v.String()}
	if l.hidden && !v.IsNull() {
		f.Value = ""
	}
	if to := v.Object(); to != trace.NoObject {
		f.Object, f.Refers = uint32(to), true
		f.Value = l.Heap().Types[l.Heap().TypeOf.At(to)].Name
		if text, err := l.text(to, maxLabel); err == nil && text != "" {
			f.Value += " " + strconv.Quote(text)
		}
	}
	return f
}

// links sets the outgoing and incoming references of the object, and its path to GC roots.
func (l *lister) links(ctx context.Context, r *inspect.ObjectReport, o trace.ObjectID) error {
	h := l.Heap()
	g, err := l.Subject().ReferenceGraph(ctx)
	if err != nil {
		return err
	}
	back, err := g.Referrers(ctx)
	if err != nil {
		return err
	}
	out := h.References(o)
	r.OutAll = int64(len(out))
	for i, to := range out[:min(len(out), maxLinks)] {
		line := l.line(to)
		line.Field = h.FieldAt(o, i)
		r.Out = append(r.Out, line)
	}
	in := back.Of(o)
	r.InAll = int64(len(in))
	for _, from := range slices.Compact(slices.Clone(in[:min(len(in), maxLinks)])) {
		line := l.line(from)
		line.Field = l.slotsTo(from, o)
		r.In = append(r.In, line)
	}
	if !g.KnowsRoots() {
		return nil
	}
	return l.addHolders(ctx, r, o)
}

// slotsTo names at most three fields of from that refer to the object to.
func (l *lister) slotsTo(from, to trace.ObjectID) string {
	h := l.Heap()
	var names []string
	for i, t := range h.References(from) {
		if t != to {
			continue
		}
		if len(names) == 3 {
			names = append(names, "…")
			break
		}
		names = append(names, h.FieldAt(from, i))
	}
	return strings.Join(names, ", ")
}

// addHolders sets the GC roots that keep the object alive, the shortest path from one of them, and the immediate dominator.
func (l *lister) addHolders(ctx context.Context, r *inspect.ObjectReport, o trace.ObjectID) error {
	roots, err := l.Roots(ctx)
	if err != nil {
		return err
	}
	for _, id := range roots.Direct(o) {
		r.Roots = append(r.Roots, roots.Names[id].String())
	}
	closest, err := l.ClosestRoots(ctx)
	if err != nil {
		return err
	}
	path := closest.Path(o)
	for i, step := range path {
		line := l.line(step)
		if i > 0 {
			line.Field = l.slotsTo(path[i-1], step)
		}
		r.Path = append(r.Path, line)
	}
	if ids := closest.Of(o); len(ids) > 0 {
		r.PathRoot = roots.Names[ids[0]].String()
	}
	d, err := l.Dominators(ctx)
	if err != nil {
		return err
	}
	if up := d.Of(o); up != trace.NoObject {
		line := l.line(up)
		r.Dominator = &line
	}
	return nil
}
