package leak

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/trace"
)

// LoadedAgain is class loaders of one type that are alive at the same time and have loaded a class of the same name, as those of
// an application have that was deployed again and again.
type LoadedAgain struct {
	Type    string           // of the loaders
	Class   string           // that most of them have loaded
	Loaders []trace.ObjectID // those that have, ascending
	Classes int              // of all names, by all of them
}

// FindLoadedAgain finds the class loaders of each type of which at least so many have loaded a class of one name, those with most
// loaders first. Names that differ in numbers only are one. Classes that the runtime makes up do not count. The cost is linear in types.
func FindLoadedAgain(h *trace.Heap, reachable *bitset.BitSet, least int) []LoadedAgain {
	type key struct {
		loader trace.TypeID
		class  string
	}
	loaders, classes := map[key]map[trace.ObjectID]bool{}, map[trace.ObjectID]int{}
	for t := range h.Types {
		loader, name := h.Types[t].Loader, h.Types[t].Name
		if loader == trace.NoObject || h.Types[t].Class == trace.NoObject || synthetic(name) || strings.Contains(name, "/") ||
			closure.ComesWithProgram(h, trace.TypeID(t)) || strings.HasSuffix(h.Types[h.TypeOf.At(loader)].Name, ".DelegatingClassLoader") ||
			reachable != nil && !reachable.Test(uint(loader)) {
			continue
		}
		k := key{h.TypeOf.At(loader), closure.WithoutNumbers(name)} // scripts are compiled to classes with numbers in their names
		if loaders[k] == nil {
			loaders[k] = map[trace.ObjectID]bool{}
		}
		loaders[k][loader] = true // X$1 and X$2 share a name: count their loader once
		classes[loader]++
	}
	best := map[trace.TypeID]key{}
	for k, list := range loaders {
		b, ok := best[k.loader]
		if c := cmp.Compare(len(list), len(loaders[b])); len(list) >= least && (!ok || c > 0 || c == 0 && k.class < b.class) {
			best[k.loader] = k
		}
	}
	var found []LoadedAgain
	for _, k := range best {
		x := LoadedAgain{Type: h.Types[k.loader].Name, Class: k.class, Loaders: slices.Sorted(maps.Keys(loaders[k]))}
		for _, l := range x.Loaders {
			x.Classes += classes[l]
		}
		found = append(found, x)
	}
	slices.SortFunc(found, func(a, b LoadedAgain) int {
		return cmp.Or(cmp.Compare(len(b.Loaders), len(a.Loaders)), cmp.Compare(a.Type, b.Type))
	})
	return found
}

// OfLoaders lists class loaders, given ascending, with the classes that they have loaded and the objects of these classes, ascending.
func OfLoaders(h *trace.Heap, loaders []trace.ObjectID) []trace.ObjectID {
	objects := slices.Clone(loaders)
	loaded := make([]bool, len(h.Types))
	for t := range h.Types {
		if _, found := slices.BinarySearch(loaders, h.Types[t].Loader); found && h.Types[t].Class != trace.NoObject {
			loaded[t] = true
			objects = append(objects, h.Types[t].Class)
		}
	}
	for o, t := range h.TypeOf.All() {
		if loaded[t] {
			objects = append(objects, trace.ObjectID(o))
		}
	}
	slices.Sort(objects)
	return slices.Compact(objects)
}

// PlacesOf lists the places of some objects in the heap state that was added last, given the places of its objects, those of most
// of them first.
func (s *Holders) PlacesOf(places []Place, objects []trace.ObjectID) (list []Place) {
	count := map[Place]int64{}
	for _, o := range objects {
		if places[o] != NoPlace {
			count[places[o]]++
		}
	}
	for p := range count {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Place) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	return list
}

// PileOf is some objects as a pile in the heap state that was added last, given the places of its objects: with the places
// where most of them are. It has no holder yet.
func (s *Holders) PileOf(places []Place, objects []trace.ObjectID) Suspect {
	x := Suspect{Objects: make([]int64, s.Points), Bytes: make([]int64, s.Points)}
	x.From = FromNothing
	x.Objects[s.Points-1] = int64(len(objects))
	if tops := s.PlacesOf(places, objects); len(tops) > 0 {
		x.Holding = s.Holding(s.Nodes[tops[0]].Parent)
		x.Parts = []Pile{{s.Nodes[tops[0]].Parent, tops}}
	}
	return x
}

// ThreadGroup is threads whose names differ in numbers only.
type ThreadGroup struct {
	Name    string // with N for each number
	Same    bool   // the names do not even differ in numbers
	Place   Place  // the GC root that they share
	Threads []trace.ObjectID
	Numbers []int32 // indices into the heap's list of threads
	Cut     closure.Removal
}

// ThreadGroups lists the groups of at least so many threads of the heap state that was added last, the largest first.
func (s *Holders) ThreadGroups(h *trace.Heap, least int) (groups []ThreadGroup) {
	at := map[string]int{}
	for i := range h.Roots {
		r := &h.Roots[i]
		if r.Kind != trace.RootThread || r.Thread < 0 || int(r.Thread) >= len(h.Threads) {
			continue
		}
		name := closure.WithoutNumbers(h.Threads[r.Thread].Name)
		place, ok := s.known(NoPlace, "", threadText(h.Threads[r.Thread].Name))
		if !ok || name == "" {
			continue
		}
		k, ok := at[name]
		if !ok {
			k = len(groups)
			at[name], groups = k, append(groups, ThreadGroup{Name: name, Same: name == h.Threads[r.Thread].Name, Place: place, Cut: s.RootRemoval(place)})
		}
		groups[k].Threads, groups[k].Numbers = append(groups[k].Threads, r.Object), append(groups[k].Numbers, r.Thread)
	}
	groups = slices.DeleteFunc(groups, func(g ThreadGroup) bool { return len(g.Threads) < least })
	slices.SortStableFunc(groups, func(a, b ThreadGroup) int {
		return cmp.Or(cmp.Compare(len(b.Threads), len(a.Threads)), cmp.Compare(a.Name, b.Name))
	})
	return groups
}
