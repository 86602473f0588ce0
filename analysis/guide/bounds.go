package guide

import (
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// limit is the number of entries that a container may have, according to a field.
type limit struct {
	field string // for example LocalCache.maxWeight
	value int64
}

// Bounds for the values of limit fields.
const (
	noLimit       = 1 << 30 // from this value on, and below 1, there is no limit
	farLimit      = 1000    // largest limit that matters, as a multiple of the entries
	mostLimited   = 1.1     // most entries, as a multiple of the limit; with more, it limits something else
	maxLimitReads = 64      // most objects whose fields are read
)

// limitWords are parts of the names of fields with limits. otherLimits are parts of names whose limits apply to something else.
var (
	limitWords  = []string{"max", "limit", "capacity", "bound"}
	otherLimits = []string{"time", "interval", "age", "idle", "milli", "nano", "second", "wait", "retr", "attempt", "length", "depth",
		"thread", "pool", "concurr", "content", "form", "byte", "header", "request", "body",
		"level", "load", "expected", "initial", "rate", "version", "port", "index", "priority"}
)

// isLimit reports whether a field is named like a limit of entries.
func isLimit(name string) bool {
	if strings.Contains(name, "Per") { // of a part
		return false
	}
	name = strings.ToLower(name)
	contains := func(parts []string) bool {
		for _, p := range parts {
			if strings.Contains(name, p) {
				return true
			}
		}
		return false
	}
	return contains(limitWords) && !contains(otherLimits)
}

// readLimit returns a limit from the fields of single objects on the path from the owner of d to its container, closest to the container
// first. unset is a field for a limit that sets none. Both are nil if there is no such field.
func (g *guided) readLimit(d *detail) (set, unset *limit) {
	values := g.last.Heap().Values
	if values == nil || len(d.suspect.Parts[0].Tops) == 0 {
		return nil, nil
	}
	count := g.countsOf(d.suspect.Parts[0].Tops)[g.holders.Points-1]
	for _, o := range g.ownersOf(d) {
		fields, err := values.Fields(o)
		if err != nil {
			return nil, nil
		}
		for _, f := range fields {
			if !f.Value.IsNumber() || !isLimit(f.Name) {
				continue
			}
			class := d.kind
			if int(f.Class) < len(g.last.Heap().Types) {
				class = g.last.Heap().Types[f.Class].Name
			}
			x := &limit{words.TypeName(class) + "." + f.Name, f.Value.Int()}
			switch {
			case x.value <= 0 || x.value >= noLimit:
				if unset == nil {
					unset = x
				}
			case x.value <= farLimit*count && float64(count) <= mostLimited*float64(x.value) && !g.isLoadLimit(o, x.value):
				return x, nil
			}
		}
	}
	return nil, unset
}

// isLoadLimit reports whether n is the load limit of a hash table in o: half to nine tenths of the length of an array, if the length is a
// power of two.
func (g *guided) isLoadLimit(o trace.ObjectID, n int64) bool {
	h := g.last.Heap()
	return slices.ContainsFunc(h.References(o), func(to trace.ObjectID) bool {
		length := int64(h.Extent.At(to))
		return h.Types[h.TypeOf.At(to)].Element > 0 && length&(length-1) == 0 && 2*n >= length && 10*n <= 9*length
	})
}

// ownersOf returns the single objects from the one with the owner's field to the container, closest to the container first.
func (g *guided) ownersOf(d *detail) (objects []trace.ObjectID) {
	path := g.holders.Path(d.suspect.Parts[0].Container)
	last := g.holders.Points - 1
	wanted := map[leak.Place]bool{}
	for i := len(path) - 1; i > 0; i-- {
		if n := &g.holders.Nodes[path[i]]; n.Objects[last] == 1 && !strings.HasSuffix(n.Type, "[]") {
			wanted[path[i]] = true
		}
		if path[i] == d.suspect.At {
			if n := &g.holders.Nodes[path[i-1]]; i > 1 && n.Objects[last] == 1 {
				wanted[path[i-1]] = true
			}
			break
		}
	}
	list := make([]leak.Place, 0, len(wanted))
	for p := range wanted {
		list = append(list, p)
	}
	found := leak.Objects(g.places, list)
	for i := len(path) - 1; i > 0; i-- {
		if len(objects) < maxLimitReads {
			objects = append(objects, found[path[i]]...)
		}
	}
	return objects
}

// limitText returns a sentence about the limit of d's container; empty if unknown.
func (d *detail) limitText() string {
	switch {
	case d.suspect.Slots > 0:
		return fmt.Sprintf("The %s objects hold at most one object each, and their number does not grow.", words.Count(d.suspect.Slots)+" "+words.TypeName(d.slots))
	case d.limit != nil:
		return fmt.Sprintf("%s is %s, a limit that has not been reached.", d.limit.field, words.Count(d.limit.value))
	case d.unset != nil:
		return fmt.Sprintf("%s is %d, which means no limit.", d.unset.field, d.unset.value)
	}
	return ""
}

// isLimited reports whether the pile has a limit.
func (d *detail) isLimited() bool { return d.limit != nil || d.suspect.Slots > 0 }

// keyedSoftly reports whether most objects of a place on the path are entries of weak maps whose keys nothing but soft references hold.
// Such entries are removed together with the soft references. This includes entries of the JDK's weak map, and entries of libraries whose
// key is or has a weak reference.
func (g *guided) keyedSoftly(d *detail) bool {
	for _, entries := range leak.Objects(g.places, d.path[min(1, len(d.path)):]) {
		soft := 0
		for _, entry := range entries {
			if g.isKeyedSoftly(entry) {
				soft++
			}
		}
		if 2*soft >= len(entries) && soft > 0 {
			return true
		}
	}
	return false
}

// isKeyedSoftly reports whether an entry, its key, or a referent of its key is a weak reference to an object that only soft references
// hold.
func (g *guided) isKeyedSoftly(entry trace.ObjectID) bool {
	if referent, ok := g.referentOf(entry); ok {
		return !g.Has(referent)
	}
	h := g.last.Heap()
	key := h.Referent(entry, "key")
	if key == trace.NoObject {
		return false
	}
	for _, o := range append([]trace.ObjectID{key}, h.References(key)...) {
		if referent, ok := g.referentOf(o); ok {
			return !g.Has(referent)
		}
	}
	return false
}

// referentOf returns the referent of a weak reference; ok is false if o is not a weak reference or refers to nothing.
func (g *guided) referentOf(o trace.ObjectID) (trace.ObjectID, bool) {
	h := g.last.Heap()
	if !closure.IsWeak(h, h.TypeOf.At(o)) {
		return trace.NoObject, false
	}
	referent := h.Referent(o, closure.Referent)
	return referent, referent != trace.NoObject
}
