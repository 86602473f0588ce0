package guide

import (
	"strings"

	"memcity/trace"
)

// Holding says in a program's words what holds the objects of a place.
type Holding struct {
	// Root is the GC root at the beginning of the way, such as "static field app.Main.cache".
	Root string
	// Owner is the last thing on the way that the program under study declares, or else the GC root: what to look for in its
	// text, such as "field app.Server.sessions". Anchored says that this is the GC root itself.
	Owner    string
	Anchored bool
	// Kind is the type of the collection that the owner refers to, such as java.util.HashMap, or of what it refers to if there is
	// none on the way; empty if the GC roots themselves get more.
	Kind string
	// At is the place of what the owner refers to.
	At Place
	// Entry is the place of the entry of the map of thread-locals whose value is on the way, NoPlace if there is none.
	Entry Place
}

// threadLocalEntry is the type of the entries of the maps that threads keep their thread-locals in.
const threadLocalEntry = "java.lang.ThreadLocal$ThreadLocalMap$Entry"

// Holding tells what holds the objects of p, a container: the owner is p's own field or that of an object further up, which
// the collections of the JDK lie between.
func (s *Holders) Holding(p Place) Holding {
	way := s.Way(p)
	h := s.owner(p, way)
	for i := len(way) - 1; i > 0 && way[i] >= h.At; i-- {
		if isCollection(s.Nodes[way[i]].Type) {
			h.Kind = s.Nodes[way[i]].Type
		}
	}
	return h
}

// isCollection reports whether a type of the JDK is one that programs put things into.
func isCollection(name string) bool {
	return strings.HasPrefix(name, "java.util.") && !strings.HasPrefix(name, "java.util.concurrent.atomic.") && !strings.ContainsAny(name, "$[")
}

// ExtendsCollection reports whether a type or one of its super types is a collection of the JDK.
func ExtendsCollection(h *trace.Heap, t trace.TypeID) bool {
	for range h.Types { // no chain of super types is longer, unless it is a cycle
		if isCollection(h.Types[t].Name) {
			return true
		}
		if t = h.Types[t].Super; int(t) >= len(h.Types) {
			return false
		}
	}
	return false
}

func (s *Holders) owner(p Place, way []Place) Holding {
	h := Holding{Root: s.Nodes[way[0]].Type, Entry: NoPlace, At: p}
	for _, q := range way {
		if s.Nodes[q].Type == threadLocalEntry {
			h.Entry = q
		}
	}
	for i := len(way) - 1; i > 0; i-- {
		n, parent := &s.Nodes[way[i]], &s.Nodes[way[i-1]]
		h.At, h.Kind = way[i], n.Type
		switch {
		case i == 1:
			h.Owner, h.Anchored = h.Root, true
			return h
		case way[i-1] == h.Entry:
			h.Owner = "thread-local of the " + h.Root
			return h
		case parent.Own && !parent.kin && n.Field != Element && n.Field != Class:
			h.Owner = "field " + parent.Type + "." + n.Field
			return h
		}
	}
	h.Owner, h.Anchored = h.Root, true
	return h
}

// IsThreadLocal reports whether the objects of p are entries of the maps that threads keep their thread-locals in.
func (s *Holders) IsThreadLocal(p Place) bool { return s.Nodes[p].Type == threadLocalEntry }

// Objects returns, by place, the objects of some places of a heap state, given the place of each object.
func Objects(places []Place, wanted []Place) map[Place][]trace.ObjectID {
	objects := make(map[Place][]trace.ObjectID, len(wanted))
	for _, p := range wanted {
		objects[p] = nil
	}
	for o, p := range places {
		if list, ok := objects[p]; ok {
			objects[p] = append(list, trace.ObjectID(o))
		}
	}
	return objects
}

// Short returns the last part of a type's name, with its outer classes.
func Short(name string) string {
	plain, _, _ := strings.Cut(name, "/") // a hidden class's name goes on with a number
	return plain[strings.LastIndexByte(plain, '.')+1:]
}
