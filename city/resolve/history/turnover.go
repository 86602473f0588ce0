package history

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/identity"
	"memcity/analysis/structure"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/trace"
)

// turnoverPoints is the maximum number of GC points used to follow contents, including the first and the last.
const turnoverPoints = 8

// noIdentities is the reason that contents cannot be followed.
const noIdentities = "unknown: objects cannot be matched"

// WithTurnover returns growth with the turnover of the contents between two GC points, or the reason that it is missing. It reads at most
// eight GC points, and skips intermediate points that cannot be read. Errors are those of [recording.Recording.Structures].
func WithTurnover(ctx context.Context, o *recording.Recording, from, to int, growth *structures.Growth, progress trace.Progress) (*structures.Growth, error) {
	g := *growth
	if g.Identity == identity.None.String() {
		g.NoTurnover = noIdentities
		return &g, nil
	}
	var heads []trace.ObjectID
	for i := range g.List {
		if !g.List[i].Born {
			heads = append(heads, trace.ObjectID(g.List[i].Was))
		}
	}
	turnovers, err := recording.Remembered(o, "turnovers", []any{from, to, heads}, func() ([]structure.Turnover, bool, error) {
		found, err := Turnovers(ctx, o, from, to, heads, progress)
		return found, true, err
	})
	if err != nil {
		return nil, err
	}
	g.List = slices.Clone(g.List)
	for i := range g.List {
		if !g.List[i].Born {
			g.List[i].Turnover, turnovers = &turnovers[0], turnovers[1:]
		}
	}
	return &g, nil
}

// Turnovers follows the contents of data structures from one GC point to a later one.
func Turnovers(ctx context.Context, o *recording.Recording, from, to int, heads []trace.ObjectID, progress trace.Progress) ([]structure.Turnover, error) {
	before, d, err := structuresAt(ctx, o, from, progress)
	if err != nil {
		return nil, err
	}
	f := structure.NewFollower(d, heads)
	points := trees.Spread(o.Now().Compared(from, to), turnoverPoints)
	for i, point := range points[1:] {
		progress.Report(int64(i+1), int64(len(points)), "tracking the contents of data structures")
		after, d, err := structuresAt(ctx, o, point, progress)
		if err != nil && ctx.Err() == nil && point != to {
			o.LeaveOut(point, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		same, err := o.Match(ctx, before, after, progress)
		if err != nil {
			return nil, err
		}
		if err := f.Step(ctx, d, func(object trace.ObjectID) trace.ObjectID { return same.Of(object, false) }, unclear(before.Heap(), after.Heap(), same)); err != nil {
			return nil, err
		}
		before = after
	}
	return f.Turnovers(), nil
}

// unclear returns the classes of objects that are not told apart. Where objects have neither numbers nor contents, and no order in memory, those
// without a pair may also have changed: they are not told apart from others of their type.
func unclear(before, after *trace.Heap, same *identity.Matching) structure.ClassOf {
	if same.Source != identity.Recovered || before.Runtime == trace.JVM {
		return same.ClassOf
	}
	byName := map[string]uint32{}
	number := func(h *trace.Heap) (classes []uint32) { // by type
		for i := range h.Types {
			name := h.Types[i].Name
			if _, known := byName[name]; !known {
				byName[name] = uint32(len(byName))
			}
			classes = append(classes, byName[name])
		}
		return classes
	}
	classes, laterClasses := number(before), number(after)
	paired := bitset.New(uint(after.Len()))
	for o := range same.To {
		if to := same.Of(trace.ObjectID(o), false); to != trace.NoObject {
			paired.Set(uint(to))
		}
	}
	return func(o trace.ObjectID, later bool) (class uint32, ok bool) {
		switch {
		case !later:
			return classes[before.TypeOf.At(o)], true
		case paired.Test(uint(o)):
			return 0, false
		}
		return laterClasses[after.TypeOf.At(o)], true
	}
}

func structuresAt(ctx context.Context, o *recording.Recording, point int, progress trace.Progress) (*recording.HeapState, *structure.Detection, error) {
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, nil, err
	}
	d, err := h.Detection(ctx, o.Library())
	return h, d, err
}
