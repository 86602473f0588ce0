package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/trace"
)

// radiusShare is the largest radius of a frustum over the shorter side of its building.
const radiusShare = 0.3

// References returns the frustums of a building: first those that come in, then those that go out, each by the number
// of the building's own objects that take part, descending. Groups without a plot are left out and counted. A target
// that is no building has none.
//
// The radius at an end grows with the square root of the share of that building's objects that take part, so that the
// area of the cut is the share of the roof.
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
	// Holders of the selected one are listed in pointedFrom[selected]; those it refers to in pointsTo[selected]. The
	// number at the other end stands in the other map, in the row of the partner.
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

// Unseen counts the groups without a plot that have references with a building: those that refer to it, those that it
// refers to, and all, each once.
type Unseen struct{ In, Out, Groups int }

// Strongest returns the n frustums of each direction in which most of the selected building's own objects take part, of
// a list in the order of [City.References], and those with the building keep. More than a few dozen hide one another.
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

// other is the building at the other end than the selected one.
func (r Reference) other() int32 {
	if r.Incoming {
		return r.From
	}
	return r.To
}

// own is the number of objects of the selected building that take part, partner that at the other end.
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

// rootShare returns the square root of the share of all objects that some are; 0 if there are none.
func rootShare(some, all int64) float64 {
	if all <= 0 {
		return 0
	}
	return math.Sqrt(min(float64(some)/float64(all), 1))
}
