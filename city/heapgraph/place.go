package heapgraph

import (
	"strconv"
	"strings"

	"memcity/analysis/graph"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/layout/layered"
)

// Sizes of the boxes and gaps of a heap graph, in points.
const (
	nodeWidth, nodeHeight      = 216, 60
	nodeGap, layerGap, edgeGap = 28, 52, 14
)

// Place lays out a graph. Seats are the positions of nodes across the layers in the previous picture, by key; nil for none. Nodes keep
// their order. Place also returns the positions in the new picture.
func Place(g *graph.Graph, seats map[string]float64) (*graphs.Picture, map[string]float64) {
	plan := layered.Graph{}
	for i := range g.Nodes {
		x, known := seats[g.Nodes[i].Key]
		plan.Nodes = append(plan.Nodes, layered.Node{W: nodeWidth, D: nodeHeight, Before: x, Known: known})
	}
	for _, e := range g.Edges {
		plan.Edges = append(plan.Edges, layered.Edge{From: int(e.From), To: int(e.To)})
	}
	placed := layered.Place(plan, layered.Options{NodeGap: nodeGap, LayerGap: layerGap, EdgeGap: edgeGap})
	out := &graphs.Picture{W: placed.Size.W, H: placed.Size.D, Words: g.Words(), Shorter: g.Shorter(), Cut: g.Cut,
		Queried: trees.Amount{Objects: g.Selected, Bytes: g.Bytes()}}
	onPath := map[int32]bool{}
	if g.Strongest != nil {
		for _, n := range g.Strongest.Nodes {
			onPath[n] = true
		}
	}
	seats = map[string]float64{}
	for i := range g.Nodes {
		n, box := &g.Nodes[i], placed.Boxes[i]
		seats[n.Key] = box.X
		out.Nodes = append(out.Nodes, graphs.Node{Key: n.Key, Title: n.Name, Root: n.IsRoot(), Queried: n.Selected,
			Strongest: onPath[int32(i)], Amount: trees.Amount{Objects: int64(len(n.Objects)), Bytes: n.Bytes}, Alive: n.Alive,
			X: box.X, Y: box.Z, W: box.W, H: box.D, CanIn: n.CanIn, CanOut: n.CanOut})
		if n.IsRoot() {
			out.Nodes[i].Kind = n.Root.Kind.String()
			if n.Roots == 1 {
				out.Nodes[i].Name = n.Root.String()
			}
		}
	}
	for i, e := range g.Edges {
		edge := graphs.Edge{From: int(e.From), To: int(e.To), Alive: e.Alive, References: e.References,
			Fields: fieldNames(e.Fields), Strongest: g.OnPath(i)}
		edge.Field, edge.MoreFields = e.MainField()
		for _, p := range placed.Routes[i].Points {
			edge.Points = append(edge.Points, graphs.Point{X: p.X, Y: p.Z})
		}
		out.Edges = append(out.Edges, edge)
	}
	return out, seats
}

// fieldNames lists the referring fields, with counts if there are several.
func fieldNames(fields []graph.Field) string {
	var names []string
	for _, f := range fields {
		name := f.Name
		if len(fields) > 1 {
			name += " ×" + strconv.FormatInt(f.References, 10)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
