package group

import (
	"cmp"
	"context"
	"math"
	"slices"

	"memcity/analysis/site"
	"memcity/trace"
	"memcity/trace/poll"
)

// Sampling classifies the classes of a sampled classifier.
type Sampling uint8

// Kinds of sampling.
const (
	Known     Sampling = iota // the objects were sampled, so their groups are known
	Unsampled                 // the objects were not sampled but could have been
	Outside                   // the objects could not have been sampled
)

// survey replaces unsampled objects by objects with sampled groups. Within each group of the other classifiers, it distributes unsampled
// objects of one type and nearly one size in proportion to the samples. The size of a group is therefore an estimate, see package site. Its
// members are unknown, and one object stands for another. Objects are taken in order of a hash of their identity. At the next GC point, the
// same objects stand for a site unless proportions change.
type survey struct {
	cells   *cells
	group   []int32 // by cell: group by the other classifiers; -1 if there is nothing to estimate
	donor   []bool  // by cell: true if its objects were sampled
	sizes   sizes
	types   serials // numbers of pairs of group and type
	classes serials // numbers of these with a size class
	strata  []surveyed
}

// surveyed is one stratum.
type surveyed struct {
	site.Stratum
	samples []cellSample // sorted by cell once assigned
	unknown []trace.ObjectID
}

type cellSample struct {
	cell uint32
	site.Sample
}

func (p *plan) isSampled() bool {
	return slices.ContainsFunc(p.levels, func(l level) bool { return l.keys.Sampling != nil })
}

// newSurvey computes the estimates of a plan and moves unsampled objects to other cells. The cells must be stored by object. The cost is
// two passes over the objects, and sorting those that may belong to several cells.
func newSurvey(ctx context.Context, c *cells) (*survey, error) {
	s := &survey{cells: c, sizes: newSizes(c.plan.heap)}
	if !s.findGroups() {
		return s, nil
	}
	for _, add := range []func(o trace.ObjectID, cell uint32){s.addSample, s.addUnknown} {
		for o, cell := range c.of {
			if err := poll.At(ctx, o); err != nil {
				return nil, err
			}
			if s.group[cell] >= 0 {
				add(trace.ObjectID(o), cell)
			}
		}
	}
	for i := range s.strata {
		s.assign(&s.strata[i])
	}
	return s, nil
}

// findGroups groups the cells that differ only in sampled classes. It reports whether anything can be estimated.
func (s *survey) findGroups() bool {
	c := s.cells
	s.group, s.donor = make([]int32, len(c.tuples)), make([]bool, len(c.tuples))
	ids := map[string]int32{}
	var has []struct{ known, unknown bool }
	for i := range c.tuples {
		sampling, text := c.plan.sampling(&c.tuples[i])
		s.group[i] = -1
		if sampling == Outside {
			continue
		}
		id, ok := ids[text]
		if !ok {
			id = int32(len(ids))
			ids[text] = id
			has = append(has, struct{ known, unknown bool }{})
		}
		s.group[i], s.donor[i] = id, sampling == Known
		has[id].known = has[id].known || sampling == Known
		has[id].unknown = has[id].unknown || sampling == Unsampled
	}
	found := false
	for i, id := range s.group {
		if id >= 0 && !(has[id].known && has[id].unknown) {
			s.group[i] = -1
		}
		found = found || s.group[i] >= 0
	}
	return found
}

// sampling returns the sampling of a cell, and a text that is equal for cells that differ only in sampled classes.
func (p *plan) sampling(t *tuple) (Sampling, string) {
	text := []byte{byte(yes(t.lost))}
	known, unsampled := false, false
	for i := range p.levels {
		k, class := p.levels[i].keys, p.class(i, t)
		if k.Sampling == nil {
			text = appendLength(text, int(class))
			continue
		}
		switch k.Sampling(class) {
		case Known:
			known = true
		case Unsampled:
			unsampled = true
		case Outside:
			return Outside, ""
		}
	}
	switch {
	case known && unsampled: // such as a sample of a thread with an unknown name
		return Outside, ""
	case known:
		return Known, string(text)
	}
	return Unsampled, string(text)
}

// stratum returns the number of an object's stratum.
func (s *survey) stratum(o trace.ObjectID, cell uint32, size int64) uint32 {
	id := s.types.of(uint64(s.group[cell])<<32 | uint64(s.cells.plan.heap.TypeOf.At(o)))
	return s.classes.of(uint64(id)<<8 | uint64(site.SizeClass(size)))
}

func (s *survey) addSample(o trace.ObjectID, cell uint32) {
	if !s.donor[cell] {
		return
	}
	size := s.sizes.of(o)
	i := s.stratum(o, cell, size)
	for int(i) >= len(s.strata) {
		s.strata = append(s.strata, surveyed{})
	}
	st := &s.strata[i]
	weight := site.Weight(size, s.cells.plan.heap.Interval)
	st.All.Add(trace.Amount{Objects: 1, Bytes: size})
	st.Sampled.Add(size, weight)
	at := slices.IndexFunc(st.samples, func(c cellSample) bool { return c.cell == cell })
	if at < 0 {
		at = len(st.samples)
		st.samples = append(st.samples, cellSample{cell: cell})
	}
	st.samples[at].Add(size, weight)
}

func (s *survey) addUnknown(o trace.ObjectID, cell uint32) {
	if s.donor[cell] {
		return
	}
	size := s.sizes.of(o)
	if i := s.stratum(o, cell, size); int(i) < len(s.strata) {
		st := &s.strata[i]
		st.All.Add(trace.Amount{Objects: 1, Bytes: size})
		st.unknown = append(st.unknown, o)
	}
}

// assign moves unsampled objects to the cells of the samples, as many as each is estimated to have.
func (s *survey) assign(st *surveyed) {
	slices.SortFunc(st.samples, func(a, b cellSample) int { return cmp.Compare(a.cell, b.cell) })
	counts := st.counts()
	if len(counts) > 1 || counts[0] < len(st.unknown) {
		identity := s.cells.plan.heap.Identity
		order := func(o trace.ObjectID) uint64 {
			n := uint64(o)
			if identity != nil {
				n = identity[o]
			}
			n = (n ^ n>>32) * 0x9e3779b97f4a7c15
			return n ^ n>>29
		}
		slices.SortFunc(st.unknown, func(a, b trace.ObjectID) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a, b)) })
	}
	rest := st.unknown
	for i, n := range counts {
		s.move(rest[:n], st.samples[i].cell)
		rest = rest[n:]
	}
	st.unknown = nil
}

// counts returns the number of unsampled objects for each sample's cell, rounded so that they add up to the total.
func (st *surveyed) counts() []int {
	counts := make([]int, len(st.samples))
	sum, done := 0.0, 0
	for i := range st.samples {
		sample := st.samples[i].Sample
		sum += st.Part(sample).Objects.Value - float64(sample.Objects)
		counts[i] = max(min(int(math.Round(sum)), len(st.unknown))-done, 0)
		done += counts[i]
	}
	return counts
}

func (s *survey) move(objects []trace.ObjectID, to uint32) {
	c := s.cells
	for _, o := range objects {
		t := total{1, s.sizes.of(o)}
		c.totals[to].add(t)
		c.totals[c.of[o]].add(total{-t.objects, -t.bytes})
		c.of[o] = to
	}
}

// estimates returns the ranges of error by node. nodesOf contains the nodes that depend on samples, by cell.
func (s *survey) estimates(nodesOf map[uint32][]int32, nodes []buildNode) map[int32]trace.Estimate {
	sums := map[int32]*site.Sum{}
	var order []int32 // nodes of a stratum in a fixed order, because sums of floats depend on it
	for i := range s.strata {
		st := &s.strata[i]
		parts := map[int32]*site.Sample{}
		order = order[:0]
		for _, c := range st.samples {
			for _, n := range nodesOf[c.cell] {
				if parts[n] == nil {
					parts[n] = &site.Sample{}
					order = append(order, n)
				}
				parts[n].Join(c.Sample)
			}
		}
		for _, n := range order {
			if sums[n] == nil {
				sums[n] = &site.Sum{}
			}
			sums[n].Add(st.Part(*parts[n]))
		}
	}
	out := map[int32]trace.Estimate{}
	for n, sum := range sums {
		p := sum.Part()
		e := trace.Estimate{Samples: p.Samples, Objects: around(nodes[n].objects, p.Objects), Bytes: around(nodes[n].bytes, p.Bytes)}
		if e.Objects.Around(nodes[n].objects) > 0 {
			out[n] = e
		}
	}
	return out
}

// around returns the range of a number of which a part is estimated.
func around(v int64, l site.Limits) trace.Range {
	return trace.Range{Low: v - int64(math.Ceil(l.Value-l.Low)), High: v + int64(math.Ceil(l.High-l.Value))}
}
