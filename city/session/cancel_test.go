package session_test

import (
	"context"
	"errors"
	"testing"

	"memcity/analysis/check"
	"memcity/analysis/closure"
	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/guides"
	"memcity/city/view/inspect"
	"memcity/city/view/overview"
	"memcity/city/view/structures"
	"memcity/city/view/table"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
	"memcity/trace"
	"memcity/trace/tracetest/testrun"
)

// TestCancelEverywhere: a canceled query returns an error, at any step.
func TestCancelEverywhere(t *testing.T) {
	for name, resolve := range queriesOf(t, nil) {
		testrun.CancelEverywhere(t, name, func(ctx context.Context) error {
			return resolve(ctx, recording.New(programRecording(), explained(t)))
		})
	}
}

// queriesOf returns queries of all kinds about a recording with four GC points such as programRecording.
func queriesOf(t *testing.T, progress trace.Progress) map[string]func(context.Context, *recording.Recording) error {
	by := trees.By("package", "type")
	state := trees.HeapState{By: by, Point: 3}
	of := graphs.Objects{Keys: seq.Of("Heap#app")}
	removed := whatif.Removal{By: seq.Of("package", "type"), Key: "Heap#app"}
	without := func(removals ...whatif.Removal) func(context.Context, *recording.Recording) error {
		return func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.WhatIf(ctx, o, whatif.Query{Heap: state, Removals: seq.Of(removals...)}, progress)
			return err
		}
	}
	walk := graphs.Walk{Objects: of, Steps: seq.Of(graphs.Step{Kind: graphs.PathsToRoot})}
	return map[string]func(context.Context, *recording.Recording) error{
		"without references": without(whatif.ReferenceRemoval(by, "Heap#app", "Heap#app.data")),
		"without a field": without(whatif.Removal{Kind: whatif.CutReferences, By: seq.Of("type"), Key: "Heap#app.Entry",
			To: "Heap#app.data.Value", Field: "value"}),
		"without a root": without(whatif.RootRemoval("static field app.Cache.INSTANCE")),
		"without an edge": without(whatif.Removal{Kind: whatif.CutEdge, By: seq.Of("type"), Key: "Heap#app.Entry", To: "Heap#app.data.Value",
			Graph: walk}),
		"evolution": func(ctx context.Context, o *recording.Recording) error {
			_, err := history.Evolution(ctx, o, progress)
			return err
		},
		"diff through all": func(ctx context.Context, o *recording.Recording) error {
			_, err := history.Diff(ctx, o, diffs.Query{By: by, From: 0, To: 3, Through: true}, progress)
			return err
		},
		"samples": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.Samples(ctx, o, guides.SamplesQuery{Point: 3, Objects: seq.Of(trace.ObjectID(4))}, progress)
			return err
		},
		"explained structures": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.ExplainStructures(ctx, 3, explained(t).Structures, progress)
			return err
		},
		"proposed structures": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.ProposedStructures(ctx, 3, recording.StructuresQuery{Top: 3}, progress)
			return err
		},
		"base": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.BaselineTree(ctx, o, by, trees.Baseline{At: 2}, progress)
			return err
		},
		"contents": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.StructuresGrowth(ctx, 1, 3, recording.StructuresQuery{Contained: true, Contents: 4, Held: 2}, progress)
			return err
		},
		"series": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.Series(ctx, by, progress, func(*trees.Series) {})
			return err
		},
		"tree": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.Tree(ctx, by, 3, progress)
			return err
		},
		"follow": func(ctx context.Context, o *recording.Recording) error { return o.Follow(ctx, 3, progress) },
		"groups": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.Groups(ctx, by, 3, progress)
			return err
		},
		"sizes": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.GroupSizes(ctx, table.SizesQuery{Heap: state}, progress, func(*trees.Sizes) {})
			return err
		},
		"sizes of kinds": func(ctx context.Context, o *recording.Recording) error {
			_, _, err := o.Sizes(ctx, by, 3, []closure.Kind{closure.Deep}, progress, func([]closure.Result) {})
			return err
		},
		"owners": func(ctx context.Context, o *recording.Recording) error {
			_, err := objects.Owners(ctx, o, by, 3, objects.OwnersQuery{Keys: []string{"Heap#app"}, Chain: []string{"type"}, Share: 0.5}, progress)
			return err
		},
		"group": func(ctx context.Context, o *recording.Recording) error {
			_, err := objects.Group(ctx, o, inspect.Query{Heap: state, Keys: of.Keys, By: seq.Of("type")}, progress, func(*inspect.Report) {})
			return err
		},
		"object": func(ctx context.Context, o *recording.Recording) error {
			_, err := objects.Object(ctx, o, inspect.ObjectQuery{Heap: state, Object: 5}, progress)
			return err
		},
		"graph": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.GraphPicture(ctx, graphs.Query{Heap: state, Walk: graphs.Walk{Objects: of,
				Steps: seq.Of(graphs.Step{Kind: graphs.ExpandOut}, graphs.Step{Kind: graphs.PathsToRoot})}}, progress)
			return err
		},
		"without": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.WhatIf(ctx, o, whatif.Query{Heap: state, Removals: seq.Of(removed)}, progress)
			return err
		},
		"without a node": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.WhatIf(ctx, o, whatif.Query{Heap: state, Removals: seq.Of(whatif.Removal{Kind: whatif.CutNode, By: seq.Of("type"),
				Key: "Heap#app.Entry", Graph: graphs.Walk{Objects: of, Steps: seq.Of(graphs.Step{Kind: graphs.PathsToRoot})}})}, progress)
			return err
		},
		"growth of structures": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.StructuresGrowth(ctx, 1, 3, recording.StructuresQuery{Contained: true}, progress)
			return err
		},
		"budgets": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.Budgets(ctx, o, budget.Query{Rules: rulesFileOf(t, "size of type app.Entry at most 1 kB"), Points: 4}, nil,
				func(*budget.BudgetReport) {})
			return err
		},
		"window of a leak": func(ctx context.Context, o *recording.Recording) error {
			_, _, err := history.LeakWindow(ctx, o, progress)
			return err
		},
		"held": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.HeldBy(ctx, o, structures.HeldQuery{Point: 3, Object: 5}, progress)
			return err
		},
		"structures": func(ctx context.Context, o *recording.Recording) error {
			report, err := guided.Structures(ctx, o, structures.Query{From: 1, To: 3, Contained: true}, progress, func(*structures.Report) {})
			if err == nil && report.NoGrowth != "" {
				return errors.New(report.NoGrowth)
			}
			return err
		},
		"diff": func(ctx context.Context, o *recording.Recording) error {
			_, err := history.DiffReport(ctx, o, diffs.Query{By: by, From: 0, To: 3}, progress)
			return err
		},
		"churn": func(ctx context.Context, o *recording.Recording) error {
			_, err := history.ChurnReport(ctx, o, churns.Query{From: 2, To: 7}, progress)
			return err
		},
		"trends": func(ctx context.Context, o *recording.Recording) error {
			_, err := history.Trends(ctx, o, trends.Query{By: by, Levels: seq.Of(""), Charts: seq.Of(trends.Chart{}), From: 0, To: 3}, progress)
			return err
		},
		"ages": func(ctx context.Context, o *recording.Recording) error {
			_, err := o.Ages(ctx, ages.Query{By: by, Point: 3}, progress)
			return err
		},
		"overview": func(ctx context.Context, o *recording.Recording) error {
			_, err := history.Overview(ctx, o, overview.Query{Points: 4, Limits: window.DefaultLimits()}, progress)
			return err
		},
		"guide": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.Report(ctx, o, guides.Query{Points: 4}, progress)
			return err
		},
		"findings": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.Checks(o, progress).Found(ctx, check.AnyFinding)
			return err
		},
		"measure": func(ctx context.Context, o *recording.Recording) error {
			_, err := guided.Checks(o, progress).Number(ctx, check.Bytes, check.Subject{Kind: check.Type, Name: "app.Entry"})
			return err
		},
		"path": func(ctx context.Context, o *recording.Recording) error {
			from, to := check.Subject{Kind: check.Type, Name: "app.Cache"}, check.Subject{Kind: check.Type, Name: "app.Entry"}
			_, err := guided.Checks(o, progress).Path(ctx, from, to)
			return err
		},
	}
}
