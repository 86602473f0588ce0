package session

import (
	"context"
	"slices"

	"memcity/analysis/identity"
	"memcity/analysis/structure"
	"memcity/city/trees"
	"memcity/city/view/structures"
	"memcity/trace"
)

// turnoverPoints is the maximum number of GC points used to follow contents, including the first and the last.
const turnoverPoints = 8

// noIdentities is the reason that contents cannot be followed.
const noIdentities = "not known, because objects cannot be matched"

// WithTurnover returns growth with the turnover of the contents between two GC points, or the reason that it is missing. It reads at most
// eight GC points, and skips intermediate points that cannot be read. Errors are those of [Recording.Structures].
func (o *Recording) WithTurnover(ctx context.Context, from, to int, growth *structures.Growth, progress trace.Progress) (*structures.Growth, error) {
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
	turnovers, err := remembered(o, "turnovers", []any{from, to, heads}, func() ([]structure.Turnover, bool, error) {
		found, err := o.turnovers(ctx, from, to, heads, progress)
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

// turnovers follows the contents of data structures from one GC point to a later one.
func (o *Recording) turnovers(ctx context.Context, from, to int, heads []trace.ObjectID, progress trace.Progress) ([]structure.Turnover, error) {
	before, d, err := o.structuresAt(ctx, from, progress)
	if err != nil {
		return nil, err
	}
	f := structure.NewFollower(d, heads)
	points := trees.Spread(o.now().Compared(from, to), turnoverPoints)
	for i, point := range points[1:] {
		progress.Report(int64(i+1), int64(len(points)), "following the contents of data structures")
		after, d, err := o.structuresAt(ctx, point, progress)
		if err != nil && ctx.Err() == nil && point != to {
			o.leaveOut(point, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		same, err := o.recognise(ctx, before, after, progress)
		if err != nil {
			return nil, err
		}
		if err := f.Step(ctx, d, func(object trace.ObjectID) trace.ObjectID { return same.Of(object, false) }, same.ClassOf); err != nil {
			return nil, err
		}
		before = after
	}
	return f.Turnovers(), nil
}

func (o *Recording) structuresAt(ctx context.Context, point int, progress trace.Progress) (*heapState, *structure.Detection, error) {
	h, err := o.load(ctx, point, keeping, progress)
	if err != nil {
		return nil, nil, err
	}
	d, err := h.detection(ctx, o.library())
	return h, d, err
}
