package scene

import (
	"slices"

	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
	"memcity/trace/pods"
)

// Versions contains, for one GC point of a fleet, the share of each version of a service in each group. The shares of a group are relative
// to its total over all pods of the service. The class of a version is the number of later versions of its service that have pods; the last
// class covers all earlier ones. A service whose pods all run one version has no shares. Read-only once built.
type Versions struct {
	Series *trees.Series
	Point  int // of the series

	Names  [agespkg.Classes][]string // services with the versions of a class, such as "shop 1.5"
	groups []*agespkg.Counts         // by node; nil without shares
}

// NewVersions computes the shares at a GC point; nil for a single program. The cost is linear in the groups and pods.
func NewVersions(s *trees.Series, point int) *Versions {
	f := s.Fleet(point)
	if f == nil {
		return nil
	}
	v := &Versions{Series: s, Point: point, groups: make([]*agespkg.Counts, len(s.Nodes))}
	classes := v.classes(f)
	whole := &agespkg.Counts{Known: true}
	for i, g := range f.Groups {
		if len(g.Amounts) == 0 || classes[g.Amounts[0].Pod] < 0 {
			continue
		}
		node, counts := s.NodeOf(point, i), &agespkg.Counts{Known: true}
		for _, a := range g.Amounts {
			counts.Classes[classes[a.Pod]].Add(trees.Amount{Objects: a.Objects, Bytes: a.Bytes})
		}
		v.groups[node] = counts
		if s.Nodes[node].Parent == 0 {
			for class, amount := range counts.Classes {
				whole.Classes[class].Add(amount)
			}
		}
	}
	if len(v.groups) > 0 {
		v.groups[0] = whole
	}
	return v
}

// classes returns the version class of each pod, negative without shares, and sets Names.
func (v *Versions) classes(f *pods.Fleet) []int {
	versions := map[string][]string{} // by service, oldest first
	var services []string
	for i := range f.Pods {
		p := &f.Pods[i]
		if versions[p.Service] == nil {
			services = append(services, p.Service)
		}
		if !slices.Contains(versions[p.Service], p.Version) {
			versions[p.Service] = append(versions[p.Service], p.Version)
		}
	}
	for _, service := range services {
		if len(versions[service]) < 2 {
			continue
		}
		for at, version := range versions[service] {
			class := VersionClass(at, len(versions[service]))
			v.Names[class] = append(v.Names[class], service+" "+version)
		}
	}
	list := make([]int, len(f.Pods))
	for i := range f.Pods {
		of := versions[f.Pods[i].Service]
		if list[i] = -1; len(of) < 2 {
			continue
		}
		list[i] = int(VersionClass(slices.Index(of, f.Pods[i].Version), len(of)))
	}
	return list
}

// VersionClass returns the class of version at, oldest first, among the given number of versions of a service with pods.
func VersionClass(at, versions int) agespkg.Class {
	return min(agespkg.Class(versions-1-at), agespkg.Before)
}

// Of returns the shares of a node of the series, by class; nil if there are none.
func (v *Versions) Of(node int32) *agespkg.Counts { return v.groups[node] }

// Versioned returns the city at a GC point of a fleet with storeys by version, oldest at the bottom. The height of each storey is its share
// of the objects or bytes of all pods. All buildings are opaque and keep their masts. A building without shares is gray. The cost is linear
// in the shown groups.
func (p *Plan) Versioned(v *Versions, settings Settings) *City {
	c := p.At(v.Point, settings)
	c.Versions = v
	palette, unit := settings.Palette(), p.settings.Unit
	for i := range c.Buildings {
		b := &c.Buildings[i]
		b.Shrunk, b.Opacity, b.Color = 0, 1, palette.Kept
		if counts := v.Of(b.Node); counts != nil {
			b.Storeys = storeys(counts, unit, b.Height)
			if b.Storeys != nil {
				b.Color = palette.Age(middle(counts, unit))
			}
		}
	}
	return c
}

// InStoreys reports whether buildings have storeys.
func (c *City) InStoreys() bool { return c.Aged != nil || c.Versions != nil }
