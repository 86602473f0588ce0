package heapgraph

import (
	"context"
	"fmt"

	"memcity/analysis/graph"
	"memcity/city/view/graphs"
	"memcity/trace"
)

// Walk returns the graph after one more step. A step to a missing node changes nothing.
func Walk(ctx context.Context, g *graph.Graph, step graphs.Step, progress trace.Progress) (*graph.Graph, error) {
	at := g.Find(step.Node)
	if at < 0 && (step.Node != "" || step.Kind != graphs.PathsToRoot) || at >= 0 && g.Nodes[at].IsRoot() && step.Kind != graphs.RemoveNode {
		return g, nil
	}
	switch step.Kind {
	case graphs.ExpandIn:
		return g.Expand(ctx, step.Node, graph.PointedFrom)
	case graphs.ExpandOut:
		return g.Expand(ctx, step.Node, graph.PointsTo)
	case graphs.RemoveNode:
		if g.Nodes[at].Selected {
			return g, nil
		}
		return g.Remove(ctx, step.Node)
	}
	return g.Paths(ctx, step.Node, func(rounds, objects int) {
		progress.Report(0, 0, fmt.Sprintf("searching for GC roots: %d steps back, %d objects", rounds, objects))
	})
}
