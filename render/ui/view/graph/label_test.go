package graph

import (
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/city/scene"
	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/uitest"
)

// labeled lays out a picture at a zoom and returns the positions of its labels.
func labeled(t *testing.T, p *graphs.Picture, theme scene.Theme, zoom float32) (*View, []edgeLabel) {
	t.Helper()
	m := uitest.GraphModel(p)
	m.State.Settings.Theme = theme
	k, view := newTest(t, m, uitest.Screen, 1)
	view.view.scale(zoom/view.view.zoom, middlePoint(view.view.area))
	k.Layout()
	return view, view.labels
}

// Edge labels overlap neither boxes nor each other, at any zoom.
func TestEdgeLabelsCoverNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 19))
	names := []string{"", "value", "next", "[]", "aVeryLongNameOfAFieldThatNoEdgeHasRoomFor", "com.example.shop.Registry.sessions", "größe"}
	for round := range 12 {
		p := uitest.GraphOf(2+r.IntN(4), 1+r.IntN(6))
		for i := range p.Edges {
			p.Edges[i].Field, p.Edges[i].MoreFields = names[r.IntN(len(names))], []string{"", "+2", "+16…"}[r.IntN(3)]
			p.Edges[i].Alive = r.Int64N(10_000_000)
		}
		for i := range p.Nodes { // not all boxes are in rows
			p.Nodes[i].Y += float64(r.IntN(50))
		}
		for _, zoom := range []float32{0.3, 0.49, 0.5, 0.6, 0.7, 1, 1.7, 3} {
			view, labels := labeled(t, p, []scene.Theme{scene.Light, scene.Dark}[round%2], zoom)
			var taken []canvas.Box
			for i := range p.Nodes {
				taken = append(taken, view.view.node(&p.Nodes[i]))
			}
			corner := view.view.at(graphs.Point{})
			for i, l := range labels {
				for _, b := range []canvas.Box{l.number, l.name} {
					b = b.Moved(corner.X, corner.Y)
					if b.Empty() {
						continue
					}
					if zoom < fullGraphZoom {
						t.Fatalf("at %v edge %d has a label", zoom, i)
					}
					if b.H < canvas.LeastSize {
						t.Fatalf("at %v a label is %v high", zoom, b.H)
					}
					for _, o := range taken {
						if in := o.Intersect(b); in.W > 0.01 && in.H > 0.01 {
							t.Fatalf("round %d, at %v: the label %v of edge %d, %q, lies over %v", round, zoom, b, i, l.text, o)
						}
					}
					taken = append(taken, b)
				}
				if l.text != "" && !strings.HasSuffix(l.text, p.Edges[i].MoreFields) {
					t.Fatalf("%q is cut to %q, of %s", p.Edges[i].Field, l.text, p.Edges[i].MoreFields)
				}
			}
		}
	}
}

// A name is drawn in full if it fits, otherwise truncated or left out. The number is kept as long as it fits.
func TestEdgeNamesNeedRoom(t *testing.T) {
	two := func(field, more string, gap float64) *graphs.Picture {
		p := uitest.GraphOf(2, 1)
		p.Edges[0].Field, p.Edges[0].MoreFields = field, more
		low := &p.Nodes[1]
		low.Y = p.Nodes[0].Y + p.Nodes[0].H + gap
		p.Edges[0].Points[1].Y, p.H = low.Y, low.Y+low.H
		return p
	}
	const long = "a.field.whose.name.is.so.long.that.it.has.no.room.next.to.an.edge"
	for _, test := range []struct {
		name, field, more, want string
		gap                     float64
		zoom                    float32
		number                  bool
	}{
		{"whole", "value", "", "value", 52, 1, true},
		{"more", "value", "+2", "value +2", 52, 1, true},
		{"cut", long, "+2", "…room.next.to.an.edge +2", 52, 1, true},
		{"none known", "", "", "", 52, 1, true},
		{"no room", "value", "", "", 12, 1, false},
		{"low", "value", "", "value", 52, 0.5, true},
		{"too small", "value", "", "", 52, 0.49, false},
	} {
		_, labels := labeled(t, two(test.field, test.more, test.gap), scene.Light, test.zoom)
		if l := labels[0]; l.number.Empty() == test.number || l.text != test.want {
			t.Errorf("%s: number %v, name %q, want %q", test.name, l.number, l.text, test.want)
		}
	}
	// Boxes at both sides leave no space for a full name.
	p := two("sessionsOfAllUsers", "", 200)
	for _, x := range []float64{-160, 160} {
		side := p.Nodes[1]
		side.Key, side.X, side.Y = side.Key+"side", side.X+x, p.Nodes[0].Y+p.Nodes[0].H+70
		if x < 0 {
			side.W = 216
		}
		p.Nodes = append(p.Nodes, side)
	}
	_, labels := labeled(t, p, scene.Light, 1)
	if l := labels[0]; l.number.Empty() || l.text == p.Edges[0].Field || !strings.HasPrefix(l.text, "…") && l.text != "" {
		t.Errorf("between boxes: %+v", l)
	}
}
