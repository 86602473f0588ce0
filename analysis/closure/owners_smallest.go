package closure

import (
	"cmp"
	"math"
	"slices"
)

// findSmallest finds the smallest set of groups that retains the requested share.
func (s *ownerSearch) findSmallest() error {
	share := s.query.Share
	if share <= 0 || share > 1 {
		share = DefaultShare
	}
	goal := int64(math.Ceil(share * float64(s.weight(s.found.Target))))
	all := groupsIn(s.found.Owners)
	if len(all) == 0 || goal <= 0 {
		return nil
	}
	size, err := s.size(Retained, "finding joint owners", [][]int32{all})
	if err != nil {
		return err
	}
	s.found.All = size[0]
	if s.weight(size[0]) < goal {
		return nil
	}
	needed, err := s.reduce(&all, goal)
	if err != nil {
		return err
	}
	proven := len(all) == len(needed)
	if !proven {
		b := bound{search: s, goal: goal, needed: needed, left: maxTried}
		smaller, done, err := b.find(len(all))
		if err != nil {
			return err
		}
		if smaller != nil {
			all = smaller
		}
		proven = done
	}
	if size, err = s.size(Retained, "finding joint owners", [][]int32{all}); err != nil {
		return err
	}
	slices.Sort(all)
	s.found.Smallest, s.found.SmallestSize = all, size[0]
	if proven && len(s.skipped) > 0 {
		proven, err = s.proveAgainstSkipped(len(all), goal)
	}
	s.found.Proven = proven && s.found.Unsized == 0
	return err
}

// proveAgainstSkipped reports whether no set of fewer than size groups that includes skipped groups retains the goal. It adds all skipped
// groups at no cost to sets of at most size-2 examined ones.
func (s *ownerSearch) proveAgainstSkipped(size int, goal int64) (bool, error) {
	b := bound{search: s, goal: goal, free: groupsIn(s.skipped), left: maxTried}
	for _, o := range s.skipped {
		b.base += s.weight(o.Reaches)
	}
	set, done, err := b.find(size - 1)
	return set == nil && done, err
}

// reduce removes groups from set while the rest retains the goal, until none can be omitted. It returns the groups that could not be
// omitted even from the whole set. Every set that retains the goal contains them.
func (s *ownerSearch) reduce(set *[]int32, goal int64) (needed []int32, err error) {
	for first := true; ; first = false {
		var unions [][]int32
		for i := range *set {
			unions = append(unions, slices.Concat((*set)[:i], (*set)[i+1:]))
		}
		without, err := s.size(Retained, "removing groups one by one", unions)
		if err != nil {
			return nil, err
		}
		var keep, spare []int32
		left := map[int32]int64{}
		for i, n := range *set {
			if left[n] = s.weight(without[i]); left[n] < goal {
				keep = append(keep, n)
			} else {
				spare = append(spare, n)
			}
		}
		if first {
			needed = keep
		}
		if len(spare) == 0 {
			return needed, nil
		}
		// Removes those first whose absence costs least. At least one can be removed.
		slices.SortStableFunc(spare, func(a, b int32) int { return cmp.Compare(left[b], left[a]) })
		gone, err := s.mostToDrop(keep, spare, goal)
		if err != nil {
			return nil, err
		}
		*set = append(keep, spare[gone:]...)
	}
}

// mostToDrop returns how many groups can be omitted together from the start of spare, at least one. It tries 64 numbers at a time. The
// retained size falls as the number rises.
func (s *ownerSearch) mostToDrop(keep, spare []int32, goal int64) (int, error) {
	low, high := 1, len(spare)+1 // low can be omitted; high cannot, or exceeds the length
	for high-low > 1 {
		var numbers []int
		var unions [][]int32
		steps := min(64, high-low-1)
		for i := 1; i <= steps; i++ {
			n := low + (high-low)*i/(steps+1)
			numbers = append(numbers, n)
			unions = append(unions, slices.Concat(keep, spare[n:]))
		}
		sizes, err := s.size(Retained, "removing groups one by one", unions)
		if err != nil {
			return 0, err
		}
		for i, n := range numbers {
			if s.weight(sizes[i]) >= goal {
				low = n
			} else {
				high = n
				break
			}
		}
	}
	return low, nil
}

// bound searches sets of groups by branch and bound.
type bound struct {
	search *ownerSearch
	goal   int64
	needed []int32 // groups in every set
	left   int     // number of sets that may still be tried

	free []int32 // groups added to every set without counting toward its size; the caller adds their part to base

	others []Owner // other groups, by the amount that they reach, largest first
	sums   []int64 // by n: upper bound of the amount that the first n others reach together
	base   int64   // upper bound of the amount that needed and free reach together
}

// find returns a smallest set that retains the goal and has fewer than size groups; nil if there is none. done is false if the search was
// cut short.
func (b *bound) find(size int) (set []int32, done bool, err error) {
	b.prepare()
	for k := len(b.needed); k < size; k++ {
		set, done, err := b.ofSize(k)
		if set != nil || !done || err != nil {
			return set, done, err
		}
	}
	return nil, true, nil
}

func (b *bound) prepare() {
	s := b.search
	for _, o := range s.found.Owners {
		if slices.Contains(b.needed, o.Group) {
			b.base += s.weight(o.Reaches)
		} else {
			b.others = append(b.others, o)
		}
	}
	slices.SortStableFunc(b.others, func(x, y Owner) int { return cmp.Compare(s.weight(y.Reaches), s.weight(x.Reaches)) })
	b.sums = make([]int64, len(b.others)+1)
	for i, o := range b.others {
		b.sums[i+1] = b.sums[i] + s.weight(o.Reaches)
	}
}

// branch is a partial set: the needed groups and some others, ascending.
type branch struct {
	others  []int32 // indexes into bound.others
	reaches int64   // upper bound of what all its groups reach together
}

// ofSize tries the sets of k groups, level by level.
func (b *bound) ofSize(k int) (set []int32, done bool, err error) {
	level := []branch{{reaches: b.base}}
	for more := k - len(b.needed); ; more-- {
		var unions [][]int32
		for _, at := range level {
			unions = append(unions, b.union(at, more > 0))
		}
		if b.left -= len(unions); b.left < 0 {
			return nil, false, nil
		}
		sizes, err := b.search.size(Retained, "trying sets of groups", unions)
		if err != nil {
			return nil, false, err
		}
		var next []branch
		for i, at := range level {
			switch {
			case b.search.weight(sizes[i]) < b.goal:
			case more == 0:
				return unions[i], true, nil
			default:
				next = b.grow(next, at, more)
			}
			if len(next) > b.left {
				return nil, false, nil
			}
		}
		if len(next) == 0 {
			return nil, true, nil
		}
		level = next
	}
}

// union returns the groups of a branch, with all that may still be added if withRest is true.
func (b *bound) union(at branch, withRest bool) []int32 {
	union := slices.Concat(b.needed, b.free)
	for _, i := range at.others {
		union = append(union, b.others[i].Group)
	}
	if withRest {
		union = append(union, groupsIn(b.others[at.next():])...)
	}
	return union
}

// next returns the first index that may be added.
func (at branch) next() int {
	if len(at.others) == 0 {
		return 0
	}
	return int(at.others[len(at.others)-1]) + 1
}

// grow appends to list the branches that extend at by one group and that may still reach the goal.
func (b *bound) grow(list []branch, at branch, more int) []branch {
	for i := at.next(); i+more <= len(b.others); i++ {
		if at.reaches+b.sums[i+more]-b.sums[i] < b.goal || len(list) > b.left {
			break // those that follow reach even less
		}
		grown := branch{append(slices.Clone(at.others), int32(i)), at.reaches + b.search.weight(b.others[i].Reaches)}
		list = append(list, grown)
	}
	return list
}
