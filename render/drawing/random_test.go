package drawing

import (
	"cmp"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"memcity/city/scene"
	"memcity/layout"
)

// randomCity returns a city of nested districts with the given number of buildings, and a function that names its nodes. The same arguments
// give the same plan; step changes values over time. Buildings that are not solid have the given opacity.
func randomCity(buildings int, step float64, opacity float64) (*scene.City, func(int32) string) {
	b := &cityBuilder{rng: rand.New(rand.NewSource(int64(buildings))), city: &scene.City{}, step: step, opacity: opacity}
	side := math.Sqrt(float64(buildings)) * 12
	b.side = side
	b.district(layout.Rect{W: side * 1.1, D: side / 1.1}, buildings, 0, -1)
	order := make([]int32, len(b.city.Buildings))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int {
		return cmp.Compare(b.city.Buildings[y].GrowthBytes, b.city.Buildings[x].GrowthBytes)
	})
	for _, i := range order[:min(10, len(order))] {
		b.city.Buildings[i].Solid, b.city.Buildings[i].Opacity = true, 1
	}
	return b.city, func(node int32) string { return b.names[node] }
}

type cityBuilder struct {
	rng           *rand.Rand
	city          *scene.City
	names         []string
	side          float64
	step, opacity float64
}

var (
	packageWords = []string{"orders", "cache", "metrics", "render", "index", "query", "config", "crypto", "jobs", "search",
		"storage", "parser", "network", "util", "graph", "billing"}
	typeWords = []string{"String", "byte[]", "HashMap$Node", "Object[]", "Session", "OrderLine", "LinkedList$Node", "char[]",
		"ConcurrentHashMap$Node", "LocalDate", "AtomicLong", "ArrayList", "Customer", "int[]", "Segment", "Token"}
)

func (b *cityBuilder) district(cell layout.Rect, buildings, level int, parent int32) {
	c := b.city
	at := int32(len(c.Districts))
	plot := cell
	if parent >= 0 {
		s := min(b.side*0.003, 0.04*min(cell.W, cell.D))
		plot = cell.Inset(s, s, s, s)
	}
	short := min(plot.W, plot.D)
	border := min(b.side*0.004, 0.05*short)
	front := max(border, min(b.side*0.016, 0.13*plot.D))
	inner := plot.Inset(border, border, border, front)
	c.Districts = append(c.Districts, scene.District{
		Node: b.name(packageWords), Parent: parent, Level: int32(level), Plot: plot,
		Label: layout.Rect{X: inner.X, Z: inner.Z + inner.D, W: inner.W, D: front},
		Color: levelColor(level), First: int32(len(c.Buildings)),
	})
	parts := b.split(buildings, level)
	weights := make([]float64, len(parts))
	for i, n := range parts {
		for range n {
			weights[i] += 0.25 + math.Pow(b.rng.Float64(), 6)*8
		}
	}
	slices.SortFunc(parts, func(x, y int) int { return y - x })
	slices.SortFunc(weights, func(x, y float64) int { return cmp.Compare(y, x) })
	cells := make([]layout.Rect, len(parts))
	layout.Squarify(cells, weights, inner)
	for i, n := range parts {
		if n > 1 {
			b.district(cells[i], n, level+1, at)
		} else {
			b.building(cells[i].Scaled(0.88), at, level+1)
		}
	}
	c.Districts[at].End = int32(len(c.Buildings))
}

func (b *cityBuilder) split(buildings, level int) []int {
	if buildings <= 24 || level >= 4 {
		return slices.Repeat([]int{1}, buildings)
	}
	n := 4 + b.rng.Intn(6)
	parts := make([]int, n)
	left := buildings
	for i := range parts {
		parts[i] = max(left/(n-i)*(50+b.rng.Intn(101))/100, 1)
		if i == n-1 {
			parts[i] = left
		}
		parts[i] = min(parts[i], left-(n-1-i))
		left -= parts[i]
	}
	return parts
}

func (b *cityBuilder) building(plot layout.Rect, district int32, level int) {
	full := 0.4 + 0.6*b.rng.Float64()
	growth := math.Pow(b.rng.Float64(), 5)
	now := min(full*(1+(b.step-1)*growth*0.8), 1)
	if b.rng.Float64() < 0.02 && b.step < 0.5 {
		now = 0
	}
	base := plot.Scaled(math.Sqrt(now))
	tall := 1 + 0.0*b.rng.Float64()
	b.city.Buildings = append(b.city.Buildings, scene.Building{
		Node: b.name(typeWords), District: district, Plot: plot, Base: base,
		Bottom: float64(level) * b.side * 0.006, Height: 2 * math.Sqrt(base.Area()) * tall,
		Color: scene.Settings{}.Palette().Growth(growth * b.step), Opacity: b.opacity,
		Objects: int64(1000 * now), FirstObjects: int64(1000 * now), GrowthBytes: int64(growth * 1e6 * plot.Area()),
	})
}

func (b *cityBuilder) name(words []string) int32 {
	n := int32(len(b.names))
	name := words[b.rng.Intn(len(words))]
	if b.rng.Intn(4) == 0 {
		name = fmt.Sprintf("com.acme.shop.%s.%s", packageWords[b.rng.Intn(len(packageWords))], name)
	}
	b.names = append(b.names, name)
	return n
}

func levelColor(level int) scene.RGB {
	ramp := []scene.RGB{{R: 0x17, G: 0x33, B: 0x5c}, {R: 0x2f, G: 0x58, B: 0x8e}, {R: 0x4d, G: 0x80, B: 0xbb},
		{R: 0x7b, G: 0xa9, B: 0xd8}, {R: 0xa9, G: 0xcf, B: 0xf2}}
	return ramp[min(level, len(ramp)-1)]
}

// changeSome gives the buildings of a scene's city a history, with each kind of change in turn. Absent buildings become empty.
func changeSome(s *Scene) {
	from, to := *s.from, *s.to
	from.Buildings, to.Buildings = slices.Clone(from.Buildings), slices.Clone(to.Buildings)
	turn := 0
	for i := range to.Buildings {
		b := &to.Buildings[i]
		b.MaxObjects = 2000
		c := change(i % 5)
		if b.Solid {
			c = change(turn % 4)
			turn++
		}
		switch c {
		case grew:
			b.FirstObjects = b.Objects / 2
		case shrank:
			b.FirstObjects, b.Shrunk = 2*b.Objects, 1
		case appeared:
			b.FirstObjects = 0
		case absent:
			b.Objects, b.FirstObjects, b.Height = 0, 0, 0
			b.Base = b.Plot.Scaled(0)
		}
		from.Buildings[i].FirstObjects, from.Buildings[i].MaxObjects = b.FirstObjects, b.MaxObjects
	}
	s.SetCity(&from, &to)
}
