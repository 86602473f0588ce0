package collect

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"memcity/trace"
)

type sampleKey struct{ class, chain, thread uint32 } // chain and thread +1

// sampleSum is the extrapolated total of the samples with one key.
type sampleSum struct{ objects, bytes float64 }

func (c *collector) takeSamples(m *message) {
	for m.more() {
		s, class, bytes := m.slot(), m.below(maxNumber), m.size()
		chain, thread, gc := m.below(maxNumber), m.below(maxNumber), m.below(1<<32)
		if m.err != nil {
			return
		}
		o := c.begin(s)
		o.chain, o.thread, o.birth = chain, thread, gc+1
		if !o.walked {
			o.class, o.extent = class+1, uint32(min(bytes, math.MaxUint32))
		}
		c.addSample(gc, sampleKey{class, chain, thread}, bytes)
	}
}

// addSample extrapolates from a sample. Samples are a Poisson process over the allocated bytes, with a mean distance of interval bytes. An
// object is thus sampled with probability 1-exp(-size/interval). Java flight recordings and Go heap profiles use the same formula.
func (c *collector) addSample(gc uint32, key sampleKey, bytes int64) {
	if int64(gc) > int64(c.gcs)+1<<20 {
		return
	}
	sums := c.samples[gc]
	if sums == nil {
		sums = map[sampleKey]*sampleSum{}
		c.samples[gc] = sums
	}
	sum := sums[key]
	if sum == nil {
		sum = &sampleSum{}
		sums[key] = sum
	}
	weight := 1.0
	if c.hello.Interval > 0 && bytes > 0 {
		weight = 1 / -math.Expm1(-float64(bytes)/float64(c.hello.Interval))
	}
	sum.objects += weight
	sum.bytes += weight * float64(bytes)
}

// writeSamples writes the samples taken while at most gc GCs had ended.
func (c *collector) writeSamples(gc uint32) {
	for _, at := range slices.Sorted(maps.Keys(c.samples)) {
		if at > gc {
			break
		}
		sums := c.samples[at]
		delete(c.samples, at)
		var rows []trace.Allocation
		keys := slices.SortedFunc(maps.Keys(sums), func(a, b sampleKey) int {
			return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.chain, b.chain), cmp.Compare(a.thread, b.thread))
		})
		for _, k := range keys {
			sum := sums[k]
			a := trace.Allocation{After: at, Until: min(at+1, max(at, c.gcs)), Type: c.names.typeOf(k.class, 0), Site: c.names.site(k.chain),
				Thread: c.names.thread(k.thread), Objects: int64(math.Round(sum.objects)), Bytes: int64(math.Round(sum.bytes)),
				Estimated: true}
			if a.Type != trace.NoType {
				rows = append(rows, a)
			}
		}
		c.writeAllocations(rows)
	}
}

func (c *collector) writeAllocations(rows []trace.Allocation) {
	if len(rows) > 0 {
		c.note(c.out.Allocations(c.names.types, c.names.sites, c.names.threads, rows))
	}
}

func (c *collector) takeAllocations(m *message) {
	after, until := m.below(1<<32), m.below(1<<32)
	var rows []trace.Allocation
	for m.more() {
		class, chain, thread := m.below(maxNumber), m.below(maxNumber), m.below(maxNumber)
		a := trace.Allocation{After: after, Until: until, Objects: m.size(), Bytes: m.size()}
		if m.err != nil {
			return
		}
		if a.Type = c.names.typeOf(class, 0); a.Type == trace.NoType {
			continue
		}
		a.Site, a.Thread = c.names.site(chain), c.names.thread(thread)
		rows = append(rows, a)
	}
	c.writeAllocations(rows)
}

// takeDeaths ends the lives of objects whose slots will be reused.
func (c *collector) takeDeaths(m *message) {
	gc := m.below(1 << 32)
	var rows []trace.Death
	for m.more() {
		s := m.slot()
		o := c.find(s)
		if m.err != nil {
			return
		}
		c.names.unload(s)
		if c.uses != nil {
			delete(c.uses.pending, s)
		}
		if o == nil {
			continue
		}
		d := trace.Death{Identity: o.identity, Type: trace.NoType, GC: gc, Birth: o.birth - 1, // wraps to NoBirth
			Site: c.names.site(o.chain), Thread: c.names.thread(o.thread)}
		if o.class != 0 {
			d.Type = c.names.typeOf(o.class-1, 0)
		}
		if d.Type != trace.NoType {
			d.Bytes = c.bytes(o)
			rows = append(rows, d)
		}
		*o = slot{}
	}
	c.writeDeaths(rows)
}

// takeLost reads the deaths of objects that no walk reported.
func (c *collector) takeLost(m *message) {
	gc := m.below(1 << 32)
	var rows []trace.Death
	for m.more() {
		class, bytes, chain, thread, birth := m.below(maxNumber), m.size(), m.below(maxNumber), m.below(maxNumber), m.below(1<<32)
		if m.err != nil {
			return
		}
		c.identity++
		d := trace.Death{Identity: c.identity, Type: c.names.typeOf(class, 0), Bytes: bytes, GC: gc, Birth: birth - 1,
			Site: c.names.site(chain), Thread: c.names.thread(thread)}
		if d.Type != trace.NoType {
			rows = append(rows, d)
		}
	}
	c.writeDeaths(rows)
}

func (c *collector) writeDeaths(rows []trace.Death) {
	if len(rows) > 0 {
		c.note(c.out.Deaths(c.names.types, c.names.sites, c.names.threads, rows))
	}
}

// bytes returns the size of the object in a slot.
func (c *collector) bytes(o *slot) int64 {
	k := c.names.class(o.class - 1)
	if !o.walked || k == nil || !k.isArray() || k.typeID == trace.NoType {
		return int64(o.extent)
	}
	return c.names.types[k.typeID].ArraySize(int64(o.extent), c.hello.layout.align)
}
