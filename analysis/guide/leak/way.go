package leak

import (
	"slices"
	"strings"

	"memcity/trace"
)

// Holding says in a program's words what holds the objects of a place.
type Holding struct {
	// Root is the GC root at the beginning of the way, such as "static field app.Main.cache".
	Root string
	// Owner is the last thing on the way that the program under study declares, or else a library, if the GC root is one of the
	// runtime, or else the GC root: what to look for in its text, such as "field app.Server.sessions". Fields by which the
	// nodes of a tree of the program hold each other are passed over. Anchored says that this is the GC root itself.
	Owner    string
	Anchored bool
	// Field is the field of a library closest to what it holds, such as "org.lib.Pool.connections", where the owner leads there
	// over objects of the library; empty where the owner is the closest.
	Field string
	// Base is the place of what Field refers to, or else of what the owner refers to.
	Base Place
	// Kind is the type of the collection that the field, or else the owner, refers to, such as java.util.HashMap, or of what it
	// refers to if there is none on the way; empty if the GC roots themselves get more. Of collections within each other it is
	// the outermost; Inner is the innermost, and Many says that there are more of these than of the outermost.
	Kind, Inner string
	Many        bool
	// Locals says that the owner is a thread, and that it holds them by its thread-locals.
	Locals bool
	// At is the place of what the owner refers to.
	At Place
	// End is a second field that refers to the chain or tree that the owner refers to, such as "app.World.last"; empty if there is none.
	End string
	// Entry is the place of the entry of the map of thread-locals whose value is on the way, NoPlace if there is none.
	Entry Place
}

// Where names the field that holds a pile, of a library if that is closest, or else the owner.
func (h *Holding) Where() string {
	if h.Field != "" {
		return "field " + h.Field
	}
	return h.Owner
}

// threadLocalEntry is the type of the entries of the maps that threads keep their thread-locals in.
const threadLocalEntry = threadLocalMap + "$Entry"

const threadLocalMap = "java.lang.ThreadLocal$ThreadLocalMap"

// Holding says what holds the objects of p, a container: the owner is p's own field or that of an object further up, which
// the collections of the JDK lie between.
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

// libraryField returns the place below at that the closest field of a library refers to, and the name of the field: that of a
// collection, or else the closest one that is not of a nested type, as libraries keep their own kinds of entries and segments
// in these.
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

// fieldName names the field by which a place is held.
func (s *Holders) fieldName(p Place) string { return s.Declares(p) + "." + s.Nodes[p].Field }

// HasTwin reports whether the field that owns a pile holds at least so many bytes below another GC root, too. The cost is linear in places.
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

// Declares names the type that the field of a place is looked for in, if a field holds its objects: the one that declares it, if
// that belongs to the same as the type of the objects that have the field, the program or its libraries, or else that type.
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

// isCollection reports whether a type of the JDK is one that programs put things into: one of java.util that is neither nested,
// unless it is a queue, nor in one of its packages for something else, nor one of those that run tasks or are values.
func isCollection(name string) bool {
	rest, ok := strings.CutPrefix(name, "java.util.")
	if !ok || strings.Contains(rest, "[") || strings.Contains(rest, "$") && !strings.HasSuffix(rest, "Queue") {
		return false
	}
	isOther := func(of func(s, part string) bool, parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return of(rest, part) })
	}
	return !isOther(strings.HasPrefix, "concurrent.atomic.", "concurrent.locks.", "jar.", "logging.", "prefs.", "regex.", "zip.") &&
		!isOther(strings.HasSuffix, "Executor", "Future", "Pool", "Service", "Task", "Thread", "Timer",
			"Bundle", "Calendar", "Date", "Formatter", "Locale", "Object", "Optional", "Random", "Scanner", "UUID")
}

// ExtendsCollection reports whether a type or one of its super types is a collection of the JDK.
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

// OfRuntime reports whether a type comes with the runtime.
func OfRuntime(name string) bool {
	for _, prefix := range []string{"java.", "javax.", "jdk.", "sun.", "com.sun."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(name, "[]")
}

// IsThreadLocal reports whether the objects of p are entries of the maps that threads keep their thread-locals in.
func (s *Holders) IsThreadLocal(p Place) bool { return s.Nodes[p].Type == threadLocalEntry }

// Objects returns, by place, the objects of some places of a heap state, given the place of each object. The cost is a pass over all objects.
func Objects(places []Place, wanted []Place) map[Place][]trace.ObjectID {
	end := 0
	for _, p := range wanted {
		end = max(end, int(p)+2)
	}
	number := make([]int32, end) // by place plus one: of its list, plus one
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

// Alike is the name of a type without what differs from one class to the next of those that the runtime made up: the number of a
// lambda, a proxy, or an accessor.
func Alike(name string) string {
	element := strings.TrimRight(name, "[]")
	array := name[len(element):]
	if i := strings.Index(element, lambda); i >= 0 {
		return element[:i+len(lambda)] + array
	}
	plain, _, hidden := strings.Cut(element, "/0x")
	if hidden || strings.Contains(plain, "$Proxy") || strings.Contains(plain, "reflect.Generated") {
		return strings.TrimRight(plain, "0123456789") + array
	}
	return name
}

const lambda = "$$Lambda"
