package scene

import (
	"cmp"
	"slices"
)

// Limits of bundles, which replace references that are too many to draw individually.
const (
	maxBundles  = 8    // per direction
	bundleShare = 0.12 // largest radius at a district over the shorter side of its plot
)

// Drawn returns the frustums to draw from a list in the order of [City.References]: the result of [Strongest], and bundles of the rest.
// Each direction has at most eight bundles. A bundle ends in a district that contains many of the other ends, as deep as possible. The
// remaining references end in the enclosing district.
//
// At the district, the radius of a bundle shows the share of the district's objects that have these references. At the selected building,
// it shows the largest share of any bundled reference, because several references may have the same objects. The cost is linear in the
// references, per bundle and level of districts.
func (c *City) Drawn(refs []Reference, n int, keep Target) []Reference {
	return c.drawn(refs, n, maxBundles, keep)
}

// DrawnOfAll returns the frustums to draw for several targets: those of [City.Drawn], but fewer per target. Together, the targets get n
// frustums of each direction and the bundles of a single target, but at least one of each per target. Frustums between two targets are
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

// drawn is Drawn with the given maximum number of bundles per direction.
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

// bundle contains references of one direction that end in one district.
type bundle struct {
	district int32
	refs     []Reference
}

// split divides references among districts, at most most. It repeatedly gives a bundle to the district with most references directly below
// a district with a bundle. It omits references to a building without a district.
func (c *City) split(refs []Reference, most int) []bundle {
	refs = slices.DeleteFunc(refs, func(r Reference) bool { return c.Buildings[r.other()].District < 0 })
	if len(refs) == 0 {
		return nil
	}
	bundles := c.parts(&bundle{-1, refs}) // for the root district
	for {
		from, part := -1, bundle{}
		for i := range bundles {
			for _, p := range c.parts(&bundles[i]) {
				whole := len(p.refs) == len(bundles[i].refs) // replaces the bundle, so that the count stays the same
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

// parts splits a bundle among the districts directly below its own. Buildings directly in the district stay with it.
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

// below returns the child of district outer that contains district inner.
func (c *City) below(outer, inner int32) int32 {
	for inner >= 0 && inner != outer && c.Districts[inner].Parent != outer {
		inner = c.Districts[inner].Parent
	}
	return inner
}

// bundle returns one frustum for all references of a bundle.
func (c *City) bundle(b *bundle) Reference {
	d := &c.Districts[b.district]
	out := b.refs[0] // the strongest
	var objects int64
	for _, r := range b.refs {
		objects += r.partner()
	}
	// Counts of different groups add up. Objects in several groups may make the sum exceed the district's count.
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
