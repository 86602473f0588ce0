package present

import (
	"cmp"
	"fmt"
	"slices"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/render/describe"
	"memcity/render/ui/model"
)

// Limits of the buildings in a description: at most describedBuildings of the largestBuildings largest ones are listed.
const (
	describedBuildings = 50
	largestBuildings   = 500
)

// describeBuildings lists the largest clickable buildings, the largest first.
func (p *Presenter) describeBuildings() []describe.DescribedBuilding {
	c := p.Store.City
	value := func(i int) int64 {
		if p.Store.State.Settings.Unit == trees.Bytes {
			return c.Buildings[i].Bytes
		}
		return c.Buildings[i].Objects
	}
	order := indexes(len(c.Buildings))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(value(j), value(i)) })
	list := []describe.DescribedBuilding{}
	for _, i := range order[:min(len(order), largestBuildings)] {
		if len(list) == describedBuildings {
			break
		}
		target := scene.Target{Kind: scene.OnBuilding, Index: int32(i)}
		rect, at, ok := p.Pick.Spot(target)
		if !ok {
			continue
		}
		b := &c.Buildings[i]
		list = append(list, describe.DescribedBuilding{Key: c.Plan.Series.Key(b.Node), Name: c.Plan.Name(b.Node),
			Rect: describe.DescribeRect(rect), At: [2]int{at.X, at.Y}, Objects: b.Objects, Bytes: b.Bytes})
	}
	return list
}

// describePin describes the finding that the city points at; nil if there is none.
func (p *Presenter) describePin() *describe.DescribedPin {
	c := p.Store.City
	pin, ok := c.Pinned.Current()
	if !ok {
		return nil
	}
	d := &describe.DescribedPin{Text: pin.Text(), Key: c.Plan.Series.Key(pin.Node), Of: len(c.Pinned.List)}
	target := c.Plan.Shows(pin.Node)
	if box, ok := c.Box(target); ok {
		rect, _ := p.Screen.Project(p.Store.State.Camera, box)
		d.Rect = describe.DescribeRect(rect)
		d.Seen = describe.RoundTo(p.Cityscape.Lit().Seen(target, p.Store.State.Camera.Viewpoint(p.Store.State.Bounds)), 2)
	}
	return d
}

// Place returns where to click the control with the given text, or the building or district with the given key. Controls precede plain texts
// and buildings; upper panels precede lower ones. A text may be qualified by its panel, as in "settings: Close".
func (p *Presenter) Place(name string) (x, y float64, err error) {
	var found *model.Item
	items := p.Panels.Describe()
	for n := range items {
		i := &items[n]
		if (i.Text == name || string(i.Panel)+": "+i.Text == name) && (found == nil || isControl(i) && !isControl(found) ||
			isControl(i) == isControl(found) && i.Panel != found.Panel) {
			found = i
		}
	}
	node, isGroup := p.Store.Find(name)
	if found != nil && (isControl(found) || !isGroup) {
		middle := found.Rect.Min.Add(found.Rect.Size().Div(2))
		return float64(middle.X), float64(middle.Y), nil
	}
	if !isGroup {
		return 0, 0, fmt.Errorf("%q: no control has this text, and no building or district has this key", name)
	}
	target := p.Store.City.Plan.Target(node)
	if !target.OfGroup() {
		return 0, 0, fmt.Errorf("%q: this group is too small to be shown", name)
	}
	_, at, ok := p.Pick.Spot(target)
	if !ok {
		return 0, 0, fmt.Errorf("%q: not visible from here", name)
	}
	return float64(at.X), float64(at.Y), nil
}

func isControl(i *model.Item) bool { return i.Kind != "text" && i.Kind != "value" }

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
