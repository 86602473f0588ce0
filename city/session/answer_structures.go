package session

import (
	"context"

	"memcity/city/query"
	"memcity/city/view/structures"
	"memcity/trace"
)

// What the structures view is told of.
const (
	structuresTold = 100 // data structures; of growth, that many for each size
	leavesTold     = 30  // groups of leaves of each
	proposalsTold  = 100
)

// answerStructures tells the data structures of the later GC point first, as soon as they are found, then what became of those
// of the earlier one.
func answerStructures(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	want := a.Structures
	ask := StructuresAsk{Top: structuresTold, Each: true, Contained: want.Contained, Contents: leavesTold, Metric: want.Metric}
	report := structures.Report{Ask: *want}
	show := func() {
		told := report
		tell.publish(func(answers *query.Answers) { answers.Structures = &told })
	}
	var err error
	if report.Now, err = o.Structures(ctx, want.To, ask, tell.progress); err != nil {
		return err
	}
	show()
	if want.From < want.To {
		report.Growth, err = o.StructuresGrowth(ctx, want.From, want.To, ask, tell.progress)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			report.NoGrowth = err.Error()
		}
		show()
	}
	ask.Top = proposalsTold
	if report.Proposed, err = o.ProposedStructures(ctx, want.To, ask, tell.progress); err != nil {
		return err
	}
	report.Whole = true
	show()
	return nil
}

// answerHeld tells who holds an object.
func answerHeld(ctx context.Context, o *Opened, a *query.Ask, tell teller) error {
	h, err := o.load(ctx, a.Held.Point, true, tell.progress)
	if err != nil {
		return err
	}
	if err := h.check(trace.ObjectID(a.Held.Object)); err != nil {
		return err
	}
	report := &structures.HeldReport{Ask: *a.Held}
	tell.progress.Report(0, 0, "searching for owners of the data structure")
	if report.Words, err = h.heldBy(ctx, trace.ObjectID(a.Held.Object)); err != nil {
		return err
	}
	tell.publish(func(answers *query.Answers) { answers.Held = report })
	return nil
}
