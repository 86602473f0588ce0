package scene

import (
	"cmp"
	"slices"
)

// Bundles of references that are too many to be drawn one by one.
const (
	maxBundles  = 8    // of each direction
	bundleShare = 0.12 // largest radius at a district over the shorter side of its plot
)

// Drawn returns the frustums that are drawn of a list in the order of [City.References]: those that [Strongest] chooses,
// and the rest in bundles, one to each of a few districts, at most eight of each direction: those that hold most of the
// other ends, as deep as possible, and what is left with the district around them.
//
// The radius of a bundle follows, at the district, the share of its objects that take part; at the selected building, that
// of the largest of the bundled numbers, since the objects behind them may be the same. Cost: linear in the references, for
// each bundle and each level of districts.
func (c *City) Drawn(refs []Reference, n int, keep Target) []Reference {
	return c.drawn(refs, n, maxBundles, keep)
}

// DrawnOfAll returns the frustums that are drawn of several targets: of each those of [City.Drawn], but fewer, n of each
// direction and as many bundles as one has, together, or one of each for each target. Those between two of the targets are
// drawn once, as outgoing.
func (c *City) DrawnOfAll(targets []Target, n int, keep Target) []Reference {
	if len(targets) == 1 {
		refs, _ := c.References(targets[0])
		return c.Drawn(refs, n, keep)
	}
	among := map[int32]bool{}
	for _, t := range targets {
		if t.Kind == OnBuilding {
			among[t.Index] = true
		}
	}
	each, bundles := max(n/max(len(targets), 1), 1), max(maxBundles/max(len(targets), 1), 1)
	var out []Reference
	for _, t := range targets {
		refs, _ := c.References(t)
		refs = slices.DeleteFunc(refs, func(r Reference) bool { return r.Incoming && among[r.From] })
		out = append(out, c.drawn(refs, each, bundles, keep)...)
	}
	return out
}

// drawn is Drawn with at most so many bundles of each direction.
func (c *City) drawn(refs []Reference, n, bundles int, keep Target) []Reference {
	out := Strongest(refs, n, keep)
	next := 0
	var rest [2][]Reference
	for _, r := range refs {
		switch {
		case next < len(out) && out[next] == r:
			next++
		case r.Incoming:
			rest[0] = append(rest[0], r)
		default:
			rest[1] = append(rest[1], r)
		}
	}
	for _, refs := range rest {
		for _, b := range c.split(refs, bundles) {
			out = append(out, c.bundle(&b))
		}
	}
	return out
}

// bundle is references of one direction that end in one district.
type bundle struct {
	district int32
	refs     []Reference
}

// split shares references out to districts: time and again the district with most of them, of those right below one that
// has a bundle, gets a bundle of its own, until there are most. What stands in no district is left out.
func (c *City) split(refs []Reference, most int) []bundle {
	refs = slices.DeleteFunc(refs, func(r Reference) bool { return c.Buildings[r.other()].District < 0 })
	if len(refs) == 0 {
		return nil
	}
	bundles := c.parts(&bundle{-1, refs}) // that of the root
	for {
		from, part := -1, bundle{}
		for i := range bundles {
			for _, p := range c.parts(&bundles[i]) {
				whole := len(p.refs) == len(bundles[i].refs) // takes no place of its own
				if p.district != bundles[i].district && len(p.refs) > len(part.refs) && (whole || len(p.refs) > 1 && len(bundles) < most) {
					from, part = i, p
				}
			}
		}
		if from < 0 {
			break
		}
		b := &bundles[from]
		b.refs = slices.DeleteFunc(b.refs, func(r Reference) bool {
			return c.below(b.district, c.Buildings[r.other()].District) == part.district
		})
		if len(b.refs) == 0 {
			*b = part
		} else {
			bundles = append(bundles, part)
		}
	}
	slices.SortStableFunc(bundles, func(a, b bundle) int {
		return cmp.Or(cmp.Compare(len(b.refs), len(a.refs)), cmp.Compare(a.district, b.district))
	})
	return bundles
}

// parts splits a bundle among the districts right below its own; what stands in the district itself stays with it.
func (c *City) parts(b *bundle) []bundle {
	var parts []bundle
	place := map[int32]int{}
	for _, r := range b.refs {
		d := c.below(b.district, c.Buildings[r.other()].District)
		i, ok := place[d]
		if !ok {
			i = len(parts)
			place[d] = i
			parts = append(parts, bundle{district: d})
		}
		parts[i].refs = append(parts[i].refs, r)
	}
	return parts
}

// below returns the district on the way from an outer one down to an inner one that is next to the outer.
func (c *City) below(outer, inner int32) int32 {
	for inner >= 0 && inner != outer && c.Districts[inner].Parent != outer {
		inner = c.Districts[inner].Parent
	}
	return inner
}

// bundle makes one frustum of many.
func (c *City) bundle(b *bundle) Reference {
	d := &c.Districts[b.district]
	out := b.refs[0] // the strongest
	var objects int64
	for _, r := range b.refs {
		objects += r.partner()
	}
	// Counts are of different groups, so they add up; objects in several groups may make that more than the district has.
	objects = min(objects, d.Objects)
	radius := bundleShare * min(d.Plot.W, d.Plot.D) * rootShare(objects, d.Objects)
	out.Groups, out.District = len(b.refs), b.district
	if out.Incoming {
		out.From, out.FromObjects, out.FromRadius = -1, objects, radius
	} else {
		out.To, out.ToObjects, out.ToRadius = -1, objects, radius
	}
	return out
}
