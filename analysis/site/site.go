package site

import (
	"cmp"
	"math/bits"
	"slices"

	"memcity/trace"
)

// Knowledge selects the objects with a known allocation site.
type Knowledge uint8

// Kinds of knowledge.
const (
	None    Knowledge = iota // no objects, as in heap dumps
	Sampled                  // a sample
	All                      // all objects whose allocation was recorded
)

// Known returns the knowledge of a heap state.
func Known(h *trace.Heap) Knowledge {
	switch {
	case h.Interval > 0:
		return Sampled
	case h.SiteOf == nil:
		return None
	}
	return All
}

// WhyUnknown returns why the site of an object is unknown: "unknown: …". The object must not have a site.
func WhyUnknown(h *trace.Heap, o trace.ObjectID) string {
	switch {
	case Known(h) == None:
		return "unknown: no allocation sites in this input"
	case Older(h, o):
		return "unknown: allocated before the recording started"
	case Known(h) == Sampled || h.Interval == trace.OfSamples:
		return "unknown: its allocation was not sampled"
	}
	return "unknown: its allocation was not recorded"
}

// Older reports whether an object is certainly older than the recording.
func Older(h *trace.Heap, o trace.ObjectID) bool {
	return h.Interval != trace.OfSamples && h.BirthOf != nil && h.BirthOf[o] == trace.NoBirth && (h.SiteOf == nil || h.SiteOf[o] == trace.NoSite)
}

// SizeClass returns the class of a size in bytes. Sizes in a class differ by less than a factor of two. Classes are below 64.
func SizeClass(bytes int64) uint8 { return uint8(bits.Len64(uint64(max(bytes, 0)))) }

// From contains the objects from one site, or from several of the same name.
type From struct {
	Name string
	trace.Amount
	trace.Estimate              // error of Amount; both limits equal Amount if it is exact
	Site           trace.SiteID // site of most of the sampled objects
}

// Exact reports whether the numbers are exact rather than estimates.
func (f *From) Exact() bool {
	return f.Estimate.Objects == trace.Range{Low: f.Amount.Objects, High: f.Amount.Objects}
}

// Uncertainty returns the error of the amount; nil if it is exact.
func (f *From) Uncertainty() *trace.Estimate {
	if f.Exact() {
		return nil
	}
	return &f.Estimate
}

// Calls returns at most most frames of f.Site, innermost first.
func (f *From) Calls(h *trace.Heap, most int) (calls []string) {
	frames := h.Sites[f.Site].Frames
	for _, frame := range frames[:min(len(frames), most)] {
		calls = append(calls, frame.String())
	}
	return calls
}

// Origins contains the sites that objects come from.
type Origins struct {
	Knowledge Knowledge
	All       trace.Amount // amount of all objects
	Samples   int64        // number of objects with a known site
	Froms     []From       // sorted by objects, then bytes, largest first, then by name

	// Older contains the objects allocated before the recording began, Unknown the others with an unknown site.
	Older, Unknown trace.Amount
}

// WhyUnknown returns why no sites are known: "unknown: …". It is empty if some are known or there are no objects. interval is the
// number of bytes allocated per sample, as text.
func (o *Origins) WhyUnknown(interval string) string {
	switch {
	case len(o.Froms) > 0 || o.All.Objects == 0:
		return ""
	case o.Knowledge == None:
		return "unknown: no allocation sites in this input. Record the running program to see them"
	case o.Older == o.All:
		return "unknown: allocated before the recording started"
	case o.Knowledge == Sampled:
		return "unknown: none was sampled (one sample per " + interval +
			" on average). Use a smaller --interval to take more samples"
	}
	return "unknown: their allocations were not recorded"
}

// Of returns the origins of distinct objects. Sites with the same name are merged, and those with an empty name count as unknown. The cost
// is linear in the number of objects, plus one call of name per site.
func Of(h *trace.Heap, objects []trace.ObjectID, name func(*trace.Site) string) *Origins {
	c := counter{heap: h, out: &Origins{Knowledge: Known(h)}, name: name, names: map[trace.SiteID]int{}, byName: map[string]int{},
		strata: map[stratumKey]*stratum{}}
	for _, o := range objects {
		c.add(o)
	}
	c.finish()
	return c.out
}

type stratumKey struct {
	t    trace.TypeID
	size uint8
}

type stratum struct {
	Stratum
	by map[int]*Sample // by index of the name
}

type counter struct {
	heap   *trace.Heap
	out    *Origins
	name   func(*trace.Site) string
	names  map[trace.SiteID]int // index in Froms; -1 for sites without a name
	byName map[string]int
	most   []map[trace.SiteID]int64 // by index of the name: number of objects by site
	strata map[stratumKey]*stratum
}

func (c *counter) add(o trace.ObjectID) {
	size := c.heap.Size(o)
	c.out.All.Add(trace.Amount{Objects: 1, Bytes: size})
	if c.out.Knowledge == None {
		return
	}
	if Older(c.heap, o) {
		c.out.Older.Add(trace.Amount{Objects: 1, Bytes: size})
		return
	}
	s := c.stratum(stratumKey{c.heap.TypeOf.At(o), SizeClass(size)})
	s.All.Add(trace.Amount{Objects: 1, Bytes: size})
	if c.heap.SiteOf == nil { // no sampled object is alive at this point
		return
	}
	id := c.heap.SiteOf[o]
	if id == trace.NoSite || int(id) >= len(c.heap.Sites) || len(c.heap.Sites[id].Frames) == 0 {
		return
	}
	i := c.index(id)
	if i < 0 {
		return
	}
	c.most[i][id]++
	weight := Weight(size, c.heap.Interval)
	s.Sampled.Add(size, weight)
	if s.by[i] == nil {
		s.by[i] = &Sample{}
	}
	s.by[i].Add(size, weight)
	c.out.Samples++
	if c.out.Knowledge == All {
		c.out.Froms[i].Amount.Add(trace.Amount{Objects: 1, Bytes: size})
	}
}

func (c *counter) stratum(k stratumKey) *stratum {
	s := c.strata[k]
	if s == nil {
		s = &stratum{by: map[int]*Sample{}}
		c.strata[k] = s
	}
	return s
}

// index returns the index of a site's name; -1 if it has none.
func (c *counter) index(id trace.SiteID) int {
	if i, ok := c.names[id]; ok {
		return i
	}
	name := c.name(&c.heap.Sites[id])
	i, ok := c.byName[name]
	switch {
	case name == "":
		i = -1
	case !ok:
		i = len(c.out.Froms)
		c.byName[name] = i
		c.out.Froms = append(c.out.Froms, From{Name: name})
		c.most = append(c.most, map[trace.SiteID]int64{})
	}
	c.names[id] = i
	return i
}

func (c *counter) finish() {
	sums := make([]Sum, len(c.out.Froms))
	for _, key := range c.keys() { // fixed order, because sums of floats depend on it
		s := c.strata[key]
		for i, sample := range s.by {
			sums[i].Add(s.Part(*sample))
		}
	}
	c.out.Unknown = c.out.All.Minus(c.out.Older)
	for i := range c.out.Froms {
		f := &c.out.Froms[i]
		f.Site = c.mostOf(i)
		if c.out.Knowledge == Sampled {
			f.Amount, f.Estimate = sums[i].Part().Estimate()
		} else {
			f.Estimate = trace.Estimate{Samples: f.Amount.Objects, Objects: trace.Range{Low: f.Amount.Objects, High: f.Amount.Objects},
				Bytes: trace.Range{Low: f.Amount.Bytes, High: f.Amount.Bytes}}
		}
		c.out.Unknown = c.out.Unknown.Minus(f.Amount)
	}
	// Each number is rounded separately.
	c.out.Unknown.Objects, c.out.Unknown.Bytes = max(c.out.Unknown.Objects, 0), max(c.out.Unknown.Bytes, 0)
	slices.SortFunc(c.out.Froms, func(a, b From) int {
		return cmp.Or(cmp.Compare(b.Amount.Objects, a.Amount.Objects), cmp.Compare(b.Amount.Bytes, a.Amount.Bytes), cmp.Compare(a.Name, b.Name))
	})
}

func (c *counter) keys() []stratumKey {
	keys := make([]stratumKey, 0, len(c.strata))
	for k := range c.strata {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b stratumKey) int { return cmp.Or(cmp.Compare(a.t, b.t), cmp.Compare(a.size, b.size)) })
	return keys
}

func (c *counter) mostOf(i int) trace.SiteID {
	best, most := trace.NoSite, int64(0)
	for id, n := range c.most[i] {
		if n > most || n == most && id < best {
			best, most = id, n
		}
	}
	return best
}
