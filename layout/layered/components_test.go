package layered

import (
	"math/rand/v2"
	"testing"
)

// TestComponentsSlowly compares components with reachability: two nodes share a component if each reaches the other. Edges lead to the same
// or a smaller component number.
func TestComponentsSlowly(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		n := 1 + random.IntN(9)
		p := &placer{graph: Graph{Nodes: make([]Node, n)}}
		reached := make([][]bool, n)
		for i := range reached {
			reached[i] = make([]bool, n)
			reached[i][i] = true
		}
		for range random.IntN(2 * n) {
			e := Edge{random.IntN(n), random.IntN(n)}
			p.graph.Edges = append(p.graph.Edges, e)
			reached[e.From][e.To] = true
		}
		for via := range n {
			for from := range n {
				for to := range n {
					reached[from][to] = reached[from][to] || reached[from][via] && reached[via][to]
				}
			}
		}
		got := p.components()
		for a := range n {
			for b := range n {
				if same := reached[a][b] && reached[b][a]; same != (got[a] == got[b]) || reached[a][b] && got[a] < got[b] {
					t.Fatalf("%v: the components are %v, but of %d and %d", p.graph.Edges, got, a, b)
				}
			}
		}
	}
}
