package scene

import (
	"cmp"

	"memcity/city/trees"
	pinspkg "memcity/city/view/pins"
)

// Pins contains the findings that a city marks at one GC point of a series. Read-only once built.
type Pins struct {
	*pinspkg.Report
	Series *trees.Series
	Point  int // of the series
	List   []Pin
	Shown  int // index into List of the current finding, whose objects are colored

	held []trees.Amount // by node; objects of the current finding
}

// Pin is a finding with the node of its group.
type Pin struct {
	*pinspkg.Pin
	Node    int32
	Further []int32 // nodes of the further types that the finding is about
}

// NewPins maps findings to groups. It omits findings about groups that the series does not have. The cost is linear in the groups.
func NewPins(s *trees.Series, point int, report *pinspkg.Report) *Pins {
	k := &Pins{Report: report, Series: s, Point: point}
	if len(s.Nodes) == 0 {
		return k
	}
	types := s.TypeGroups(point)
	chain := trees.DefaultChain()
	if report.Query.Heap.By.By.Len() > 0 {
		chain = report.Query.Heap.By.By
	}
	for i := range report.Pins {
		p := &report.Pins[i]
		node, ok := int32(0), false
		if p.Key != "" && (p.By == chain || p.By.Empty()) {
			node, ok = s.Find(p.Key)
		}
		var objects []trees.Amount
		if i == report.Shown {
			objects = k.objects(p, types)
		}
		if !ok {
			node, ok = types.Of(p.Type)
		}
		if !ok && objects != nil {
			node, ok = k.most(objects)
		}
		if !ok {
			continue
		}
		var further []int32
		for _, name := range p.Further {
			if n, ok := types.Of(name); ok && n != node {
				further = append(further, n)
			}
		}
		if objects != nil && len(p.Groups) == 0 && report.Objects == nil { // the whole groups belong to the finding
			for _, n := range append(further, node) {
				objects[n] = s.Amount(point, n)
			}
		}
		if i == report.Shown {
			k.Shown, k.held = len(k.List), objects
		}
		k.List = append(k.List, Pin{p.At(s.Source(point) + 1), node, further})
	}
	return k
}

// objects returns, by node, the objects that clearing the finding's reference would free. If the report lacks them, it returns the growth
// of the types that the finding names.
func (k *Pins) objects(p *pinspkg.Pin, types trees.TypeGroups) []trees.Amount {
	if k.Report.Objects != nil {
		return k.Report.Objects.Over(k.Series).Groups
	}
	held := make([]trees.Amount, len(k.Series.Nodes))
	for i := range p.Groups {
		g := &p.Groups[i]
		node, ok := types.Of(g.Type)
		if !ok {
			continue
		}
		held[node] = trees.Amount{Objects: g.Objects, Bytes: g.Bytes}
		if p.Grows {
			held[node] = trees.Amount{Objects: max(g.GrowthObjects, 0), Bytes: max(g.GrowthBytes, 0)}
		}
	}
	return held
}

// most returns the leaf group with the most objects of the finding, or with the most bytes where objects are not counted. ok is false if none
// has any.
func (k *Pins) most(held []trees.Amount) (node int32, ok bool) {
	for i := range held {
		n := int32(i)
		if !k.Series.IsLeaf(n) || held[n] == (trees.Amount{}) {
			continue
		}
		if !ok || cmp.Or(cmp.Compare(held[n].Objects, held[node].Objects), cmp.Compare(held[n].Bytes, held[node].Bytes)) > 0 {
			node, ok = n, true
		}
	}
	return node, ok
}

// Current returns the current finding; ok is false if there is none.
func (k *Pins) Current() (p Pin, ok bool) {
	if k == nil || len(k.List) == 0 {
		return Pin{}, false
	}
	return k.List[k.Shown], true
}

// Of returns the objects of a node that belong to the current finding.
func (k *Pins) Of(node int32) trees.Amount {
	if k.held == nil {
		return trees.Amount{}
	}
	return k.held[node]
}

// minHeld is the minimum colored share of a building with any objects of the finding, so that the color is visible.
const minHeld = 0.03

// restPale is the strength of the finding's color on the remaining part of its building. It keeps the roof distinguishable.
const restPale = 0.2

// Rest returns the color of the building of a finding where its objects do not belong to the finding.
func (p *Palette) Rest(e pinspkg.Emphasis) RGB {
	finding, _ := p.Found(e)
	return finding.mix(p.Growth(0), restPale)
}

// tints returns the base colors of the buildings of all findings, by node: [Palette.Rest] for the group of a finding, and the paler color of
// its other objects for further types. The current finding decides the color of a shared building, then the strongest one.
func (k *Pins) tints(p *Palette) map[int32]RGB {
	type tint struct {
		color RGB
		rank  int
	}
	of := map[int32]tint{}
	for i := range k.List {
		pin := &k.List[i]
		_, held := p.Found(pin.Emphasis)
		rank := 2 * int(pin.Emphasis)
		if i == k.Shown {
			rank = 2 * int(pinspkg.Emphases)
		}
		for _, n := range pin.Further {
			if old, ok := of[n]; !ok || rank > old.rank {
				of[n] = tint{held, rank}
			}
		}
		if old, ok := of[pin.Node]; !ok || rank+1 > old.rank {
			of[pin.Node] = tint{p.Rest(pin.Emphasis), rank + 1}
		}
	}
	colors := make(map[int32]RGB, len(of))
	for n, t := range of {
		colors[n] = t.color
	}
	return colors
}

// Pinned returns the city at a GC point with its findings colored and the rest pale. The groups of all findings are tinted. Of the current
// finding, the share of each building that belongs to it is colored, from the ground up. Its group has a roof sign if the finding is at
// least suspect. Buildings of findings are opaque; others keep their opacity of [Plan.At]. Without findings the whole city is pale. The GC
// root is placed where the view from look shows it. The cost is linear in the shown groups.
func (p *Plan) Pinned(k *Pins, settings Settings, look Look) *City {
	settings.Color = PlainColors
	c := p.At(k.Point, settings)
	c.Pinned, c.Look = k, look
	palette, unit := settings.Palette(), p.settings.Unit
	pin, found := k.Current()
	var finding, held RGB
	if found {
		finding, held = palette.Found(pin.Emphasis)
	}
	tints := k.tints(palette)
	for i := range c.Buildings {
		b := &c.Buildings[i]
		b.Shrunk, b.Solid = 0, false
		if !found {
			continue
		}
		b.KeptColor = held
		if color, ok := tints[b.Node]; ok {
			b.Color, b.Opacity = color, 1
		}
		if b.Node == pin.Node {
			b.KeptColor, b.Solid = finding, pin.Emphasis >= pinspkg.Suspect
		}
		if now := b.Of(unit); now > 0 {
			share := trees.Clamp(float64(k.Of(b.Node).Of(unit))/float64(now), 0, 1)
			if share > 0 && share < minHeld {
				share = minHeld
			}
			b.Kept = share * b.Height
			if share > 0 {
				b.Opacity = 1
			}
		}
	}
	if found && pin.Root != "" {
		c.Thread = c.thread(p.Shows(pin.Node), look)
	}
	return c
}

// WithPins returns the city at a GC point with its findings if the color setting shows findings. Without findings, a recording in which
// growth was judged is pale, and any other keeps its usual colors.
func (p *Plan) WithPins(k *Pins, settings Settings, look Look) *City {
	if !settings.Color.Finds() || len(k.Found.Findings) == 0 && settings.Color == AutoColors && (!k.Found.Judged || p.Series.Len() == 1) {
		return p.At(k.Point, settings)
	}
	return p.Pinned(k, settings, look)
}

// Opening returns the direction of the overview that shows the current finding best at the last GC point. It is the same at all GC points.
// The cost is that of a city and of some hundred rays.
func (p *Plan) Opening(k *Pins, settings Settings, home func(Look) Camera) Look {
	pin, ok := k.Current()
	if !ok || !settings.Color.Finds() {
		return Look{}
	}
	return p.At(p.Series.Len()-1, settings).Opening(p.Shows(pin.Node), home)
}
