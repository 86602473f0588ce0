package leak

import (
	"context"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// link is a reference to a reached object, with the key of the object's place.
type link struct {
	object, holder trace.ObjectID
	slot           uint16
	key            placeKey
}

// aheadObjects is the number of objects that are followed together. Their data and the data of their referents fit the L1 cache.
const aheadObjects = 128

// run places all objects, phase by phase.
func (p *placer) run(ctx context.Context) error {
	w, running := p.walk, p.walk.running()
	for _, s := range w.starts[threads] {
		p.places[s.object] = runningThread
	}
	for phase := range w.starts {
		if phase == collectionLocals {
			if err := p.followLater(ctx); err != nil {
				return err
			}
		}
		for starts := w.starts[phase]; ; {
			part := starts
			if i := slices.IndexFunc(starts, func(s held) bool { return s.after > starts[0].after }); i >= 0 {
				part = starts[:i]
			}
			starts = starts[len(part):]
			for _, s := range part {
				if phase < threads && running.Test(uint(s.object)) { // a thread is alive regardless of its referrers
					continue
				}
				p.start(s.object, s.root)
			}
			if err := p.followAll(ctx); err != nil {
				return err
			}
			if len(starts) == 0 {
				break
			}
		}
	}
	if err := p.followLater(ctx); err != nil {
		return err
	}
	return p.count(ctx)
}

// followLater follows the postponed references; see lateFields.
func (p *placer) followLater(ctx context.Context) error {
	for len(p.later)+len(p.classes) > 0 {
		if p.placeLater(); len(p.later) == 0 && p.queue.count == 0 {
			p.startClasses()
		}
		if err := p.followAll(ctx); err != nil {
			return err
		}
	}
	return nil
}

// followAll places everything reachable from the queued objects, in breadth-first order.
func (p *placer) followAll(ctx context.Context) error {
	steps := poll.Count(ctx)
	for p.queue.count > 0 {
		next := p.queue.next(aheadObjects)
		if err := steps.Add(len(next)); err != nil {
			return err
		}
		p.readAhead(next)
		for range next {
			p.follow(p.queue.take())
		}
		p.placeFound()
	}
	return nil
}

// readAhead prefetches what is needed to follow the given objects; see [trace.Heap.ReadAhead].
func (p *placer) readAhead(objects []trace.ObjectID) {
	h := p.walk.heap
	p.read ^= h.ReadAhead(objects)
	for _, o := range objects {
		for _, to := range h.References(o) {
			p.read ^= uint32(p.places[to]) ^ uint32(h.TypeOf.At(to))
		}
	}
}

// follow collects the objects that o keeps alive and that have no place yet.
func (p *placer) follow(o trace.ObjectID) {
	w, h := p.walk, p.walk.heap
	t := h.TypeOf.At(o)
	if !p.met[t] {
		p.met[t], p.classes = true, append(p.classes, t)
	}
	after, special := w.late[t], w.isSpecial(o, t)
	for i, to := range h.References(o) {
		if p.places[to] != NoPlace {
			continue
		}
		slot := h.Slot(o, i)
		if special && w.skips(o, t, i, slot) {
			continue
		}
		l := link{object: to, holder: o, slot: min(slot, classSlot-1)}
		if after != nil && slices.Contains(after, w.slotName(o, l.slot)) {
			p.later = append(p.later, l)
			continue
		}
		p.found = append(p.found, l)
	}
	if class := w.loaded[t]; class != trace.NoObject && p.places[class] == NoPlace {
		p.found = append(p.found, link{object: class, holder: o, slot: classSlot})
	}
}

// placeFound places the collected objects and queues them. It first prefetches the index slots of their places, as [placer.readAhead] does
// for objects.
func (p *placer) placeFound() {
	for i := range p.found {
		l := &p.found[i]
		if p.find(l); p.links[l.key.parent] != l.key.kind {
			p.read ^= p.index.ahead(l.key)
		}
	}
	for i := range p.found {
		p.place(&p.found[i])
	}
	p.found = p.found[:0]
}

// find completes the key of a link.
func (p *placer) find(l *link) {
	l.key = placeKey{p.places[l.holder], p.field(l.holder, l.slot), p.kinds[p.walk.heap.TypeOf.At(l.object)]}
}

// placeLater places the postponed objects.
func (p *placer) placeLater() {
	for i := range p.later {
		p.find(&p.later[i])
		p.place(&p.later[i])
	}
	p.later = p.later[:0]
}

// startClasses places class objects that are held only by object headers, such as those of hidden classes. It runs last, so that these
// classes do not appear on paths to objects that are otherwise held.
func (p *placer) startClasses() {
	w := p.walk
	for _, t := range p.classes {
		class := w.heap.Types[t].Class
		if class != trace.NoObject && (w.reachable == nil || w.reachable.Test(uint(class))) {
			p.start(class, w.headers)
		}
	}
	p.classes = p.classes[:0]
}
