package web

import (
	"math"

	"memcity/city/link"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/layout"
	"memcity/words"
)

// Source contains the inputs of a page.
type Source struct {
	Name     string
	Plan     *scene.Plan
	Settings scene.Settings
	Points   []int // points of the series to show, ascending, including the last one
	Begin    int   // initial point of the series; if it is not in Points, the last one before it
	Of       int   // GC points of the recording
	Notes    []string
	Verdict  string
	Judged   bool // true if the guide could search for leaks
	Findings []Pinned
	Drawn    int          // frustums of a building in each direction
	Most     int          // maximum number of references, as pairs of buildings times GC points
	Story    []link.Scene // scenes whose GC points are in Points
}

// Pinned is a finding at the GC points with data on its objects.
type Pinned struct {
	At    []*scene.Pins // ascending by point, including the last one
	Exact bool          // true if its objects are available there
}

// Aspect is the ratio of width to height of the page's picture, for which views are chosen.
const Aspect = 16.0 / 9

// Of makes the city of a page. The cost is linear in the buildings, the references and the GC points.
func Of(s Source) *City {
	m := &maker{Source: s, out: &City{Name: words.Printable(s.Name), Verdict: words.Printable(s.Verdict), Of: s.Of, Notes: s.Notes}}
	if m.Settings.Color != scene.PlainColors {
		m.Settings.Color = scene.GrowthColors
	}
	for _, at := range s.Points {
		m.cities = append(m.cities, s.Plan.At(at, m.Settings))
	}
	m.unit = Grid / max(s.Plan.Ground.W, s.Plan.Ground.D, 1e-9)
	m.whole()
	m.districts()
	m.buildings()
	m.blocks()
	for i := range s.Findings {
		m.finding(&s.Findings[i])
	}
	m.references()
	m.out.Light, m.out.Dark = m.palette(scene.Light), m.palette(scene.Dark)
	m.modes()
	m.scenes()
	return m.out
}

type maker struct {
	Source
	out    *City
	cities []*scene.City // by point
	unit   float64       // units of the page per unit of the plan
}

func (m *maker) length(v float64) int { return int(math.Round(v * m.unit)) }

func (m *maker) rect(r layout.Rect) [4]int {
	x, z := m.length(r.X), m.length(r.Z)
	return [4]int{x, z, m.length(r.X+r.W) - x, m.length(r.Z+r.D) - z}
}

func (m *maker) whole() {
	c, p := m.out, m.Plan
	settings := p.Settings()
	c.Bytes, c.Square = settings.Unit == trees.Bytes, settings.Area == scene.Sqrt
	c.Ground, c.Slab, c.Top = m.rect(p.Ground), m.length(p.SlabHeight), m.length(p.Bounds().Max.Y)
	c.Red = p.RedGrowth(m.Settings)
	for i := range c.Stops {
		c.Stops[i] = scene.GrowthStop(i, m.Settings)
	}
	for i, at := range m.Points {
		if at <= m.Begin {
			c.Begin = i
		}
		c.Points = append(c.Points, Point{p.Series.Source(at) + 1, words.Time(p.Series.Times[at]), m.cities[i].Objects, m.cities[i].Bytes})
	}
}

func (m *maker) districts() {
	for _, d := range m.cities[0].Districts {
		m.out.Districts = append(m.out.Districts, District{words.Printable(m.Plan.Name(d.Node)), int(d.Parent), int(d.Level), m.rect(d.Plot), m.rect(d.Label)})
	}
}

func (m *maker) buildings() {
	b, unit := &m.out.Buildings, m.Plan.Settings().Unit
	var before *scene.City
	for _, c := range m.cities {
		var objects, bytes []int64
		var tone, cool []int
		for i := range c.Buildings {
			now := &c.Buildings[i]
			was := &scene.Building{}
			if before != nil {
				was = &before.Buildings[i]
			}
			objects, bytes = append(objects, now.Objects-was.Objects), append(bytes, now.Bytes-was.Bytes)
			grown := m.Plan.Grown(now.Of(unit)-now.First(unit), m.Settings)
			tone, cool = append(tone, part(grown, Full-1)), append(cool, part(now.Shrunk, Full))
		}
		b.Objects, b.Bytes, b.Tone, b.Cool = append(b.Objects, objects), append(b.Bytes, bytes), append(b.Tone, tone), append(b.Cool, cool)
		before = c
	}
	for i := range m.cities[0].Buildings {
		at := &m.cities[0].Buildings[i]
		b.Name = append(b.Name, words.Printable(m.Plan.Name(at.Node)))
		b.Label = append(b.Label, words.Printable(words.TypeName(m.Plan.Label(at.Node))))
		b.District, b.Plot, b.Bottom = append(b.District, int(at.District)), append(b.Plot, m.rect(at.Plot)), append(b.Bottom, m.length(at.Bottom))
		b.High = append(b.High, m.length(scene.FullHeight(at.Plot)))
		most := at.MaxObjects
		if unit == trees.Bytes {
			most = at.MaxBytes
		}
		b.Most, b.First = append(b.Most, most), append(b.First, at.First(unit))
		if m.Plan.Series.Owned(at.Node) {
			b.Own = append(b.Own, i)
		}
	}
}

// part returns a share from 0 to 1 as an integer from 0 to whole.
func part(share float64, whole int) int {
	return int(math.Round(trees.Clamp(share, 0, 1) * float64(whole)))
}

// sides represents the side of a block that fills its plot.
const sides = 1 << 16

func (m *maker) blocks() {
	b := &m.out.Blocks
	var before *scene.City
	for _, c := range m.cities {
		var side, height, groups []int
		var objects, bytes []int64
		for i := range c.Blocks {
			now := &c.Blocks[i]
			was := &scene.Block{}
			if before != nil {
				was = &before.Blocks[i]
			}
			side, height = append(side, part(now.Base.W/max(now.Plot.W, 1e-12), sides)), append(height, m.length(now.Height))
			groups = append(groups, now.Groups)
			objects, bytes = append(objects, now.Objects-was.Objects), append(bytes, now.Bytes-was.Bytes)
		}
		b.Side, b.Height, b.Groups = append(b.Side, side), append(b.Height, height), append(b.Groups, groups)
		b.Objects, b.Bytes = append(b.Objects, objects), append(b.Bytes, bytes)
		before = c
	}
	for i := range m.cities[0].Blocks {
		at := &m.cities[0].Blocks[i]
		b.District, b.Plot, b.Bottom = append(b.District, int(at.District)), append(b.Plot, m.rect(at.Plot)), append(b.Bottom, m.length(at.Bottom))
	}
}
