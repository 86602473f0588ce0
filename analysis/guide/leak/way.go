package leak

import (
	"slices"
	"strings"

	"memcity/trace"
)

// Holding describes what holds the objects of a place, in terms of the program.
type Holding struct {
	// Root is the GC root at the start of the path, such as "static field app.Main.cache".
	Root string
	// Owner is the last field on the path that the program under study declares, such as "field app.Server.sessions". It is a library's
	// field if the program has none and the GC root belongs to the runtime, and otherwise the GC root. Fields that link the nodes of the
	// program's trees are skipped. Anchored is true if the owner is the GC root.
	Owner    string
	Anchored bool
	// Field is the library field closest to the objects, such as "org.lib.Pool.connections", if the owner holds them through objects of the
	// library; empty if the owner is closest.
	Field string
	// Base is the place that Field refers to, or the owner if there is no Field.
	Base Place
	// Kind is the type of the collection below the field or owner, such as java.util.HashMap. If the path has none, it is the type that the
	// field or owner refers to. Of nested collections, Kind is the outermost and Inner the innermost. Many is true if there are more inner
	// than outer ones.
	Kind, Inner string
	Many        bool
	// Locals is true if the owner is a thread that holds the objects through its thread-locals.
	Locals bool
	// At is the place that the owner refers to.
	At Place
	// End is a second field that refers to the same chain or tree as the owner, such as "app.World.last"; empty for none.
	End string
	// Entry is the place of the map entry whose thread-local value is on the path; NoPlace for none.
	Entry Place
}

// Where returns the library field that holds a pile, if that is closest, otherwise the owner.
func (h *Holding) Where() string {
	if h.Field != "" {
		return "field " + h.Field
	}
	return h.Owner
}

// threadLocalEntry is the type of the entries in the maps where threads keep their thread-locals.
const threadLocalEntry = threadLocalMap + "$Entry"

const threadLocalMap = "java.lang.ThreadLocal$ThreadLocalMap"

// Holding returns the holder of the objects of p, a container. The owner is the field that holds p, or a field further up if JDK
// collections lie between.
func (s *Holders) Holding(p Place) Holding {
	way := s.Path(p)
	h := s.owner(p, way)
	h.Base = h.At
	if end := s.Nodes[h.At].end; end != "" {
		h.End = s.Declares(h.At) + "." + end
	}
	h.Locals = h.Anchored && strings.HasPrefix(h.Root, "thread ") &&
		slices.ContainsFunc(way, func(q Place) bool { return s.Nodes[q].Type == threadLocalMap })
	if at, name := s.libraryField(way, h.At); at != NoPlace {
		h.Base, h.Field, h.Kind = at, name, s.Nodes[at].Type
	}
	inner := int64(0)
	for i := len(way) - 1; i > 0 && way[i] >= h.Base; i-- {
		if n := &s.Nodes[way[i]]; isCollection(n.Type) {
			h.Kind = n.Type
			if h.Inner == "" {
				h.Inner, inner = n.Type, n.Objects[s.Points-1]
			}
			h.Many = inner > n.Objects[s.Points-1]
		}
	}
	return h
}

// libraryField returns the place below at that the closest library field refers to, and the name of that field. The field holds a
// collection, or else is the closest field declared by a non-nested type. Libraries declare their entries and segments as nested types.
func (s *Holders) libraryField(way []Place, at Place) (Place, string) {
	for i := len(way) - 1; i > 1 && way[i] > at; i-- {
		n, parent := &s.Nodes[way[i]], &s.Nodes[way[i-1]]
		if parent.kin || n.Field == Element || n.Field == Class || strings.HasPrefix(n.Field, "<") || OfRuntime(parent.Type) || parent.trunk {
			continue
		}
		if isCollection(n.Type) || !isInternal(parent.Type) {
			return way[i], s.fieldName(way[i])
		}
	}
	return NoPlace, ""
}

// fieldName returns the name of the field that holds a place.
func (s *Holders) fieldName(p Place) string { return s.Declares(p) + "." + s.Nodes[p].Field }

// HasTwin reports whether the owning field of a pile holds at least the given number of bytes below another GC root. The cost is linear in
// places.
func (s *Holders) HasTwin(x *Suspect, least int64) bool {
	at := &s.Nodes[x.At]
	if x.Anchored || at.Parent == NoPlace || at.Field == Element || at.Field == Class {
		return false
	}
	name := s.fieldName(x.At)
	for p := range s.Nodes {
		n := &s.Nodes[p]
		if n.Field == at.Field && n.Parent != NoPlace && Place(p) != x.At && n.AllBytes[s.Points-1] >= least && s.fieldName(Place(p)) == name &&
			s.Path(Place(p))[0] != s.Path(x.At)[0] {
			return true
		}
	}
	return false
}

// Declares returns the type to name with the field that holds p. It is the declaring type if that belongs to the same side, program or
// library, as the type of the objects with the field. Otherwise it is the type of these objects.
func (s *Holders) Declares(p Place) string {
	n := &s.Nodes[p]
	parent := &s.Nodes[n.Parent]
	if n.declaring != 0 {
		if name := s.texts[n.declaring-1]; !OfRuntime(name) && s.domain.Owns(name) == parent.Own {
			return name
		}
	}
	return parent.Type
}

// isCollection reports whether a built-in type is a collection that programs put things into. In the JDK it must be in java.util and not
// nested, except for queues. Packages for other purposes are excluded, as are types that run tasks or are values.
func isCollection(name string) bool {
	rest, ok := strings.CutPrefix(name, "java.util.")
	if !ok {
		return roleOf(name) == collection
	}
	if strings.Contains(rest, "[") || strings.Contains(rest, "$") && !strings.HasSuffix(rest, "Queue") {
		return false
	}
	isOther := func(of func(s, part string) bool, parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return of(rest, part) })
	}
	return !isOther(strings.HasPrefix, "concurrent.atomic.", "concurrent.locks.", "jar.", "logging.", "prefs.", "regex.", "zip.") &&
		!isOther(strings.HasSuffix, "Executor", "Future", "Pool", "Service", "Task", "Thread", "Timer",
			"Bundle", "Calendar", "Date", "Formatter", "Locale", "Object", "Optional", "Random", "Scanner", "UUID")
}

// ExtendsCollection reports whether a type or one of its supertypes is a JDK collection.
func ExtendsCollection(h *trace.Heap, t trace.TypeID) bool {
	for t := range h.Supers(t) {
		if isCollection(h.Types[t].Name) {
			return true
		}
	}
	return false
}

func (s *Holders) owner(p Place, path []Place) Holding {
	h := Holding{Root: s.rootText(path[0]), Entry: NoPlace, At: p}
	for _, q := range path {
		if s.Nodes[q].Type == threadLocalEntry {
			h.Entry = q
		}
	}
	library, found := h, false
	for i := len(path) - 1; i > 0; i-- {
		n, parent := &s.Nodes[path[i]], &s.Nodes[path[i-1]]
		h.At, h.Kind = path[i], n.Type
		switch {
		case i == 1: // the GC root holds it
		case path[i-1] == h.Entry:
			h.Owner = "thread-local of the " + h.Root
			return h
		case parent.kin || n.Field == Element || n.Field == Class || parent.trunk && !isCollection(n.Type):
		case parent.Own:
			h.Owner = "field " + s.fieldName(path[i])
			return h
		case !found && !OfRuntime(parent.Type):
			library, found = h, true
			library.Owner = "field " + s.fieldName(path[i])
		}
	}
	root := s.Nodes[path[0]].gcRoot()
	if found && !root.own && (root.class == "" || OfRuntime(root.class)) {
		return library
	}
	h.Owner, h.Anchored = h.Root, true
	return h
}

// IsThreadLocal reports whether the objects of p are entries in the maps where threads keep their thread-locals.
func (s *Holders) IsThreadLocal(p Place) bool { return s.Nodes[p].Type == threadLocalEntry }

// Objects returns the objects of the wanted places in a heap state. places is indexed by object. The cost is linear in all objects.
func Objects(places []Place, wanted []Place) map[Place][]trace.ObjectID {
	end := 0
	for _, p := range wanted {
		end = max(end, int(p)+2)
	}
	number := make([]int32, end) // by place plus one: index of its list, 1-based; 0 for none
	lists := make([][]trace.ObjectID, 0, len(wanted))
	for _, p := range wanted {
		if number[p+1] == 0 {
			lists = append(lists, nil)
			number[p+1] = int32(len(lists))
		}
	}
	for o, p := range places {
		if at := int(p + 1); at < end && number[at] != 0 {
			list := &lists[number[at]-1]
			*list = append(*list, trace.ObjectID(o))
		}
	}
	objects := make(map[Place][]trace.ObjectID, len(wanted))
	for _, p := range wanted {
		objects[p] = lists[number[p+1]-1]
	}
	return objects
}

// Alike returns a type's name without the part that distinguishes generated classes: see [trace.PlainType], and the number of a proxy or
// accessor.
func Alike(name string) string {
	plain := trace.PlainType(name)
	element := strings.TrimRight(plain, "[]")
	if strings.Contains(element, "$Proxy") || strings.Contains(element, "reflect.Generated") {
		return strings.TrimRight(element, "0123456789") + plain[len(element):]
	}
	return plain
}
