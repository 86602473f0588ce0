package identity

import (
	"context"
	"math/bits"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
	"memcity/trace/index"
)

// keptPart is the part of the index of a later heap state that has its matching with an earlier one, whose key follows.
const keptPart = "recognised-"

// keptMatching is the head of that part.
type keptMatching struct{ Source Source }

// Find is [Match] for two heap states that are made ready, with the usual options, only where the index of the later one does not keep
// the result, which it does from then on. Errors are those of ready and ctx's.
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
		later.Index.Keep(part, keptMatching{m.Source}, index.Bytes(m.To), index.Bytes(m.probable))
	}
	return m, err
}

// kept returns the matching that an index keeps of so many objects; nil if it keeps none.
func kept(x *index.Index, part string, earlier, later int) *Matching {
	var head keptMatching
	columns, ok := x.Read(part, &head)
	if !ok {
		return nil
	}
	r := index.NewReader(columns)
	m := &Matching{Source: head.Source, Later: later, To: index.Next[trace.ObjectID](r), probable: index.Next[uint64](r)}
	if r.End() != nil || m.Source > Recovered || len(m.To) != earlier || len(m.probable) != (earlier+63)/64 || !m.count() {
		return nil
	}
	return m
}

// count counts the pairs. It returns false if they are none: an object is missing, or in two of them.
func (m *Matching) count() bool {
	taken := bitset.New(uint(m.Later))
	probable := int64(0)
	for _, word := range m.probable {
		probable += int64(bits.OnesCount64(word))
	}
	for o, to := range m.To {
		switch {
		case to == trace.NoObject && m.Probable(trace.ObjectID(o)):
			return false
		case to == trace.NoObject:
			continue
		case int64(to) >= int64(m.Later) || taken.Test(uint(to)):
			return false
		}
		taken.Set(uint(to))
		m.Pairs.Certain++
	}
	if len(m.To)%64 > 0 && m.probable[len(m.To)/64]>>(len(m.To)%64) != 0 {
		return false
	}
	m.Pairs = Counts{m.Pairs.Certain - probable, probable}
	return true
}
