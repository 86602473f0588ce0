package groups

import (
	"strings"

	"memcity/analysis/graph"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// placesOf returns the places of the declarations of the fields in a graph, deduplicated, in the order of the edges. A field of an object
// is searched in the class of that object. Static fields and thread-locals name their class.
func placesOf(g *graph.Graph, sources *cli.Sources) (places []cli.SourcePlace) {
	if !sources.Known() {
		return nil
	}
	seen := map[string]bool{}
	add := func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		if at, ok := sources.Field(name); ok {
			places = append(places, at)
		}
	}
	for i := range g.Edges {
		from := &g.Nodes[g.Edges[i].From]
		if from.IsRoot() {
			if name, ok := trace.CutNamed(from.Name); ok {
				add(name)
			}
			continue
		}
		class, _, _ := strings.Cut(from.Name, " ") // followed by the allocation site or the number of a single object
		for _, field := range g.Edges[i].Fields {
			if field.Name != graph.OtherFields && !strings.HasPrefix(field.Name, "[") {
				add(trace.Member(class, field.Name))
			}
		}
	}
	return places
}
