package describe

import (
	"cmp"
	"slices"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/pods"
	"memcity/render/ui/model"
)

// Groups describes the groups of a city for panels.
type Groups struct {
	City  *scene.City
	State *state.State
	Pods  *pods.Latest // pods of the selection; nil for none
}

func (d Groups) plan() *scene.Plan { return d.City.Plan }

// Group describes the group of the given node. It includes references if links is set.
func (d Groups) Group(node int32, links bool) *model.Group {
	p, s := d.plan(), d.plan().Series
	g := &model.Group{
		Key: s.Key(node), Objects: s.Objects(d.City.Point, node), Bytes: s.Bytes(d.City.Point, node),
		FirstObjects: p.Meta.Objects[node].First, FirstBytes: p.Meta.Bytes[node].First,
		LastObjects: p.Meta.Objects[node].Last, LastBytes: p.Meta.Bytes[node].Last,
		Path: d.Path(node),
	}
	t := p.Target(node)
	if t.Kind == scene.OnBuilding {
		b := &d.City.Buildings[t.Index]
		g.Building, g.Solid, g.Color = true, b.Solid && !b.Halved, b.Color
		if p.Meta.Of(p.Settings().Unit)[node].Growth() > 0 {
			g.Rank, g.Ranked = p.Rank(t.Index), len(d.City.Buildings)
		}
	} else if t.Kind == scene.OnDistrict {
		g.Color = d.City.Districts[t.Index].Color
	}
	if g.Hidden = !t.OfGroup(); g.Hidden && links {
		g.Needs = p.Needs(node)
	}
	g.Block = d.Block(t)
	g.NoReferences = !s.HasPointers(d.City.Point)
	if e, ok := s.Estimate(d.City.Point, node); ok {
		g.Estimate = &e
	}
	g.Budgets = d.City.BudgetsOf(node)
	if d.City.Compared != nil {
		fate := d.City.Compared.Fate(node)
		g.Fate = &fate
	}
	if d.City.Aged != nil {
		g.Ages = d.City.Aged.Of(node)
	}
	if h := d.City.Used; h != nil {
		g.Use = h.UseOf(node)
	}
	if mark, ok := d.State.Marks[g.Key]; ok {
		g.Mark = &mark
	}
	if links {
		d.links(g, t)
		g.Pods = d.pods().Of(s, d.City.Point, node, d.plan().Settings().Unit)
		for point := range s.Len() {
			g.History = append(g.History, s.Amount(point, node))
		}
	}
	return g
}

func (d Groups) pods() *pods.Latest {
	if d.Pods == nil {
		return &pods.Latest{}
	}
	return d.Pods
}

// Block describes a block, or the block of a district; nil if the target has none.
func (d Groups) Block(t scene.Target) *model.Block {
	for i := range d.City.Blocks {
		if b := &d.City.Blocks[i]; t == (scene.Target{Kind: scene.OnBlock, Index: int32(i)}) || t == (scene.Target{Kind: scene.OnDistrict, Index: b.District}) {
			return &model.Block{Name: b.Name(), Path: d.Path(d.City.Districts[b.District].Node), Groups: b.Groups, Objects: b.Objects, Bytes: b.Bytes,
				Needs: b.Needs}
		}
	}
	return nil
}

func (d Groups) Path(node int32) []model.Part {
	s := d.plan().Series
	var parts []model.Part
	for n := range s.Nodes.Up(node) {
		parts = append(parts, model.Part{Key: s.Key(n), Name: s.Name(n), Role: s.Role(n)})
	}
	slices.Reverse(parts)
	return parts
}

func (d Groups) links(g *model.Group, t scene.Target) {
	refs, notShown := d.City.References(t)
	g.NotShown = notShown
	for _, r := range refs {
		other, own, partner := r.To, r.FromObjects, r.ToObjects
		if r.Incoming {
			other, own, partner = r.From, r.ToObjects, r.FromObjects
		}
		b := &d.City.Buildings[other]
		link := model.Link{Key: d.plan().Series.Key(b.Node), Name: d.plan().Name(b.Node), Own: own, Partner: partner, Color: b.Color}
		if r.Incoming {
			g.In = append(g.In, link)
		} else {
			g.Out = append(g.Out, link)
		}
	}
}

// Together merges the references of several groups. Object counts at the other ends are lower bounds, as the groups may share objects there.
func (d Groups) Together(keys []string) *model.Links {
	s := d.plan().Series
	out := &model.Links{NoReferences: !s.HasPointers(d.City.Point)}
	selected := map[string]bool{}
	for _, key := range keys {
		selected[key] = true
	}
	merged := [2]map[string]*model.Link{{}, {}}
	for _, key := range keys {
		var g model.Group
		d.links(&g, d.plan().Find(key))
		out.NotShown.In += g.NotShown.In
		out.NotShown.Out += g.NotShown.Out
		out.NotShown.Groups += g.NotShown.Groups
		for way, links := range [][]model.Link{g.In, g.Out} {
			for i := range links {
				l := &links[i]
				switch have := merged[way][l.Key]; {
				case selected[l.Key]:
					out.Within += 1 - way // each is seen from both ends
				case have == nil:
					merged[way][l.Key] = l
				default:
					have.Own, have.Partner, have.AtLeast = have.Own+l.Own, max(have.Partner, l.Partner), true
				}
			}
		}
	}
	out.In, out.Out = byOwn(merged[0]), byOwn(merged[1])
	return out
}

// byOwn lists references by descending number of own objects, then by key.
func byOwn(links map[string]*model.Link) []model.Link {
	var list []model.Link
	for _, l := range links {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(x, y model.Link) int { return cmp.Or(cmp.Compare(y.Own, x.Own), cmp.Compare(x.Key, y.Key)) })
	return list
}
