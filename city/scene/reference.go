package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/trace"
)

// radiusShare is the largest radius of a frustum over the shorter side of its building.
const radiusShare = 0.3

// References returns the frustums of a building: incoming, then outgoing. Each direction is sorted by the number of the building's own
// objects with these references, largest first. Groups without a plot are omitted, and counted in notShown. Targets other than buildings
// have no frustums.
//
// The radius at an end is proportional to the square root of the share of that building's objects that have these references. The
// cross-section is therefore the same share of the roof.
func (c *City) References(t Target) (refs []Reference, notShown Unseen) {
	if t.Kind != OnBuilding {
		return nil, notShown
	}
	s := c.Plan.Series
	pointers := s.Pointers(c.Point)
	if pointers == nil {
		return nil, notShown
	}
	node := s.IndexOf(c.Point, c.Buildings[t.Index].Node)
	if node < 0 {
		return nil, notShown
	}
	// pointedFrom[selected] lists the holders of the selected building, and pointsTo[selected] the groups that it refers to. The count for
	// the other end is in the other map, in the partner's row.
	unseen := map[int32]bool{}
	for _, way := range []struct {
		partners, selves *trace.PointerMap
		incoming         bool
		notShown         *int
	}{
		{&pointers.PointedFrom, &pointers.PointsTo, true, &notShown.In},
		{&pointers.PointsTo, &pointers.PointedFrom, false, &notShown.Out},
	} {
		start := len(refs)
		partners, counts := way.partners.Row(node)
		for i, partner := range partners {
			target := c.Plan.target[s.NodeOf(c.Point, partner)]
			if target.Kind != OnBuilding {
				unseen[partner] = true
				*way.notShown++
				continue
			}
			own := way.selves.Count(partner, node)
			refs = append(refs, c.reference(t.Index, target.Index, own, counts[i], way.incoming))
		}
		slices.SortStableFunc(refs[start:], func(x, y Reference) int {
			return cmp.Or(cmp.Compare(y.own(), x.own()), cmp.Compare(y.partner(), x.partner()))
		})
	}
	notShown.Groups = len(unseen)
	return refs, notShown
}

// Unseen counts the groups without a plot that refer to a building, that the building refers to, and both. Each group counts once.
type Unseen struct{ In, Out, Groups int }

// Strongest returns, for each direction, the n frustums with the most objects of the selected building. It also returns all frustums from
// or to the building keep. The list is in the order of [City.References]. More than a few dozen frustums would hide one another.
func Strongest(refs []Reference, n int, keep Target) []Reference {
	var out []Reference
	taken := map[bool]int{}
	for _, r := range refs {
		kept := keep.Kind == OnBuilding && (r.From == keep.Index || r.To == keep.Index)
		if taken[r.Incoming] < n || kept {
			taken[r.Incoming]++
			out = append(out, r)
		}
	}
	return out
}

func (c *City) reference(selected, partner int32, own, partners int64, incoming bool) Reference {
	ownRadius, partnerRadius := c.radius(selected, own), c.radius(partner, partners)
	if incoming {
		return Reference{From: partner, To: selected, Incoming: true,
			FromObjects: partners, ToObjects: own, FromRadius: partnerRadius, ToRadius: ownRadius}
	}
	return Reference{From: selected, To: partner,
		FromObjects: own, ToObjects: partners, FromRadius: ownRadius, ToRadius: partnerRadius}
}

// other returns the building at the other end than the selected one.
func (r Reference) other() int32 {
	if r.Incoming {
		return r.From
	}
	return r.To
}

// own returns the number of objects of the selected building that have this reference. partner returns the number at the other end.
func (r Reference) own() int64 {
	if r.Incoming {
		return r.ToObjects
	}
	return r.FromObjects
}

func (r Reference) partner() int64 {
	if r.Incoming {
		return r.FromObjects
	}
	return r.ToObjects
}

func (c *City) radius(building int32, objects int64) float64 {
	b := &c.Buildings[building]
	return radiusShare * min(b.Base.W, b.Base.D) * rootShare(objects, b.Objects)
}

// rootShare returns the square root of some/all, at most 1; 0 if all is 0.
func rootShare(some, all int64) float64 {
	if all <= 0 {
		return 0
	}
	return math.Sqrt(min(float64(some)/float64(all), 1))
}
