package drawing

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/words"
)

// wantTags lists the candidate tags, the most important first: the current finding, selection, hover, other findings, ends of references,
// isolated or found buildings, marks, and the strongest growth. Without references, the largest visible buildings follow.
func (s *Scene) wantTags(v *View, f *frame) {
	t := &s.tags
	t.wanted = t.wanted[:0]
	clear(t.seen)
	if v.Tags {
		s.wantPin(v, f)
	}
	s.wantTarget(v, f, v.Selected, tagSelected)
	s.wantTarget(v, f, v.Hover, tagHover)
	if v.Tags {
		s.wantOtherPins(v, f)
	}
	for _, also := range v.Also[:min(len(v.Also), maxTags)] {
		s.wantTarget(v, f, also, tagSelected)
	}
	if !v.Tags {
		return
	}
	s.wantBudgets(v, f)
	s.wantReferences(v, f)
	s.wantRoutes(v, f)
	r := s.ranks()
	for _, b := range r.first {
		s.wantBuilding(v, f, b, tagSolid)
	}
	if len(v.References) > 0 || v.Routes != nil && v.Routes.Selected {
		return // there are enough tags
	}
	if !s.to.Isolated {
		s.wantDistricts(v, f)
	}
	left := largestTags
	for _, b := range r.largest {
		if left == 0 {
			break
		}
		if s.wantBuilding(v, f, b, tagLarge) {
			left--
		}
	}
}

// tagBudget returns the maximum number of tags. It is lower in small pictures, and where the city is small in the picture.
func (s *Scene) tagBudget(v *View, f *frame) int {
	width, height := v.whole()
	w, h := float64(width), float64(height)
	x0, y0, x1, y1 := w, h, 0.0, 0.0
	for _, c := range s.bounds.Corners() {
		x, y, _, away := f.project(vec3(c))
		if away <= 0 { // the eye is inside
			x0, y0, x1, y1 = 0, 0, w, h
			break
		}
		px, py := float64(x/away+1)/2*w, float64(1-y/away)/2*h
		x0, y0, x1, y1 = min(x0, px), min(y0, py), max(x1, px), max(y1, py)
	}
	dp := v.dp(1) * v.dp(1)
	seen := max(min(x1, w)-max(x0, 0), 0) * max(min(y1, h)-max(y0, 0), 0) / dp
	most := fewTags * math.Sqrt(w*h/dp/(1280*720))
	return int(min(max(seen/groundPerTag, fewestTags), most, maxTags) + 0.5)
}

// wantTarget adds the tag of a selected or hovered target.
func (s *Scene) wantTarget(v *View, f *frame, t scene.Target, style tagStyle) {
	switch {
	case t.Kind == scene.OnBuilding:
		s.wantBuilding(v, f, t.Index, style)
	case t.Kind == scene.OnBlock && int(t.Index) < len(s.to.Blocks) && s.to.Blocks[t.Index].Height > 0:
		in, _ := s.instanceOf(t)
		s.want(v, f, &in, in.H1, s.to.Blocks[t.Index].Name(), tag{building: -1, style: style})
	case t.Kind == scene.OnDistrict && style == tagSelected:
		s.wantDistrict(v, f, t.Index, style)
	}
}

// wantDistrict adds the name of a district, at the front of its slab.
func (s *Scene) wantDistrict(v *View, f *frame, district int32, style tagStyle) bool {
	in, ok := s.instanceOf(scene.Target{Kind: scene.OnDistrict, Index: district})
	if !ok {
		return false
	}
	d := &s.to.Districts[district]
	x, z := d.Label.Center()
	at := scene.Vec{X: x, Y: float64(in.Bottom + in.H1), Z: z}
	if style == tagDistrict && !s.isSeen(v, at, district) {
		return false
	}
	return s.wantAt(v, f, at, s.withVerdict(s.name(d.Node), d.Node, true), tag{building: -1, style: style})
}

// isSeen reports whether a place on a slab is visible.
func (s *Scene) isSeen(v *View, at scene.Vec, district int32) bool {
	if s.to.Plan == nil {
		return true
	}
	x, y, _, ok := v.Camera.Project(at, v.aspect())
	if !ok {
		return false
	}
	hit, _ := s.to.Pick(v.Camera.Ray(x, y, v.aspect()))
	return hit == scene.Target{Kind: scene.OnDistrict, Index: district}
}

// Sizes of districts with tags, in density-independent pixels.
const (
	tagSlab     = 90 // minimum width of the slab in the picture
	tagReadable = 9  // size of letters on the slab that makes a tag unnecessary
)

// wantDistricts adds the names of the largest districts whose names are unreadable on their slabs.
func (s *Scene) wantDistricts(v *View, f *frame) {
	if !v.Labels {
		return
	}
	left, eye := districtTags, v.Camera.Viewpoint(s.bounds)
	for _, i := range s.ranks().districts {
		d := &s.to.Districts[i]
		x, z := d.Label.Center()
		away := math.Sqrt(sq(x-eye.X) + sq(eye.Y) + sq(z-eye.Z))
		pixels := float64(f.pixelScale) / max(away, 1e-9) / v.dp(1)
		if d.Label.W*pixels < tagSlab || labelSize*d.Label.D*pixels*math.Sqrt(eye.Y/max(away, 1e-9)) > tagReadable {
			continue
		}
		if s.wantDistrict(v, f, i, tagDistrict) {
			if left--; left == 0 {
				return
			}
		}
	}
}

// wantReferences adds the other ends of the strongest references, and of the largest bundle in each direction.
func (s *Scene) wantReferences(v *View, f *frame) {
	order := make([]*scene.Reference, len(v.References))
	for i := range v.References {
		order[i] = &v.References[i]
	}
	slices.SortStableFunc(order, func(x, y *scene.Reference) int { return cmp.Compare(own(y), own(x)) })
	partners, bundles := 0, map[bool]int{}
	for _, r := range order {
		to, style := r.To, tagOutgoing
		if r.Incoming {
			to, style = r.From, tagIncoming
		}
		if r.Groups == 0 && partners < maxPartnerTags && s.wantBuilding(v, f, to, style) {
			partners++
		}
	}
	slices.SortStableFunc(order, func(x, y *scene.Reference) int { return cmp.Compare(y.Groups, x.Groups) })
	for _, r := range order {
		if r.Groups > 0 && bundles[r.Incoming] < maxBundleTags {
			bundles[r.Incoming]++
			s.wantBundle(v, f, r)
		}
	}
}

// wantRoutes adds both ends of the route under the pointer, and the other ends of the strongest routes of a selection.
func (s *Scene) wantRoutes(v *View, f *frame) {
	if v.Routes == nil {
		return
	}
	left := maxPartnerTags
	want := func(building int32, style tagStyle) {
		if left > 0 && s.wantBuilding(v, f, building, style) {
			left--
		}
	}
	if list := v.Routes.List; v.Pointed > 0 && v.Pointed <= len(list) {
		from, to := tagOutgoing, tagIncoming // matches the colors of the ends
		if v.Routes.Selected {
			from, to = tagIncoming, tagOutgoing
		}
		want(list[v.Pointed-1].From, from)
		want(list[v.Pointed-1].To, to)
	}
	for i := range v.Routes.List {
		switch r := &v.Routes.List[i]; r.Direction {
		case scene.Incoming:
			want(r.From, tagIncoming)
		case scene.Outgoing:
			want(r.To, tagOutgoing)
		}
	}
}

// own returns the number of participating objects of the selected building.
func own(r *scene.Reference) int64 {
	if r.Incoming {
		return r.ToObjects
	}
	return r.FromObjects
}

// wantBuilding adds the tag of a building, and reports whether it did. It skips buildings with a tag, and hidden ones.
func (s *Scene) wantBuilding(v *View, f *frame, building int32, style tagStyle) bool {
	t := &s.tags
	if len(t.wanted) >= 4*maxTags || t.seen[building] || int(building) >= len(s.to.Buildings) || building < 0 {
		return false
	}
	t.seen[building] = true
	in := s.packed.whole(building)
	height := in.height(f.mix)
	if height <= 0 {
		return false
	}
	if !style.must() && style != tagHover && !s.roofSeen(v, building) {
		return false
	}
	b := &s.to.Buildings[building]
	g := tag{building: building, style: style, change: changeOf(b, areaUnit(s.to)), growth: b.Color}
	if c, ok := s.marks[building]; ok {
		g.mark = &c
	}
	g.gone = s.to.Compared != nil && b.Height <= 0
	return s.want(v, f, &in, height, s.numbered(s.withVerdict(s.label(b.Node), b.Node, true), b), g)
}

// numbered appends the size of a building to its name, and its growth unless that is noise: "Session 19,080 objects +18,132", "Session 9.1
// MB +8.6 MB".
func (s *Scene) numbered(name string, b *scene.Building) string {
	if s.amounts == nil || s.to.Plan == nil || s.to.Compared != nil {
		return name
	}
	of := areaUnit(s.to)
	name += "  " + s.amounts(of, b.Of(of))
	if changeOf(b, of) == grew {
		name += "  " + words.Growth(of, b.Of(of)-b.First(of))
	}
	return name
}

// wantBundle adds a tag over the district where a bundle of references ends.
func (s *Scene) wantBundle(v *View, f *frame, r *scene.Reference) {
	in, ok := s.instanceOf(scene.Target{Kind: scene.OnDistrict, Index: r.District})
	if !ok {
		return
	}
	text := fmt.Sprintf("and %d more into ", r.Groups)
	if r.Incoming {
		text = fmt.Sprintf("and %d more from ", r.Groups)
	}
	a := s.tags.glyphs.atlas
	room := v.dp(tagWidest) - a.measure(text)
	name := a.line(nil, s.name(s.to.Districts[r.District].Node), room) // without other fonts: the number must not be cut
	s.want(v, f, &in, in.H1, text+name.text, tag{building: -1, style: tagBundle})
}

// want adds a tag over the top of a box, if that is in the picture.
func (s *Scene) want(v *View, f *frame, in *instance, height float32, name string, g tag) bool {
	return s.wantAt(v, f, scene.Vec{X: float64(in.Base1[0]+in.Base1[2]) / 2, Y: float64(in.Bottom + height),
		Z: float64(in.Base1[1]+in.Base1[3]) / 2}, name, g)
}

// wantAt adds a tag over a place that is in the picture. It adds a mandatory tag in any case, at the border of the picture.
func (s *Scene) wantAt(v *View, f *frame, at scene.Vec, name string, g tag) bool {
	x, y, _, w := f.project(vec3(at))
	if out := w <= 0 || x < -w || x > w || y < -w || y > w; out && !g.style.must() {
		return false
	} else if w <= 0 { // far out on its side
		const far = 1e3
		x, y, w = far*x, far*y, max(-w, 1e-3)
	}
	t := &s.tags
	if g.pin > 0 {
		g.name = t.glyphs.sentence(s.fonts, name, v.plateWidth())
	} else {
		g.name = t.glyphs.line(s.fonts, name, v.dp(tagWidest))
	}
	if g.name.empty() {
		return false
	}
	width, depth := v.whole()
	g.x, g.y = float64(x/w+1)/2*float64(width), float64(1-y/w)/2*float64(depth)
	t.wanted = append(t.wanted, g)
	return true
}

// ranked contains the buildings of a city to tag regardless of the selection.
type ranked struct {
	of        *scene.City
	marks     map[int32]scene.RGB
	first     []int32 // isolated, marked, opaque; the largest or strongest growing of each kind first
	largest   []int32
	districts []int32 // largest first, without the root
}

// rankedBuildings is the number of largest buildings: enough for some to be visible from any close view.
const rankedBuildings = 400

// ranks returns the buildings to tag. It caches them by city and marks.
func (s *Scene) ranks() *ranked {
	r := &s.tags.ranked
	if r.of == s.to && maps.Equal(r.marks, s.marks) {
		return r
	}
	*r = ranked{of: s.to, marks: s.marks}
	b, of := s.to.Buildings, areaUnit(s.to)
	if s.to.Isolated { // the others are barely visible
		r.first = largest(b, of, maxTags, func(b *scene.Building) bool { return b.Opacity >= 1 })
		return r
	}
	r.first = slices.Sorted(maps.Keys(s.marks))
	switch {
	case s.to.Compared != nil:
		r.first = append(r.first, mostChanged(s.to)...)
	case s.to.Used != nil:
		r.first = append(r.first, mostStale(s.to)...)
	default:
		marked := len(r.first)
		for i := range b {
			if b[i].Solid {
				r.first = append(r.first, int32(i))
			}
		}
		slices.SortStableFunc(r.first[marked:], func(x, y int32) int { return cmp.Compare(b[y].GrowthBytes, b[x].GrowthBytes) })
	}
	r.largest = largest(b, of, rankedBuildings, func(*scene.Building) bool { return true })
	for i := range s.to.Districts {
		if s.to.Districts[i].Level > 0 {
			r.districts = append(r.districts, int32(i))
		}
	}
	slices.SortStableFunc(r.districts, func(x, y int32) int {
		return cmp.Compare(s.to.Districts[y].Plot.Area(), s.to.Districts[x].Plot.Area())
	})
	r.districts = r.districts[:min(len(r.districts), maxTags)]
	return r
}

// mostStale returns the buildings with the largest stale amounts, the largest first.
func mostStale(c *scene.City) []int32 {
	of := areaUnit(c)
	stale := func(i int32) float64 { return c.Buildings[i].Dust * float64(c.Buildings[i].Of(of)) }
	var out []int32
	for i := range int32(len(c.Buildings)) {
		if stale(i) > 0 {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(x, y int32) int { return cmp.Compare(stale(y), stale(x)) })
	return out[:min(len(out), staleTags)]
}

// staleTags is the maximum number of tags for stale buildings.
const staleTags = 6

// largest returns the n largest buildings that satisfy some, the largest first. The cost is linear, plus an insertion for each new one of
// the n largest.
func largest(b []scene.Building, of trees.Unit, n int, some func(*scene.Building) bool) []int32 {
	size := func(i int32) int64 { return b[i].Of(of) }
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
