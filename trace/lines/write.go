package lines

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/internal/input"
	"memcity/trace/poll"
	"memcity/trace/wire/lines"
)

// Copyable returns why a recording cannot be written as objects; empty if it can.
func Copyable(r *trace.Recording) string {
	for i := range r.Points {
		if r.Points[i].Load != nil {
			return ""
		}
	}
	return "it has no single objects, but this format consists of them"
}

// Copy writes the heap states of a recording to one file, compressed with gzip if packed is true. It holds one heap state in memory at a
// time. It leaves out GCs, collections, values, spaces and notes. Unreadable GC points become warnings if at least one is readable.
func Copy(ctx context.Context, to io.Writer, packed bool, r *trace.Recording, progress trace.Progress) (reported []trace.Warning, err error) {
	if why := Copyable(r); why != "" {
		return nil, &trace.InputError{Source: r.Name, Offset: -1, Text: why}
	}
	if !packed {
		return copyPoints(newWriter(ctx, to), r, progress)
	}
	compressed := gzip.NewWriter(to)
	reported, err = copyPoints(newWriter(ctx, compressed), r, progress)
	return reported, cmp.Or(err, compressed.Close())
}

// copyPoints writes the heap states of a recording.
func copyPoints(w *writer, r *trace.Recording, progress trace.Progress) (reported []trace.Warning, err error) {
	ctx := w.ctx
	reported = slices.Clip(r.Warnings)
	var first error
	good := 0
	for i := range r.Points {
		p := &r.Points[i]
		if p.Load == nil {
			reported = append(reported, trace.Warning{Source: p.Source, Text: "skipped: the GC point has no single objects"})
			continue
		}
		const part = 1000
		h, warnings, err := p.Load(ctx, func(done, total int64, what string) {
			progress.Report(part*int64(i)+part*done/max(1, total), part*int64(len(r.Points)), what)
		})
		reported = append(reported, warnings...)
		switch {
		case ctx.Err() != nil:
			return reported, ctx.Err()
		case trace.RefusedBy(err) != nil:
			return reported, err
		case err != nil:
			first = cmp.Or(first, err)
			reported = append(reported, trace.Warning{Source: p.Source, Text: "skipped: " + input.Error(err, p.Source).Text})
			continue
		}
		good++
		if err := w.state(r, p, h); err != nil {
			return reported, err
		}
	}
	if good == 0 {
		return reported, first
	}
	return reported, w.out.Flush()
}

// writer writes heap states.
type writer struct {
	ctx   context.Context
	texts *lines.Texts
	out   *lines.Writer
	rec   lines.Record
	err   error

	heap  *trace.Heap
	types []lines.Text                    // names of the types
	class map[trace.ObjectID]trace.TypeID // types by class object
}

func newWriter(ctx context.Context, to io.Writer) *writer {
	texts := lines.NewTexts()
	return &writer{ctx: ctx, texts: texts, out: lines.NewWriter(to, texts)}
}

// state writes a heap state.
func (w *writer) state(r *trace.Recording, p *trace.Point, h *trace.Heap) error {
	w.heap, w.types, w.class = h, nil, map[trace.ObjectID]trace.TypeID{}
	for i := range h.Types {
		w.types = append(w.types, w.text(h.Types[i].Name))
		if class := h.Types[i].Class; class != trace.NoObject {
			w.class[class] = trace.TypeID(i)
		}
	}
	w.write(lines.Record{Kind: lines.Header, Head: headOf(r, p, h)})
	w.classes()
	for _, name := range h.Libraries {
		w.write(lines.Record{Kind: lines.Library, Name: w.text(name)})
	}
	w.threads()
	w.sites()
	for i := range h.Roots {
		w.root(&h.Roots[i])
	}
	for o := range trace.ObjectID(h.Len()) {
		if err := poll.At(w.ctx, o); err != nil {
			return err
		}
		if w.object(o); w.err != nil {
			break
		}
	}
	return w.err
}

func (w *writer) text(text string) lines.Text {
	if text == "" {
		return 0
	}
	return w.texts.Number([]byte(text))
}

func (w *writer) number(n int) lines.Text { return w.text(strconv.Itoa(n)) }

func (w *writer) write(rec lines.Record) {
	if w.err == nil {
		w.err = w.out.Write(&rec)
	}
}

// headOf returns the header of a GC point.
func headOf(r *trace.Recording, p *trace.Point, h *trace.Heap) lines.Head {
	head := lines.Head{Runtime: h.Runtime.String(), Time: math.NaN(), Uptime: math.NaN(), GC: max(p.GC, h.GCs), Final: p.Final,
		StableIDs: h.Identity != nil, Interval: max(0, h.Interval)}
	if r.Recorded != nil {
		head.Program = r.Recorded.Program
		if vm := r.Recorded.VM; runtimeOf(vm) == h.Runtime && h.Runtime != trace.Other {
			head.Runtime = vm
		}
	}
	if r.Knows.Has(trace.KnowsTimes) {
		head.Uptime = float64(p.Time) / 1000
		if r.StartUnix > 0 {
			head.Time = float64(r.StartUnix+int64(p.Time)) / 1000
		}
	}
	return head
}

// classes writes the super types.
func (w *writer) classes() {
	for i := range w.heap.Types {
		if super := w.heap.Types[i].Super; int(super) < len(w.heap.Types) {
			w.write(lines.Record{Kind: lines.Class, Name: w.types[i], Super: w.types[super]})
		}
	}
}

func (w *writer) threads() {
	for i := range w.heap.Threads {
		t := &w.heap.Threads[i]
		rec := lines.Record{Kind: lines.Thread, Thread: w.number(i), Name: w.text(t.Name)}
		if t.Object != trace.NoObject {
			rec.Ref, rec.HasRef = w.id(t.Object), true
		}
		for _, f := range t.Frames {
			rec.Frames = append(rec.Frames, w.text(f))
		}
		w.write(rec)
	}
}

func (w *writer) sites() {
	for i := range w.heap.Sites {
		rec := lines.Record{Kind: lines.Site, Site: w.number(i)}
		for _, f := range w.heap.Sites[i].Frames {
			rec.Frames = append(rec.Frames, w.text(f.String()))
		}
		w.write(rec)
	}
}

// rootNames are the names of the kinds of roots.
var rootNames = func() map[trace.RootKind]string {
	names := map[trace.RootKind]string{}
	for name, kind := range rootKinds {
		switch name {
		case "frame", moduleKind, "interpreter": // second names
		default:
			names[kind] = name
		}
	}
	return names
}()

func (w *writer) root(r *trace.Root) {
	if int(r.Object) >= w.heap.Len() {
		return
	}
	rec := lines.Record{Kind: lines.Root, What: w.text(rootNames[r.Kind]), Ref: w.id(r.Object), Frame: r.Frame, Name: w.text(r.Detail)}
	if r.Thread >= 0 {
		rec.Thread = w.number(int(r.Thread))
	}
	if of, member, ok := trace.SplitMember(r.Detail); r.Kind.IsNamed() && ok {
		rec.Name, rec.Owner, rec.Member = 0, w.text(of), w.text(member)
	}
	w.write(rec)
}

// id returns the number of an object in the file.
func (w *writer) id(o trace.ObjectID) uint64 {
	switch {
	case w.heap.Identity != nil:
		return w.heap.Identity[o]
	case w.heap.Address != nil:
		return w.heap.Address(o)
	}
	return uint64(o) + 1
}

func (w *writer) object(o trace.ObjectID) {
	h, r := w.heap, &w.rec
	t := h.TypeOf.At(o)
	*r = lines.Record{Kind: lines.Object, ID: w.id(o), Type: w.types[t], Size: h.Size(o), Frame: -1, Birth: -1, References: r.References[:0]}
	if of, ok := w.class[o]; ok && h.Types[t].Kind == trace.ClassObject {
		r.What, r.Name = w.text(classKind), w.types[of]
	}
	if h.SiteOf != nil && h.SiteOf[o] != trace.NoSite {
		r.Site = w.number(int(h.SiteOf[o]))
	}
	if thread := h.AllocatingThread(o); thread >= 0 {
		r.Thread = w.number(int(thread))
	}
	if h.BirthOf != nil && h.BirthOf[o] != trace.NoBirth {
		r.Birth = int64(h.BirthOf[o])
	}
	w.references(o, &h.Types[t])
	w.err = w.out.Write(r)
}

// references adds the references of an object. Null elements keep the places of the others. Weak references of a module or class are left out,
// because the format has none.
func (w *writer) references(o trace.ObjectID, t *trace.Type) {
	h, r := w.heap, &w.rec
	next := uint16(0)
	for i, to := range h.References(o) {
		slot := h.Slot(o, i)
		ref := lines.Reference{To: w.id(to), Weak: t.IsWeak(slot)}
		if ref.Weak && r.What != 0 {
			continue
		}
		switch element := w.element(t, slot); {
		case element >= 0:
			for ; int(next) < element && element < math.MaxUint16; next++ {
				r.References = append(r.References, lines.Reference{Null: true})
			}
			next = uint16(min(element+1, math.MaxUint16))
		case !t.IsElement(slot):
			if name := h.SlotName(o, slot); name != "?" && name != assemble.Unnamed {
				ref.Name = w.text(name)
			}
		}
		r.References = append(r.References, ref)
	}
}

// element returns the 0-based place of an element among the elements; -1 if the slot is a field, or if elements have no places.
func (w *writer) element(t *trace.Type, slot uint16) int {
	switch {
	case t.Kind == trace.ObjectArray && len(t.References) == 0:
		return int(slot)
	case t.Elements && t.IsElement(slot) && slot < math.MaxUint16:
		return int(slot) - len(t.References)
	}
	return -1
}
