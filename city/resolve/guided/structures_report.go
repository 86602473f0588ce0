package guided

import (
	"context"

	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/view/structures"
	"memcity/trace"
)

// Limits of the structures view.
const (
	structuresShown = 100 // data structures; for growth, per size kind
	leavesShown     = 30  // leaf groups per data structure
	proposalsShown  = 100
)

// Structures reports on data structures in stages. First it shows the structures of the later GC point. Then it adds the growth of
// the earlier point's structures. Last it adds the elements added and removed at the GC points in between.
func Structures(ctx context.Context, o *recording.Recording, q structures.Query, progress trace.Progress,
	show func(*structures.Report)) (*structures.Report, error) {
	sq := recording.StructuresQuery{Top: structuresShown, Each: true, Contained: q.Contained, Born: true, Contents: leavesShown, Unit: q.Unit}
	report := structures.Report{Query: q}
	showSoFar := func() {
		shown := report
		show(&shown)
	}
	var err error
	if report.Now, err = o.Structures(ctx, q.To, sq, progress); err != nil {
		return nil, err
	}
	showSoFar()
	if q.From < q.To {
		report.Growth, err = o.StructuresGrowth(ctx, q.From, q.To, sq, progress)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			report.NoGrowth = err.Error()
		}
		showSoFar()
	}
	sq.Top = proposalsShown
	if report.Proposed, err = o.ProposedStructures(ctx, q.To, sq, progress); err != nil {
		return nil, err
	}
	if report.Growth != nil {
		showSoFar()
		if report.Growth, err = history.WithTurnover(ctx, o, q.From, q.To, report.Growth, progress); err != nil {
			return nil, err
		}
	}
	report.Whole = true
	return &report, nil
}

// HeldBy reports the holders of an object.
func HeldBy(ctx context.Context, o *recording.Recording, q structures.HeldQuery, progress trace.Progress) (*structures.HeldReport, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Structures)
	defer end()
	h, err := o.Load(ctx, q.Point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	if err := h.Check(trace.ObjectID(q.Object)); err != nil {
		return nil, err
	}
	progress.Report(0, 0, "finding owners of the data structure")
	words, err := h.HeldBy(ctx, trace.ObjectID(q.Object))
	return &structures.HeldReport{Query: q, Words: words}, err
}
