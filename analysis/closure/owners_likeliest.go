package closure

import (
	"cmp"
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// likeliest returns the maxSized candidates that lead to the largest part of the target, or all candidates if there are fewer. It follows
// only references to objects that are farther from the GC roots. An object counts once for each path to it, so the sums only rank the
// candidates. The cost is one breadth-first traversal and one pass over the references. It takes 16 bytes per object.
func (s *ownerSearch) likeliest(candidates []int32) ([]int32, error) {
	if len(candidates) <= maxSized {
		return candidates, nil
	}
	s.progress.Report(0, 0, "finding groups that lead to the objects")
	behind, err := s.behind()
	if err != nil {
		return nil, err
	}
	weights, err := s.leadsTo(behind)
	if err != nil {
		return nil, err
	}
	sorted := slices.Clone(candidates)
	if err := poll.Sort(s.ctx, sorted, func(a, b int32) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	}); err != nil {
		return nil, err
	}
	s.found.Unsized = len(sorted) - maxSized
	sorted = sorted[:maxSized]
	slices.Sort(sorted)
	return sorted, nil
}

// behind returns, by position, the size of the target behind each object. It adds up all paths whose every reference leads further from the
// GC roots, but at most the size of the target.
func (s *ownerSearch) behind() ([]int64, error) {
	order, distance, err := s.distances()
	if err != nil {
		return nil, err
	}
	r, g := s.jobs.roots, s.jobs.graph
	all := s.weight(s.found.Target)
	behind := make([]int64, len(g.order))
	for i, p := range slices.Backward(order) {
		if err := poll.At(s.ctx, i); err != nil {
			return nil, err
		}
		sum := int64(0)
		if s.jobs.target.Has(p) {
			sum = s.weight(trace.Amount{Objects: 1, Bytes: g.size(p)})
		}
		r.eachHeld(p, func(to uint32) {
			if distance[to] > distance[p] {
				sum = min(sum+behind[to], all)
			}
		})
		behind[p] = sum
	}
	return behind, nil
}

// distances returns the reachable objects, closest first, and by position their distance from the GC roots. The distance starts at 1; 0 is
// unreachable.
func (s *ownerSearch) distances() (order, distance []uint32, err error) {
	distance = make([]uint32, len(s.jobs.graph.order))
	order, err = s.jobs.roots.byDistance(s.ctx, func(to, from uint32) bool {
		if distance[to] != 0 {
			return false
		}
		distance[to] = 1
		if from != none {
			distance[to] += distance[from]
		}
		return true
	})
	return order, distance, err
}

// leadsTo returns the sum of behind for each GC root or group: over the objects that the root holds or that the group contains.
func (s *ownerSearch) leadsTo(behind []int64) ([]int64, error) {
	g, groups := s.jobs.graph, &s.query.Groups
	if s.query.Roots {
		weights := make([]int64, len(s.jobs.roots.Names))
		for i, h := range s.jobs.roots.holds {
			if err := poll.At(s.ctx, i); err != nil {
				return nil, err
			}
			weights[h.root] += behind[g.rank[h.object]]
		}
		return weights, nil
	}
	weights := make([]int64, groups.Count)
	for p, set := range s.jobs.place.set {
		if err := poll.At(s.ctx, p); err != nil {
			return nil, err
		}
		if set == 0 {
			continue
		}
		for _, n := range groups.Sets[set-1] {
			weights[n] += behind[p]
		}
	}
	return weights, nil
}
