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

// limit is what a field says about how many entries a container may have.
type limit struct {
	field string // such as LocalCache.maxWeight
	value int64
}

// Limits of the values of such fields.
const (
	noLimit       = 1 << 30 // and above, and below 1: there is none
	farLimit      = 1000    // times the entries: it does not matter here
	mostLimited   = 1.1     // times the limit there are entries: it is of something else
	maxLimitReads = 64      // objects whose fields are read
)

// limitWords are parts of the names of fields with a limit, otherLimits of those whose limit is of something else.
var (
	limitWords  = []string{"max", "limit", "capacity", "bound"}
	otherLimits = []string{"time", "interval", "age", "idle", "milli", "nano", "second", "wait", "retr", "attempt", "length", "depth",
		"thread", "pool", "concurr", "content", "form", "byte", "header", "request", "body",
		"level", "load", "expected", "initial", "rate", "version", "port", "index", "priority"}
)

// isLimit reports whether a field has the name of a limit of entries.
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

// readLimit looks for a limit in the fields of the single objects on the path from the owner of d to its container, the closest to the
// container first. Unset says that there is a field for a limit and that it sets none. Both are nil if no field is known.
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

// isLoadLimit reports whether a number is from where on a hash table of an object makes a larger one: half to nine tenths of the
// elements of an array whose length is a power of two.
func (g *guided) isLoadLimit(o trace.ObjectID, n int64) bool {
	h := g.last.Heap()
	return slices.ContainsFunc(h.References(o), func(to trace.ObjectID) bool {
		length := int64(h.Extent.At(to))
		return h.Types[h.TypeOf.At(to)].Element > 0 && length&(length-1) == 0 && 2*n >= length && 10*n <= 9*length
	})
}

// ownersOf lists the single objects from that with the owner's field to the container, the closest to the container first.
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

// limitText says what limit the container of d has; empty if that is not known.
func (d *detail) limitText() string {
	switch {
	case d.suspect.Slots > 0:
		return fmt.Sprintf("Each of %s has room for one, and they do not become more.", words.Count(d.suspect.Slots)+" "+words.TypeName(d.slots))
	case d.limit != nil:
		return fmt.Sprintf("%s is %s: it has a limit, and holds fewer.", d.limit.field, words.Count(d.limit.value))
	case d.unset != nil:
		return fmt.Sprintf("%s is %d: no limit is set.", d.unset.field, d.unset.value)
	}
	return ""
}

// isLimited reports whether what piles up has a limit.
func (d *detail) isLimited() bool { return d.limit != nil || d.suspect.Slots > 0 }

// keyedSoftly reports whether what piles up is in entries of weak maps that go as soon as soft references do, as nothing else holds
// their keys: those of the JDK's weak map, and entries whose key is or has a weak reference, as maps of libraries keep.
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

// isKeyedSoftly reports whether an entry is, or its key is or refers to, a weak reference to what nothing but soft references hold.
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

// referentOf returns what a weak reference refers to; false if o is none, or refers to nothing.
func (g *guided) referentOf(o trace.ObjectID) (trace.ObjectID, bool) {
	h := g.last.Heap()
	if !closure.IsWeak(h, h.TypeOf.At(o)) {
		return trace.NoObject, false
	}
	referent := h.Referent(o, closure.Referent)
	return referent, referent != trace.NoObject
}
