package identity

import (
	"context"
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// Source selects the way in which objects were recognized.
type Source uint8

// Ways to recognize objects.
const (
	None      Source = iota // not recognized
	Native                  // by numbers in the recording
	Recovered               // by content, place and references
)

func (s Source) String() string { return [...]string{"none", "native", "recovered"}[s] }

// Options exclude fields from an object's content.
type Options struct {
	// Ignore reports whether the value of a field may change while the object stays the same, such as a cached hash code. The hash fields
	// of java.lang.String are always ignored. nil ignores no others.
	Ignore func(class, field string) bool
}

// A State is a heap state prepared for matching. Its hashes take 8 bytes per object.
type State struct {
	Heap  *trace.Heap
	types []uint64 // by type: a number that is the same in all states
	own   []uint64 // by object: hash of type and content; nil if the heap has Identity
}

// Prepare prepares a heap state. It reads all values once, if there are any, unless objects have numbers. The result can be matched with
// several other states. It returns an error if values cannot be read or ctx is done.
func Prepare(ctx context.Context, h *trace.Heap, o Options, progress trace.Progress) (*State, error) {
	s := &State{Heap: h}
	if h.Identity != nil {
		return s, nil
	}
	s.nameTypes()
	if err := s.hash(ctx, o, progress); err != nil {
		return nil, err
	}
	return s, nil
}

// A Matching maps the objects of an earlier heap state to those of a later one. It takes 4 bytes and two bits per earlier object, and 8
// bytes per object that is not told apart. It is read-only once built.
//
// An object that is not told apart may be in either state. Other earlier objects without a pair died, and other later ones were born.
type Matching struct {
	Source Source
	// To contains the later object for each earlier one, or [trace.NoObject]. No object occurs twice.
	To []trace.ObjectID
	// Later is the number of objects in the later state.
	Later int

	// Earlier and After are the objects of either state that are not told apart. They include objects of probable pairs, unless places
	// contradict the pair.
	Earlier, After Indistinct
	Classes        int // number of classes of Earlier and After

	probable []uint64 // one bit per earlier object
	counted  []uint64 // one bit per earlier object
	Pairs    Counts
}

// Counts contains numbers of pairs.
type Counts struct {
	Certain, Probable int64
	// Counted are pairs of equal objects that survived because their holder only grew. Their order is arbitrary.
	Counted int64
}

// pairKind selects how certain a pair is.
type pairKind uint8

const (
	certain pairKind = iota
	byCount
	probable
)

// Probable reports whether the pair of an earlier object is not certain.
func (m *Matching) Probable(o trace.ObjectID) bool {
	return m.probable != nil && m.probable[o/64]>>(o%64)&1 != 0
}

// Counted reports whether an earlier object survived because its holder only grew.
func (m *Matching) Counted(o trace.ObjectID) bool {
	return m.counted != nil && m.counted[o/64]>>(o%64)&1 != 0
}

// kind returns the kind of the pair of an earlier object.
func (m *Matching) kind(o trace.ObjectID) pairKind {
	switch {
	case m.Probable(o):
		return probable
	case m.Counted(o):
		return byCount
	}
	return certain
}

// Of returns the later object of an earlier one; [trace.NoObject] for none. It ignores a probable pair if probable is false.
func (m *Matching) Of(o trace.ObjectID, probable bool) trace.ObjectID {
	if !probable && m.Probable(o) {
		return trace.NoObject
	}
	return m.To[o]
}

// Indistinct returns the objects of either state that are not told apart, and the number of their classes. If probable is true, objects of
// probable pairs count as told apart.
func (m *Matching) Indistinct(probable bool) (earlier, after Indistinct, classes int) {
	if !probable || m.Pairs.Probable == 0 {
		return m.Earlier, m.After, m.Classes
	}
	var left Matching
	paired := bitset.New(uint(m.Later))
	for _, to := range m.To {
		if to != trace.NoObject {
			paired.Set(uint(to))
		}
	}
	left.setIndistinct(m.Earlier.members(func(o trace.ObjectID) bool { return m.To[o] == trace.NoObject }),
		m.After.members(func(o trace.ObjectID) bool { return !paired.Test(uint(o)) }))
	return left.Earlier, left.After, left.Classes
}

// ClassOf returns the class of an object of either state that is not told apart; ok is false if it has none.
func (m *Matching) ClassOf(o trace.ObjectID, later bool) (class uint32, ok bool) {
	if later {
		return m.After.ClassOf(o)
	}
	return m.Earlier.ClassOf(o)
}

// Rate returns the certain pairs as a share of the objects in the smaller state, 0 to 1. It is the share of recognized objects, unless
// objects died and others were born.
func (m *Matching) Rate() float64 {
	if n := min(len(m.To), m.Later); n > 0 {
		return float64(m.Pairs.Certain) / float64(n)
	}
	return 0
}

// Then composes the matching with one from its later state to a still later state. A pair is as certain as the less certain of its two
// parts. It returns an error if the second matching does not start at the later state.
func (m *Matching) Then(n *Matching) (*Matching, error) {
	if m.Later != len(n.To) {
		return nil, fmt.Errorf("matchings do not meet: one ends with %d objects, the other begins with %d", m.Later, len(n.To))
	}
	out := newMatching(max(m.Source, n.Source), len(m.To), n.Later)
	if min(m.Source, n.Source) == None {
		out.Source = None
	}
	for o, by := range m.To {
		if by != trace.NoObject && n.To[by] != trace.NoObject {
			o := trace.ObjectID(o)
			out.set(o, n.To[by], max(m.kind(o), n.kind(by)))
		}
	}
	out.joinIndistinct(m, n)
	return out, nil
}

func newMatching(source Source, earlier, later int) *Matching {
	words := (earlier + 63) / 64
	m := &Matching{Source: source, Later: later, To: make([]trace.ObjectID, earlier), probable: make([]uint64, words), counted: make([]uint64, words)}
	for i := range m.To {
		m.To[i] = trace.NoObject
	}
	return m
}

func (m *Matching) set(o, to trace.ObjectID, kind pairKind) {
	m.To[o] = to
	switch kind {
	case certain:
		m.Pairs.Certain++
	case byCount:
		m.Pairs.Counted++
		m.counted[o/64] |= 1 << (o % 64)
	case probable:
		m.Pairs.Probable++
		m.probable[o/64] |= 1 << (o % 64)
	}
}

// Match matches the objects of state a with those of the later state b. The result depends only on the two states.
//
// With numbers, the cost is that of sorting both states. Otherwise, it is a few passes over objects and references, partly in parallel, and
// about 40 bytes per object of both states in addition to their hashes. It returns an error only if ctx is done.
func Match(ctx context.Context, a, b *State, progress trace.Progress) (*Matching, error) {
	if a.Heap.Identity != nil && b.Heap.Identity != nil {
		return matchNumbers(ctx, a.Heap.Identity, b.Heap.Identity)
	}
	if a.own == nil || b.own == nil { // numbers in only one state do not help
		return newMatching(None, a.Heap.Len(), b.Heap.Len()), nil
	}
	return recoverPairs(ctx, a, b, progress)
}

// Compose composes the matchings of successive heap states. There must be at least one.
func Compose(steps ...*Matching) (*Matching, error) {
	out := steps[0]
	for _, next := range steps[1:] {
		var err error
		if out, err = out.Then(next); err != nil {
			return nil, err
		}
	}
	return out, nil
}
