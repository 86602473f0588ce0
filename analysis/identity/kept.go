package identity

import (
	"context"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/index"
)

// keptPart is the prefix of the index part with a matching. The key of the earlier state follows.
const keptPart = "recognised-"

// keptMatching is the head of an index part with a matching.
type keptMatching struct {
	Source  Source
	Classes int
}

// Find is [Match], except that it reads the result from the index of the later heap state or stores it there. It calls readyEarlier and
// readyLater only if needed. They must return the prepared states with default options. Find returns their errors, and an error if ctx is
// done.
func Find(ctx context.Context, earlier, later *trace.Heap, readyEarlier, readyLater func() (*State, error), progress trace.Progress) (*Matching,
	error) {
	part := ""
	if earlier.Index != nil && later.Index != nil {
		part = keptPart + earlier.Index.Key()
		if m := kept(later.Index, part, earlier.Len(), later.Len()); m != nil {
			return m, ctx.Err()
		}
	}
	a, err := readyEarlier()
	if err != nil {
		return nil, err
	}
	b, err := readyLater()
	if err != nil {
		return nil, err
	}
	m, err := Match(ctx, a, b, progress)
	if err == nil && part != "" {
		later.Index.Keep(part, keptMatching{m.Source, m.Classes}, index.Bytes(m.To), index.Bytes(m.probable), index.Bytes(m.counted),
			index.Bytes(m.Earlier.Objects), index.Bytes(m.Earlier.Class), index.Bytes(m.After.Objects), index.Bytes(m.After.Class))
	}
	return m, err
}

// kept reads a matching for the given numbers of objects from an index; nil if it contains no valid matching.
func kept(x *index.Index, part string, earlier, later int) *Matching {
	var head keptMatching
	columns, ok := x.Read(part, &head)
	if !ok {
		return nil
	}
	r := index.NewReader(columns)
	m := &Matching{Source: head.Source, Later: later, Classes: head.Classes, To: index.Next[trace.ObjectID](r), probable: index.Next[uint64](r),
		counted: index.Next[uint64](r)}
	for _, side := range []*Indistinct{&m.Earlier, &m.After} {
		side.Objects, side.Class = index.Next[trace.ObjectID](r), index.Next[uint32](r)
	}
	words := (earlier + 63) / 64
	if r.End() != nil || m.Source > Recovered || len(m.To) != earlier || len(m.probable) != words || len(m.counted) != words || !m.count() ||
		!m.soundClasses() {
		return nil
	}
	return m
}

// count counts the pairs. It returns false for invalid pairs: a later object that is missing or in two pairs, or a pair of two kinds.
func (m *Matching) count() bool {
	taken := bitset.New(uint(m.Later))
	var kinds [probable + 1]int64
	for o, to := range m.To {
		o := trace.ObjectID(o)
		switch {
		case to == trace.NoObject && (m.Probable(o) || m.Counted(o)) || m.Probable(o) && m.Counted(o):
			return false
		case to == trace.NoObject:
			continue
		case int64(to) >= int64(m.Later) || taken.Test(uint(to)):
			return false
		}
		taken.Set(uint(to))
		kinds[m.kind(o)]++
	}
	if last := len(m.To) / 64; len(m.To)%64 > 0 && (m.probable[last]|m.counted[last])>>(len(m.To)%64) != 0 {
		return false
	}
	m.Pairs = Counts{Certain: kinds[certain], Probable: kinds[probable], Counted: kinds[byCount]}
	return true
}

// soundClasses reports whether the objects that are not told apart ascend, are in no certain pair, and belong to classes with objects on
// both sides.
func (m *Matching) soundClasses() bool {
	paired := bitset.New(uint(m.Later))
	for o, to := range m.To {
		if to != trace.NoObject && !m.Probable(trace.ObjectID(o)) {
			paired.Set(uint(to))
		}
	}
	return m.Classes >= 0 && m.Classes <= len(m.Earlier.Objects) &&
		m.Earlier.sound(m.Classes, len(m.To), func(o trace.ObjectID) bool { return m.Of(o, false) != trace.NoObject }) &&
		m.After.sound(m.Classes, m.Later, func(o trace.ObjectID) bool { return paired.Test(uint(o)) })
}

// sound reports whether the objects of a heap state ascend, are in no certain pair, and cover every class.
func (i *Indistinct) sound(classes, objects int, paired func(trace.ObjectID) bool) bool {
	if len(i.Objects) != len(i.Class) {
		return false
	}
	seen := bitset.New(uint(classes))
	for k, o := range i.Objects {
		if int(o) >= objects || k > 0 && i.Objects[k-1] >= o || int64(i.Class[k]) >= int64(classes) || paired(o) {
			return false
		}
		seen.Set(uint(i.Class[k]))
	}
	return seen.Count() == uint(classes)
}
