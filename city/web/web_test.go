package web_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/web"
)

// source returns a source with all GC points of a recording.
func source(points []trees.PointTree, settings scene.Settings) web.Source {
	plan := scenetest.Plan(points, settings)
	return web.Source{Name: "name", Plan: plan, Settings: settings, Points: web.Thin(plan.Series.Len(), len(points)), Of: len(points), Drawn: 3, Most: 1 << 20}
}

// decoded returns the city as a page reads it.
func decoded(t *testing.T, c *web.City) *web.City {
	t.Helper()
	text, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if at := strings.IndexFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}); at >= 0 {
		t.Errorf("the text of an attribute has %q", text[at])
	}
	out, err := decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sum converts differences to amounts.
func sum(rows [][]int64, point, i int) (n int64) {
	for _, row := range rows[:point+1] {
		n += row[i]
	}
	return n
}

// TestSameCity: the page computes the same city from the data, at all GC points, for all units and area modes.
func TestSameCity(t *testing.T) {
	points := citytest.RandomPoints(5, citytest.RandomSpec{Points: 5, Nodes: 120, Depth: 4, Width: 9})
	for _, unit := range []trees.Unit{trees.Objects, trees.Bytes} {
		for _, area := range []scene.Area{scene.Sqrt, scene.Linear} {
			settings := scenetest.Settings(unit, area, 6)
			settings.Color = scene.GrowthColors
			s := source(points, settings)
			c := decoded(t, web.Of(s))
			if len(c.Points) != len(points) {
				t.Fatalf("%d points", len(c.Points))
			}
			unit := web.Grid / max(s.Plan.Ground.W, s.Plan.Ground.D)
			for point := range points {
				city := s.Plan.At(point, settings)
				if len(city.Buildings) != len(c.Buildings.Name) || len(city.Districts) != len(c.Districts) || len(city.Blocks) != len(c.Blocks.Plot) {
					t.Fatalf("%d buildings, %d districts, %d blocks", len(c.Buildings.Name), len(c.Districts), len(c.Blocks.Plot))
				}
				for i := range city.Buildings {
					checkBuilding(t, c, &city.Buildings[i], point, i, unit)
				}
				for i := range city.Blocks {
					b := &city.Blocks[i]
					if sum(c.Blocks.Objects, point, i) != b.Objects || sum(c.Blocks.Bytes, point, i) != b.Bytes || c.Blocks.Groups[point][i] != b.Groups ||
						math.Abs(float64(c.Blocks.Height[point][i])-b.Height*unit) > 1 {
						t.Errorf("block %d at %d: not %+v", i, point, b)
					}
				}
			}
		}
	}
}

// checkBuilding compares a building with the page's values.
func checkBuilding(t *testing.T, c *web.City, b *scene.Building, point, i int, unit float64) {
	t.Helper()
	objects, bytes := sum(c.Buildings.Objects, point, i), sum(c.Buildings.Bytes, point, i)
	if objects != b.Objects || bytes != b.Bytes {
		t.Errorf("%s at %d: %d objects, %d bytes, want %d, %d", c.Buildings.Name[i], point, objects, bytes, b.Objects, b.Bytes)
	}
	now := objects
	if c.Bytes {
		now = bytes
	}
	side := 0.0
	if now > 0 {
		part := min(float64(now)/float64(c.Buildings.Most[i]), 1)
		if c.Square {
			part = math.Sqrt(part)
		}
		side = math.Sqrt(part)
	}
	plot := c.Buildings.Plot[i]
	if w := side * float64(plot[2]); math.Abs(w-b.Base.W*unit) > 2 {
		t.Errorf("%s at %d: %v wide, want %v", c.Buildings.Name[i], point, w, b.Base.W*unit)
	}
	if high := side * float64(c.Buildings.High[i]); math.Abs(high-b.Height*unit) > 1 {
		t.Errorf("%s at %d: %v high, want %v", c.Buildings.Name[i], point, high, b.Height*unit)
	}
	if got := colorOf(c, c.Buildings.Tone[point][i]); distance(got, b.Color) > 4 {
		t.Errorf("%s at %d: %v, want %v", c.Buildings.Name[i], point, got, b.Color)
	}
	if cool := float64(c.Buildings.Cool[point][i]) / web.Full; math.Abs(cool-b.Shrunk) > 0.003 {
		t.Errorf("%s at %d: shrunk %v, want %v", c.Buildings.Name[i], point, cool, b.Shrunk)
	}
}

// colorOf returns the color of a tone as the page mixes it.
func colorOf(c *web.City, tone int) scene.RGB {
	at := float64(tone) / (web.Full - 1) * 4
	i := min(int(at), 3)
	from, to := parse(c.Light.Growth[i]), parse(c.Light.Growth[i+1])
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*(at-float64(i)))) }
	return scene.RGB{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B)}
}

func parse(hex string) (c scene.RGB) {
	_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c
}

func distance(a, b scene.RGB) float64 {
	return math.Abs(float64(a.R)-float64(b.R)) + math.Abs(float64(a.G)-float64(b.G)) + math.Abs(float64(a.B)-float64(b.B))
}

// TestSameReferences: a page has the strongest frustums of each building, with their numbers. If the limit is exceeded, it has them only at
// the last GC point.
func TestSameReferences(t *testing.T) {
	points := citytest.RandomPoints(9, citytest.RandomSpec{Points: 3, Nodes: 60, Depth: 3, Width: 8})
	for i := range points {
		points[i] = citytest.LinkedPoint(points[i], uint64(i), 90)
	}
	s := source(points, scenetest.Settings(trees.Objects, scene.Sqrt, scene.AllChildren))
	c := decoded(t, web.Of(s))
	if !slices.Equal(c.References.Point, []int{0, 1, 2}) || len(c.References.From) == 0 {
		t.Fatalf("references at %v, %d", c.References.Point, len(c.References.From))
	}
	for k := range c.References.Point {
		city := s.Plan.At(k, s.Settings)
		for i := range city.Buildings {
			all, _ := city.References(scene.Target{Kind: scene.OnBuilding, Index: int32(i)})
			for _, want := range scene.Strongest(all, s.Drawn, scene.Target{}) {
				at := -1
				for n := range c.References.From {
					if c.References.From[n] == int(want.From) && c.References.To[n] == int(want.To) {
						at = n
					}
				}
				if at < 0 || sum(c.References.Out, k, at) != want.FromObjects || sum(c.References.In, k, at) != want.ToObjects {
					t.Errorf("at %d: %+v is not there", k, want)
				}
			}
		}
	}
	s.Most = 1
	if c := web.Of(s); !slices.Equal(c.References.Point, []int{2}) || len(c.References.Out) != 1 {
		t.Errorf("without room at %v", c.References.Point)
	}
}

// TestHostileNames: names in the page contain no control characters or bidirectional formatting.
func TestHostileNames(t *testing.T) {
	points := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a\u202eb\x1b[31m</script>", 5, 50), citytest.Leaf("c", 1, 10)))
	s := source(points, scene.DefaultSettings())
	s.Name = "x\u202e\x00"
	c := decoded(t, web.Of(s))
	for _, name := range append([]string{c.Name}, append(c.Buildings.Name, c.Buildings.Label...)...) {
		if strings.ContainsAny(name, "\u202e\x1b\x00") {
			t.Errorf("%q", name)
		}
	}
	if !slices.ContainsFunc(c.Buildings.Name, func(n string) bool { return strings.HasSuffix(n, "</script>") }) {
		t.Errorf("names %q", c.Buildings.Name)
	}
}

// TestThin: points are evenly spaced, ascending, include both ends, and do not exceed the existing ones.
func TestThin(t *testing.T) {
	for _, tt := range []struct {
		n, most int
		want    []int
	}{{0, 5, nil}, {5, 0, nil}, {1, 5, []int{0}}, {2, 2, []int{0, 1}}, {5, 1, []int{4}}, {5, 2, []int{0, 4}}, {5, 3, []int{0, 2, 4}},
		{5, 4, []int{0, 1, 2, 4}}, {5, 5, []int{0, 1, 2, 3, 4}}, {5, 6, []int{0, 1, 2, 3, 4}}} {
		if got := web.Thin(tt.n, tt.most); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%d of %d: %v, want %v", tt.most, tt.n, got, tt.want)
		}
	}
}

// TestFit: recordings that are too large lose GC points, then groups, and the page has notes about this.
func TestFit(t *testing.T) {
	points := citytest.WideRecording(20, 30, 150)
	for i := range points {
		points[i].Source = i
	}
	s := trees.NewSeries(points)
	fit := func(most int) (*web.City, string) {
		c, text, err := web.Fit(most, func(n, children int) (web.Source, error) {
			settings := scene.DefaultSettings()
			if children > 0 {
				settings.Children = children
			}
			plan := scene.NewPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
			return web.Source{Plan: plan, Settings: settings, Points: web.Thin(s.Len(), n), Of: s.Len()}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return c, text
	}
	all, text := fit(1 << 30)
	if len(all.Points) != web.MaxPoints || len(all.Buildings.Name) != 600 || len(all.Notes) != 1 || !strings.Contains(all.Notes[0], "120 of 150 GC points") {
		t.Fatalf("%d points, %d buildings, %q", len(all.Points), len(all.Buildings.Name), all.Notes)
	}
	fewer, small := fit(len(text) - 1)
	if len(small) >= len(text) || len(fewer.Points) != web.MaxPoints/2 || len(fewer.Buildings.Name) != 600 || fewer.Points[59].Number != 150 {
		t.Errorf("%d bytes, %d points, %d buildings", len(small), len(fewer.Points), len(fewer.Buildings.Name))
	}
	least, small := fit(20_000)
	if len(small) > 20_000 || len(least.Buildings.Name) >= 600 || len(least.Notes) != 2 || !strings.Contains(least.Notes[1], "low blocks") {
		t.Errorf("%d bytes, %d buildings, %q", len(small), len(least.Buildings.Name), least.Notes)
	}
}

// decode is the inverse of [web.City.Encode].
func decode(text string) (*web.City, error) {
	c := &web.City{}
	r := flate.NewReader(base64.NewDecoder(base64.RawURLEncoding, bytes.NewBufferString(text)))
	if err := json.NewDecoder(io.LimitReader(r, 1<<30)).Decode(c); err != nil {
		return nil, err
	}
	return c, r.Close()
}
