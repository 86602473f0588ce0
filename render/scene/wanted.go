package scene

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"memcity/city"
)

// wantTags lists the tags that there should be, the most important first: selection, hover, the ends of references, what
// is isolated or found, what the user marked, what grows most, and, without references, the largest
// of what is in view.
func (s *Scene) wantTags(v *View, f *frame) {
	t := &s.tags
	t.wanted = t.wanted[:0]
	clear(t.seen)
	if v.Selected.Kind == city.OnBuilding {
		s.wantBuilding(v, f, v.Selected.Index, tagSelected)
	}
	if v.Hover.Kind == city.OnBuilding {
		s.wantBuilding(v, f, v.Hover.Index, tagHover)
	}
	if !v.Tags {
		return
	}
	s.wantReferences(v, f)
	r := s.ranks()
	for _, b := range r.first {
		s.wantBuilding(v, f, b, tagSolid)
	}
	left := largestTags
	if len(v.References) > 0 {
		left = 0 // there is enough to read
	}
	for _, b := range r.largest {
		if left == 0 {
			break
		}
		if s.wantBuilding(v, f, b, tagLarge) {
			left--
		}
	}
}

// wantReferences adds the ends of references; the strongest of each direction come first.
func (s *Scene) wantReferences(v *View, f *frame) {
	incoming, outgoing := 0, 0
	for i := range v.References {
		r := &v.References[i]
		switch {
		case r.Groups > 0:
		case r.Incoming && incoming < maxPartnerTags:
			incoming++
			s.wantBuilding(v, f, r.From, tagIncoming)
		case !r.Incoming && outgoing < maxPartnerTags:
			outgoing++
			s.wantBuilding(v, f, r.To, tagOutgoing)
		}
	}
	for i := range v.References {
		if r := &v.References[i]; r.Groups > 0 {
			s.wantBundle(v, f, r)
		}
	}
}

// wantBuilding adds the tag of a building; false if it has one or cannot be seen.
func (s *Scene) wantBuilding(v *View, f *frame, building int32, style tagStyle) bool {
	t := &s.tags
	if len(t.wanted) >= 4*maxTags || t.seen[building] || int(building) >= len(s.to.Buildings) || building < 0 {
		return false
	}
	t.seen[building] = true
	in := &s.packed.instances[s.packed.place[building]]
	k := f.mix * f.mix * (3 - 2*f.mix)
	height := in.H0 + (in.H1-in.H0)*k
	if height <= 0 {
		return false
	}
	b := &s.to.Buildings[building]
	return s.want(v, f, in, height, s.name(b.Node), tag{building: building, style: style, change: changeOf(b, metric(s.to)), growth: b.Color})
}

// wantBundle adds a tag over the district that a bundle of references ends in.
func (s *Scene) wantBundle(v *View, f *frame, r *city.Reference) {
	in, ok := s.instanceOf(city.Target{Kind: city.OnDistrict, Index: r.District})
	if !ok {
		return
	}
	text, style := fmt.Sprintf("and %d more into ", r.Groups), tagOutgoing
	if r.Incoming {
		text, style = fmt.Sprintf("and %d more from ", r.Groups), tagIncoming
	}
	a := s.tags.glyphs.atlas
	room := v.dp(tagWidest) - a.measure(text)
	name := a.line(nil, s.name(s.to.Districts[r.District].Node), room) // whatever its script: the number must not be cut
	s.want(v, f, &in, in.H1, text+name.text, tag{building: -1, style: style})
}

// want adds a tag over the top of a box if that is in the picture.
func (s *Scene) want(v *View, f *frame, in *instance, height float32, name string, g tag) bool {
	x, y, _, w := f.whole.project([3]float32{(in.Base1[0] + in.Base1[2]) / 2, in.Bottom + height, (in.Base1[1] + in.Base1[3]) / 2})
	if w <= 0 || x < -w || x > w || y < -w || y > w {
		return false
	}
	t := &s.tags
	if g.name = t.glyphs.line(s.fonts, name, v.dp(tagWidest)); g.name.empty() {
		return false
	}
	width, depth := v.whole()
	g.x, g.y = float64(x/w+1)/2*float64(width), float64(1-y/w)/2*float64(depth)
	t.wanted = append(t.wanted, g)
	return true
}

// ranked are the buildings of a city that should have a tag whatever is selected.
type ranked struct {
	of      *city.City
	marks   map[int32]city.RGB
	first   []int32 // isolated, marked, solid; the largest or the strongest growing of each kind first
	largest []int32
}

// rankedBuildings is how many of the largest buildings are known: enough to find some in view from anywhere near.
const rankedBuildings = 400

// ranks returns the buildings that should have a tag, found once for a city and the user's marks.
func (s *Scene) ranks() *ranked {
	r := &s.tags.ranked
	if r.of == s.to && maps.Equal(r.marks, s.marks) {
		return r
	}
	*r = ranked{of: s.to, marks: s.marks}
	b, of := s.to.Buildings, metric(s.to)
	if s.to.Isolated { // the rest is hardly seen
		r.first = largest(b, of, maxTags, func(b *city.Building) bool { return b.Opacity >= 1 })
		return r
	}
	r.first = slices.Sorted(maps.Keys(s.marks))
	marked := len(r.first)
	for i := range b {
		if b[i].Solid {
			r.first = append(r.first, int32(i))
		}
	}
	slices.SortStableFunc(r.first[marked:], func(x, y int32) int { return cmp.Compare(b[y].GrowthBytes, b[x].GrowthBytes) })
	r.largest = largest(b, of, rankedBuildings, func(*city.Building) bool { return true })
	return r
}

// largest returns the n largest of some buildings, the largest first. Cost is linear but for the few that are among the
// largest so far.
func largest(b []city.Building, of city.Metric, n int, some func(*city.Building) bool) []int32 {
	size := func(i int32) int64 {
		if of == city.Bytes {
			return b[i].Bytes
		}
		return b[i].Objects
	}
	var out []int32
	for i := range int32(len(b)) {
		if !some(&b[i]) || len(out) == n && size(i) <= size(out[n-1]) {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, size(i), func(j int32, v int64) int {
			if size(j) >= v {
				return -1
			}
			return 1
		})
		if len(out) == n {
			out = out[:n-1]
		}
		out = slices.Insert(out, at, i)
	}
	return out
}
