package ui

import (
	"fmt"
	"image"
	"testing"

	"memcity/city"
)

// graphOf makes a picture of layers of boxes, the first of GC roots and the last of what is asked about. Every box refers
// to the two below it.
func graphOf(layers, wide int) *city.GraphPicture {
	const boxW, boxH, gapX, gapY = 216, 60, 28, 52
	p := &city.GraphPicture{Asked: city.Amount{Objects: 1000, Bytes: 48_000}, Words: "1,000 Value are kept alive by 1,000 Holder, these by the static field Main.holder",
		Ask: city.AskGraph{Keys: []string{"Heap#app#Value"}, Steps: []city.GraphStep{{Kind: city.PathsToRoot}}}}
	for l := range layers {
		for i := range wide {
			n := city.GraphNode{Key: fmt.Sprint(l, ".", i), Title: fmt.Sprintf("com.example.persons.registry.Holder%d_%d", l, i), Group: fmt.Sprintf("Heap#app#Holder%d_%d", l, i),
				Amount: city.Amount{Objects: 1000, Bytes: 24_000}, Alive: int64(1000 / (i + 1)), Strongest: i == 0, CanIn: l > 0, CanOut: true,
				X: float64(i) * (boxW + gapX), Y: float64(l) * (boxH + gapY), W: boxW, H: boxH}
			switch l {
			case 0:
				n.Root, n.Kind, n.Title, n.Group, n.CanOut = true, "static field", fmt.Sprintf("static field com.example.persons.Main%d.holder", i), "", false
			case layers - 1:
				n.Asked = true
			}
			p.Nodes = append(p.Nodes, n)
		}
	}
	for l := range layers - 1 {
		for i := range wide {
			for to := i; to <= min(i+1, wide-1); to++ {
				from, below := &p.Nodes[l*wide+i], &p.Nodes[(l+1)*wide+to]
				p.Edges = append(p.Edges, city.GraphEdge{From: l*wide + i, To: (l+1)*wide + to, Alive: int64(1000 / (i + to + 1)), References: 1000, Fields: "value",
					Strongest: i+to == 0, Points: []city.GraphPoint{{X: from.X + boxW/2, Y: from.Y + boxH}, {X: below.X + boxW/2 + float64(10*(i-to)), Y: below.Y}}})
			}
		}
	}
	p.W, p.H = float64(wide*(boxW+gapX)-gapX), float64(layers*(boxH+gapY)-gapY)
	return p
}

// graphModel is a model of the graph view with a picture.
func graphModel(p *city.GraphPicture) Model {
	m := sample()
	m.Catalog, m.Plan = &city.Catalog{}, &city.Plan{Series: &city.Series{}}
	m.State = city.Step(city.Step(m.State, city.Select{Key: "Heap#app#Value"}), city.Show{View: city.GraphView})
	m.Answers.Graph = p
	return m
}

func BenchmarkGraph(b *testing.B) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1920, Y: 1080}} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			k := newTest(b, graphModel(graphOf(8, 10)), size, 1)
			if err := k.paint(); err != nil {
				b.Fatal(err)
			}
			v := &k.local.graph.view
			for i := range b.N {
				v.x += float32(i%2*2 - 1)
				k.layout()
				if err := k.paint(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
