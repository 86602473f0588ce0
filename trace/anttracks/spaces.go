package anttracks

import (
	"cmp"
	"slices"
)

// Types of spaces.
const (
	edenSpace = iota
	survivorSpace
	oldSpace
	spaceTypes
)

// Modes of spaces; 0 is normal.
const humongous = 1 // 2 for the regions that continue a humongous object

// A space is a range of addresses: a generation, or a region of G1.
type space struct {
	index      uint32
	start, end place
	bytes      uint64
	typ, mode  uint8
	used       bool // typ and mode are set

	objects []slot // objects that were put here and are not moved yet; may contain slots that are free by now
}

func (s *space) contains(p place) bool { return p >= s.start && p < s.end }

// spaces finds spaces by index and by address.
type spaces struct {
	byIndex map[uint32]*space
	sorted  []*space // by start; nil after a change
	last    *space
	outside space // objects in no space
}

func (s *spaces) get(index uint32) *space {
	x, ok := s.byIndex[index]
	if !ok {
		x = &space{index: index}
		s.byIndex[index] = x
		s.sorted = nil
	}
	return x
}

// set sets the range of a space. It returns objects that are no longer inside.
func (s *spaces) set(index uint32, start, end place, bytes uint64) (out []slot) {
	x := s.get(index)
	inside := x.start >= start && x.end <= end
	x.start, x.end, x.bytes = start, end, bytes
	s.sorted, s.last = nil, nil
	if !inside {
		out, x.objects = x.objects, nil
	}
	return out
}

// drop removes n spaces from an index on, and returns their objects.
func (s *spaces) drop(first uint32, n uint64) (out []slot) {
	for index, x := range s.byIndex {
		if uint64(index) >= uint64(first) && uint64(index)-uint64(first) < n {
			out = append(out, x.objects...)
			delete(s.byIndex, index)
		}
	}
	slices.Sort(out)
	s.sorted, s.last = nil, nil
	return out
}

// of returns the space that contains a place.
func (s *spaces) of(p place) *space {
	if s.last != nil && s.last.contains(p) {
		return s.last
	}
	if s.sorted == nil {
		s.sorted = make([]*space, 0, len(s.byIndex))
		for _, x := range s.byIndex {
			if x.end > x.start {
				s.sorted = append(s.sorted, x)
			}
		}
		slices.SortFunc(s.sorted, func(a, b *space) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.index, b.index)) })
	}
	i, found := slices.BinarySearchFunc(s.sorted, p, func(x *space, p place) int { return cmp.Compare(x.start, p) })
	if !found {
		i--
	}
	if i < 0 || !s.sorted[i].contains(p) {
		return &s.outside
	}
	s.last = s.sorted[i]
	return s.last
}

// capacity returns the total size of the spaces in bytes.
func (s *spaces) capacity() (bytes int64) {
	for _, x := range s.byIndex {
		bytes += int64(x.bytes)
	}
	return bytes
}
