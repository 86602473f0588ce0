package session_test

import (
	"context"
	"testing"

	"memcity/analysis/check"
	"memcity/analysis/closure"
	"memcity/analysis/window"
	"memcity/city/seq"
	"memcity/city/session"
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
	"memcity/trace/tracetest/cancelled"
)

// TestCancelEverywhere: a query that is cancelled gives an error, whatever it is at.
func TestCancelEverywhere(t *testing.T) {
	by := trees.By("package", "type")
	state := trees.HeapState{By: by, Point: 3}
	objects := graphs.Objects{Keys: seq.Of("Heap#app")}
	removed := whatif.Removal{By: seq.Of("package", "type"), Key: "Heap#app"}
	for name, resolve := range map[string]func(context.Context, *session.Recording) error{
		"series": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Series(ctx, by, nil, func(*trees.Series) {})
			return err
		},
		"tree":   func(ctx context.Context, o *session.Recording) error { _, err := o.Tree(ctx, by, 3, nil); return err },
		"groups": func(ctx context.Context, o *session.Recording) error { _, err := o.Groups(ctx, by, 3, nil); return err },
		"sizes": func(ctx context.Context, o *session.Recording) error {
			_, err := o.GroupSizes(ctx, table.SizesQuery{Heap: state}, nil, func(*trees.Sizes) {})
			return err
		},
		"sizes of kinds": func(ctx context.Context, o *session.Recording) error {
			_, _, err := o.Sizes(ctx, by, 3, []closure.Kind{closure.Deep}, nil, func([]closure.Result) {})
			return err
		},
		"owners": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Owners(ctx, by, 3, session.OwnersQuery{Keys: []string{"Heap#app"}, Chain: []string{"type"}, Share: 0.5}, nil)
			return err
		},
		"group": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Group(ctx, inspect.Query{Heap: state, Keys: objects.Keys, By: seq.Of("type")}, nil, func(*inspect.Report) {})
			return err
		},
		"object": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Object(ctx, inspect.ObjectQuery{Heap: state, Object: 5}, nil)
			return err
		},
		"graph": func(ctx context.Context, o *session.Recording) error {
			_, err := o.GraphPicture(ctx, graphs.Query{Heap: state, Walk: graphs.Walk{Objects: objects,
				Steps: seq.Of(graphs.Step{Kind: graphs.ExpandOut}, graphs.Step{Kind: graphs.PathsToRoot})}}, nil)
			return err
		},
		"without": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Without(ctx, whatif.Query{Heap: state, Removals: seq.Of(removed)}, nil)
			return err
		},
		"held": func(ctx context.Context, o *session.Recording) error {
			_, err := o.HeldBy(ctx, structures.HeldQuery{Point: 3, Object: 5}, nil)
			return err
		},
		"structures": func(ctx context.Context, o *session.Recording) error {
			_, err := o.StructuresReport(ctx, structures.Query{From: 1, To: 3, Contained: true}, nil, func(*structures.Report) {})
			return err
		},
		"diff": func(ctx context.Context, o *session.Recording) error {
			_, err := o.DiffReport(ctx, diffs.Query{By: by, From: 0, To: 3}, nil)
			return err
		},
		"churn": func(ctx context.Context, o *session.Recording) error {
			_, err := o.ChurnReport(ctx, churns.Query{From: 2, To: 7}, nil)
			return err
		},
		"trends": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Trends(ctx, trends.Query{By: by, Levels: seq.Of(""), Charts: seq.Of(trends.Chart{}), From: 0, To: 3}, nil)
			return err
		},
		"ages": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Ages(ctx, ages.Query{By: by, Point: 3}, nil)
			return err
		},
		"overview": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Overview(ctx, overview.Query{Points: 4, Limits: window.DefaultLimits()}, nil)
			return err
		},
		"guide": func(ctx context.Context, o *session.Recording) error {
			_, err := o.GuideReport(ctx, guides.Query{Points: 4}, nil)
			return err
		},
		"findings": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Checks(nil).Found(ctx, check.AnyFinding)
			return err
		},
		"measure": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Checks(nil).Number(ctx, check.Bytes, check.Subject{Kind: check.Type, Name: "app.Entry"})
			return err
		},
		"path": func(ctx context.Context, o *session.Recording) error {
			_, err := o.Checks(nil).Path(ctx, check.Subject{Kind: check.Type, Name: "app.Cache"}, check.Subject{Kind: check.Type, Name: "app.Entry"})
			return err
		},
	} {
		cancelled.Everywhere(t, name, func(ctx context.Context) error {
			return resolve(ctx, session.NewRecording(programRecording(), explained(t)))
		})
	}
}
