package drawing

import (
	"testing"

	"memcity/city/scene"
	treespkg "memcity/city/trees"
	"memcity/trace"
)

func TestChangeOf(t *testing.T) {
	for _, c := range []struct {
		first, now, most int64
		want             change
	}{
		{0, 0, 0, unchanged}, {5, 5, 5, unchanged}, {5, 5, 9, unchanged}, {5, 6, 6, grew}, {5, 4, 5, shrank}, {5, 4, 9, shrank},
		{0, 1, 1, appeared}, {0, 0, 1, absent}, {5, 0, 5, absent}, {5, 0, 0, absent},
	} {
		objects := scene.Building{FirstObjects: c.first, Objects: c.now, MaxObjects: c.most, FirstBytes: 3, Bytes: 3, MaxBytes: 3}
		if got := changeOf(&objects, treespkg.Objects); got != c.want {
			t.Errorf("%d objects, then %d, at most %d: change %d, want %d", c.first, c.now, c.most, got, c.want)
		}
		if got := changeOf(&objects, treespkg.Bytes); got != unchanged {
			t.Errorf("%+v: change of bytes is %d", objects, got)
		}
		size := scene.Building{FirstBytes: c.first, Bytes: c.now, MaxBytes: c.most}
		if got := changeOf(&size, treespkg.Bytes); got != c.want {
			t.Errorf("%d bytes, then %d, at most %d: change %d, want %d", c.first, c.now, c.most, got, c.want)
		}
	}
}

// heap returns the tree of one GC point: a root and leaves with the given objects and bytes.
func heap(names *trace.Names, leaves ...[2]int64) *trace.Tree {
	t := &trace.Tree{Names: names, Nodes: []trace.Node{{Name: names.ID("heap"), Place: trace.Place{Parent: -1, End: int32(len(leaves) + 1)}}}}
	for i, l := range leaves {
		at := int32(i + 1)
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(string(rune('a' + i))), Place: trace.Place{Parent: 0, End: at + 1}, Objects: l[0],
			Bytes: l[1]})
		t.Nodes[0].Objects += l[0]
		t.Nodes[0].Bytes += l[1]
	}
	return t
}

// Signs follow the metric of the plan, at every GC point of a real series.
func TestSignsOfASeries(t *testing.T) {
	names := trace.NewNames()
	// a grows in objects and shrinks in bytes, b is new, c disappears, d stays the same.
	trees := []*trace.Tree{
		heap(names, [2]int64{10, 900}, [2]int64{0, 0}, [2]int64{30, 300}, [2]int64{40, 400}),
		heap(names, [2]int64{20, 800}, [2]int64{0, 0}, [2]int64{10, 100}, [2]int64{40, 400}),
		heap(names, [2]int64{30, 700}, [2]int64{25, 50}, [2]int64{0, 0}, [2]int64{40, 400}),
	}
	var points []treespkg.PointTree
	for i, tree := range trees {
		points = append(points, treespkg.PointTree{Time: trace.Millis(i), Tree: tree})
	}
	series := treespkg.NewSeries(points)
	for of, want := range map[treespkg.Unit][3]string{
		treespkg.Objects: {"-x--", "/x\\-", "/+x-"},
		treespkg.Bytes:   {"-x--", "\\x\\-", "\\+x-"},
	} {
		settings := scene.DefaultSettings()
		settings.Unit = of
		plan := scene.NewPlan(series, treespkg.NewMeta(series, treespkg.Window{To: 2}), settings)
		for point, text := range want {
			c := plan.At(point, settings)
			got := []byte("????")
			for i := range c.Buildings {
				b := &c.Buildings[i]
				got[plan.Name(b.Node)[0]-'a'] = "-/\\+x"[changeOf(b, areaUnit(c))]
			}
			if string(got) != text {
				t.Errorf("%v at point %d: %s, want %s", of, point, got, text)
			}
			var p packed
			p.pack(c, c, nil)
			var g signs
			g.collect(&p, c)
			if plots := countKind(g.list, absent); plots != 1 {
				t.Errorf("%v at point %d: %d plots, want that of one group", of, point, plots)
			}
		}
	}
}

func countKind(list []instance, c change) int {
	n := 0
	for i := range list {
		if list[i].Kind == kindSign+float32(c) {
			n++
		}
	}
	return n
}

func TestSignsAreSeenOnTheirGround(t *testing.T) {
	for _, v := range []View{{}, {Dark: true}, {ColorBlind: true}, {Dark: true, ColorBlind: true}} {
		palette := scene.Settings{ColorBlind: v.ColorBlind}.Palette()
		for style := tagSolid; style <= tagSelected; style++ {
			fill, _ := (&tag{style: style}).colors(&v)
			on := scene.RGB{R: fill[0], G: fill[1], B: fill[2]}
			for _, c := range []change{grew, shrank, appeared} {
				for share := 0.0; share <= 1; share += 0.05 {
					ink := readable(c.color(palette.Growth(share)), on)
					if contrast := (ink.Luminance() + 0.05) / (on.Luminance() + 0.05); contrast < 3 {
						t.Errorf("change %d, growth %.2f on %v: %v has contrast %.2f", c, share, on, ink, contrast)
					}
				}
			}
		}
		for share := 0.0; share <= 1; share += 0.05 {
			roof := palette.Growth(share)
			ink := signInk(opaque(roof))
			a, b := roof.Luminance()+0.05, scene.RGB{R: ink[0], G: ink[1], B: ink[2]}.Luminance()+0.05
			if contrast := max(a, b) / min(a, b); contrast < 3 {
				t.Errorf("roof %v: sign %v has contrast %.2f", roof, ink, contrast)
			}
		}
	}
	if c := (scene.RGB{R: 0xf4, G: 0xc2, B: 0x7a}); readable(c, scene.RGB{R: 0x1f, G: 0x29, B: 0x3a}) != c {
		t.Error("a color that is seen well was changed")
	}
}

func TestTagsHaveRoomForTheirSign(t *testing.T) {
	m, a := testMetrics(t)
	name := a.line(nil, "Session", 400)
	for c := unchanged; c <= absent; c++ {
		tags := []tag{{name: name, x: 200, y: 200, change: c}}
		placed := placeTags(tags, m, rectangle{0, 0, 400, 400}, nil, nil, 1)
		if len(placed) != 1 {
			t.Fatalf("change %d: no tag", c)
		}
		width := placed[0].box.x1 - placed[0].box.x0
		need := name.width + 2*m.padX
		if c == grew || c == shrank || c == appeared {
			need += m.sign + m.gap
		}
		if width < need || width > need+1 {
			t.Errorf("change %d: tag is %v wide, want %v", c, width, need)
		}
	}
}
