package structure

import (
	"context"
	"slices"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/poll"
)

// Classifiers returns the classifiers, filters and transformers for the data structures that a library describes, for
// [group.Registry.With]. The subject of a heap state caches their results.
func Classifiers(l *Library) []*group.Classifier {
	k := keeper{l}
	const needs = trace.KnowsObjects | trace.KnowsReferences
	groups := func(name, role, example, description string, cardinality group.Cardinality,
		prepare func(*found, *group.Subject) *group.Keys) *group.Classifier {
		return &group.Classifier{Name: name, Role: role, Example: example, Description: description, Cardinality: cardinality, Needs: needs,
			Prepare: func(ctx context.Context, s *group.Subject, _ group.Chain) (*group.Keys, error) {
				f, err := k.find(ctx, s)
				if err != nil {
					return nil, err
				}
				return prepare(f, s), nil
			}}
	}
	filter := func(name, description string, keep func(f *found, o trace.ObjectID) bool) *group.Classifier {
		c := groups(name, "", name, description, group.One, func(f *found, _ *group.Subject) *group.Keys {
			return group.ObjectFilter(func(o trace.ObjectID) bool { return keep(f, o) })
		})
		c.Kind = group.Filters
		return c
	}
	transformer := func(name, role, description string,
		turn func(ctx context.Context, f *found, c *Closures, objects []trace.ObjectID) ([]trace.ObjectID, error)) *group.Classifier {
		return &group.Classifier{Name: name, Role: role, Kind: group.Transforms, Description: description, Needs: needs,
			Example: "type," + name + ",type",
			Transform: func(ctx context.Context, s *group.Subject) (group.Transform, error) {
				f, err := k.find(ctx, s)
				if err != nil {
					return nil, err
				}
				c := f.detection.Closures()
				return func(ctx context.Context, objects []trace.ObjectID) ([]trace.ObjectID, error) {
					return turn(ctx, f, c, objects)
				}, nil
			}}
	}
	own := func(deep bool, list func(*Closures, context.Context, []ID, bool) ([]trace.ObjectID, error)) func(context.Context, *found,
		*Closures, []trace.ObjectID) ([]trace.ObjectID, error) {
		return func(ctx context.Context, f *found, c *Closures, objects []trace.ObjectID) ([]trace.ObjectID, error) {
			return list(c, ctx, f.detection.headsAmong(objects), deep)
		}
	}
	return []*group.Classifier{
		groups("structure-role", "Role in Data Structure", roleNames[roleHead],
			"The object's role in a data structure: head, head of a contained structure, internal, or leaf.",
			group.One, (*found).roleKeys),
		groups("structure", "Data Structure", "java.util.HashMap",
			"The types of the data structures that the object is part of, as head, internal or leaf.", group.Many, (*found).typeKeys),
		groups("in-structure", "Contained", placeNames[placeDirect],
			"Whether a data structure contains the object directly, leads to it through references, or neither.",
			group.One, (*found).placeKeys),
		groups("containing-structure", "Containing Data Structure", "java.util.HashMap (allocated in app.Shop.load(Shop.java:40))",
			"The only data structure that contains the object, with its allocation site; "+containerNone+"; or "+containerSeveral+".",
			group.One, (*found).containerKeys),
		transformer("structure-leaves", "Data Structure Leaves",
			"Continues with the contents of data structures, including contained structures.", own(true, (*Closures).Leaves)),
		transformer("structure-own-leaves", "Own Leaves",
			"Continues with the contents of data structures, including the heads of contained structures.", own(false, (*Closures).Leaves)),
		transformer("structure-closure", "Data Structure Closure",
			"Continues with all objects of data structures: heads, internal objects and leaves.", own(false, (*Closures).Objects)),
		transformer("structure-deep-closure", "Deep Data Structure Closure",
			"Continues with all objects of data structures, including contained structures.", own(true, (*Closures).Objects)),
		transformer("containing-structures", "Containing Data Structures",
			"Continues with the heads of the data structures that contain the objects directly.", containing),
		transformer("top-structures", "Top Data Structures",
			"Continues with the heads of the outermost data structures that contain the objects, directly or indirectly.", topContaining),
		filter("only-heads", "Only heads of data structures that no other structure contains, as in the data structure view.",
			func(f *found, o trace.ObjectID) bool { return f.role[o] == roleHead }),
		filter("only-all-heads", "Only heads of data structures, including contained structures.",
			func(f *found, o trace.ObjectID) bool { return f.role[o] == roleHead || f.role[o] == roleContained }),
		filter("no-heads", "All objects except heads of data structures.",
			func(f *found, o trace.ObjectID) bool { return f.role[o] != roleHead && f.role[o] != roleContained }),
		filter("only-leaves", "Only leaves of data structures.",
			func(f *found, o trace.ObjectID) bool { return f.role[o] == roleLeaf }),
	}
}

// keeper finds data structures, once per heap state.
type keeper struct{ library *Library }

// found contains the data structures of a heap state and the roles of its objects.
type found struct {
	detection  *Detection
	containers *Containers
	role       []uint8 // by object
}

func (k keeper) find(ctx context.Context, s *group.Subject) (*found, error) {
	f, err := s.Keep(k, func() (any, error) {
		d, err := Detect(ctx, s.Heap, k.library, nil)
		if err != nil {
			return nil, err
		}
		return &found{d, d.Containers(), d.roles()}, nil
	})
	if err != nil {
		return nil, err
	}
	return f.(*found), nil
}

// Roles of objects, strongest last. A part of one data structure may be a leaf of another.
const (
	roleNone uint8 = iota
	roleLeaf
	roleInternal
	roleContained
	roleHead
)

var roleNames = [...]string{"(none)", "leaf", "internal", "contained head", "head"}

func (d *Detection) roles() []uint8 {
	role := make([]uint8, d.Heap.Len())
	for id := range ID(d.Len()) {
		for _, o := range d.Leaves(id) {
			role[o] = max(role[o], roleLeaf)
		}
		for _, o := range d.Parts(id) {
			role[o] = max(role[o], roleInternal)
		}
		role[d.Heads[id]] = roleContained
		if d.IsTop(id) {
			role[d.Heads[id]] = roleHead
		}
	}
	return role
}

func one(name string) [][]string { return [][]string{{name}} }

func (f *found) roleKeys(*group.Subject) *group.Keys {
	return group.ColumnKeys(f.role, len(roleNames), func(role uint32) [][]string { return one(roleNames[role]) })
}

// typeKeys groups objects by the types of their data structures. It takes 4 bytes per object.
func (f *found) typeKeys(*group.Subject) *group.Keys {
	d := f.detection
	var classes [][][]string
	ids := map[string]uint32{}
	var types []trace.TypeID
	column := make([]uint32, d.Heap.Len())
	for o := range column {
		types = types[:0]
		for _, id := range f.containers.Of(trace.ObjectID(o)) {
			types = append(types, d.matched.typeOf(d.Heads[id]))
		}
		slices.Sort(types)
		types = slices.Compact(types)
		key := keyOf(types)
		id, ok := ids[key]
		if !ok {
			id = uint32(len(classes))
			ids[key] = id
			classes = append(classes, d.typePaths(types))
		}
		column[o] = id
	}
	return group.ColumnKeys(column, len(classes), func(class uint32) [][]string { return classes[class] })
}

// typePaths returns the groups for the given types, each name once.
func (d *Detection) typePaths(types []trace.TypeID) [][]string {
	if len(types) == 0 {
		return one(roleNames[roleNone])
	}
	var names []string
	for _, t := range types {
		names = append(names, d.matched.name(t))
	}
	slices.Sort(names)
	var paths [][]string
	for _, name := range slices.Compact(names) {
		paths = append(paths, []string{name})
	}
	return paths
}

// Ways in which data structures contain an object.
const (
	placeNone uint8 = iota
	placeIndirect
	placeDirect
)

var placeNames = [...]string{"not", "indirectly", "directly"}

// placeKeys follows all references from members of data structures. The cost is one traversal.
func (f *found) placeKeys(*group.Subject) *group.Keys {
	h := f.detection.Heap
	place := make([]uint8, h.Len())
	var stack []trace.ObjectID
	for o, role := range f.role {
		if role != roleNone {
			place[o] = placeDirect
			stack = append(stack, trace.ObjectID(o))
		}
	}
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range h.References(o) {
			if place[to] == placeNone {
				place[to] = placeIndirect
				stack = append(stack, to)
			}
		}
	}
	return group.ColumnKeys(place, len(placeNames), func(place uint32) [][]string { return one(placeNames[place]) })
}

// Groups of objects that are not in exactly one data structure.
const (
	containerNone    = "(in no data structure)"
	containerSeveral = "(in several data structures)"
)

// containerKeys groups objects by the data structure that contains them. A head is not in its own data structure. It takes 4 bytes per object.
// The three kinds of groups are those of Weninger, Makor, Mössenböck: Memory Leak Analysis using Time-Travel-based and Timeline-based Tree
// Evolution Visualizations, section 7.2.
func (f *found) containerKeys(s *group.Subject) *group.Keys {
	d := f.detection
	const several = 1
	names := []string{0: containerNone, several: containerSeveral}
	numbers := map[string]uint32{}
	classOf := make([]uint32, d.Len()) // by data structure
	for id := range classOf {
		name := d.matched.name(d.matched.typeOf(d.Heads[id])) + allocatedIn(s, d.Heads[id])
		n, ok := numbers[name]
		if !ok {
			n = uint32(len(names))
			numbers[name] = n
			names = append(names, name)
		}
		classOf[id] = n
	}
	column := make([]uint32, d.Heap.Len()) // 0, the index of containerNone, if nothing sets it
	for o := range column {
		own, only := d.Of(trace.ObjectID(o)), None
		for _, id := range f.containers.Of(trace.ObjectID(o)) {
			if id == own || id == only {
				continue
			}
			if only != None {
				column[o] = several
				break
			}
			only, column[o] = id, classOf[id]
		}
	}
	return group.ColumnKeys(column, len(names), func(class uint32) [][]string { return one(names[class]) })
}

// allocatedIn returns " (allocated in SITE)"; empty if the allocation site of o is unknown.
func allocatedIn(s *group.Subject, o trace.ObjectID) string {
	if h := s.Heap; h.SiteOf != nil && h.SiteOf[o] != trace.NoSite {
		if name := s.SiteName(&h.Sites[h.SiteOf[o]]); name != "" {
			return " (allocated in " + name + ")"
		}
	}
	return ""
}

// headsAmong returns the data structures with a head in objects.
func (d *Detection) headsAmong(objects []trace.ObjectID) []ID {
	var ids []ID
	for _, o := range objects {
		if id := d.Of(o); id != None {
			ids = append(ids, id)
		}
	}
	return ids
}

// containing returns the heads of the data structures that contain objects directly.
func containing(ctx context.Context, f *found, c *Closures, objects []trace.ObjectID) ([]trace.ObjectID, error) {
	c.begin()
	f.above(c, objects)
	return f.detection.headsOf(c.list, func(ID) bool { return true }), ctx.Err()
}

// topContaining returns the heads of the data structures that contain objects, directly or over others, and that are top-level.
func topContaining(ctx context.Context, f *found, c *Closures, objects []trace.ObjectID) ([]trace.ObjectID, error) {
	c.begin()
	f.above(c, objects)
	d := f.detection
	for at := 0; at < len(c.list); at++ {
		if err := poll.At(ctx, at); err != nil {
			return nil, err
		}
		f.above(c, d.Heads[c.list[at]:][:1])
	}
	return d.headsOf(c.list, d.IsTop), ctx.Err()
}

// above adds the data structures that contain objects, except data structures of which an object is the head.
func (f *found) above(c *Closures, objects []trace.ObjectID) {
	for _, o := range objects {
		own := f.detection.Of(o)
		for _, id := range f.containers.Of(o) {
			if id != own {
				c.add(id)
			}
		}
	}
}

func (d *Detection) headsOf(ids []ID, keep func(ID) bool) []trace.ObjectID {
	var heads []trace.ObjectID
	for _, id := range ids {
		if keep(id) {
			heads = append(heads, d.Heads[id])
		}
	}
	return heads
}
