package hprof

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// mirror is a class object.
type mirror struct {
	object  trace.ObjectID
	statics int64  // size of primitive static fields in bytes
	refs    int64  // number of static reference fields
	gap     uint64 // distance to the next object; 0 if it is the last
	names   []string
}

// classObjects sets the columns of the class objects and returns their references: static fields, then super class, loader, signers,
// protection domain, and constants.
func (l *loader) classObjects() refPart {
	var part refPart
	if l.types.class == nil {
		return part
	}
	// In object order, and in file order if a class is described twice.
	type place struct {
		object trace.ObjectID
		class  *classDecl
	}
	places := make([]place, 0, len(l.types.mirror))
	add := func(c *classDecl) {
		o, _ := l.index.find(c.id)
		places = append(places, place{o, c})
	}
	for i := range l.census.classes {
		add(&l.census.classes[i])
	}
	for _, load := range l.types.loads {
		add(&classDecl{id: load.id})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.object, b.object) })
	l.mirrors = make([]mirror, 0, len(places))
	for i, p := range places {
		o := p.object
		if i > 0 && places[i-1].object == o || !l.claimed.take(o) {
			continue
		}
		row := l.classRow(p.class)
		l.heap.TypeOf.Set(o, l.types.class.id)
		l.counts.Set(o, uint32(len(row.to)))
		part.runs = addRun(part.runs, objectRun{o, 1})
		part.to = append(part.to, row.to...)
		part.slots = append(part.slots, row.slots...)
		l.mirrors = append(l.mirrors, row.mirror)
	}
	return part
}

// isInternal reports whether a static field belongs to the VM instead of the class: <resolved_references> and others of HotSpot, and two
// fields that account for the memory of classes on Android.
func isInternal(static string) bool {
	return strings.HasPrefix(static, "<") || static == "$classOverhead" || static == "$staticOverhead"
}

// classRow is a class object with its references.
type classRow struct {
	mirror mirror
	to     []trace.ObjectID
	slots  []uint16
}

func (l *loader) classRow(c *classDecl) classRow {
	var row classRow
	row.mirror.object, _ = l.index.find(c.id)
	refer := func(name string, id uint64) {
		slot := uint16(min(len(row.mirror.names), math.MaxUint16))
		row.mirror.names = append(row.mirror.names, name)
		if id == 0 {
			return
		}
		to, ok := l.index.find(id)
		if !ok {
			l.dangling++
			return
		}
		row.to, row.slots = append(row.to, to), append(row.slots, slot)
	}
	for _, s := range c.Statics {
		name := l.census.texts[s.Name]
		if s.Type == hprof.Object {
			refer(name, s.Value)
		}
		switch {
		case isInternal(name) || l.census.tag != 0: // native images have all static fields in two arrays
		case s.Type == hprof.Object:
			row.mirror.refs++
		default:
			row.mirror.statics += int64(s.Type.Size(0))
		}
	}
	for _, other := range [...]struct {
		name string
		id   uint64
	}{{"<super>", c.super}, {"<loader>", c.loader}, {"<signers>", c.signers}, {"<domain>", c.domain}} {
		if other.id != 0 {
			refer(other.name, other.id)
		}
	}
	for _, k := range c.Constants {
		if k.Type == hprof.Object && k.Value != 0 {
			refer(fmt.Sprintf("<constant %d>", k.Index), k.Value)
		}
	}
	if len(c.Statics) == 0 && len(c.Constants) == 0 {
		row.mirror.names = l.shared(row.mirror.names)
	}
	return row
}

// shared returns a list equal to names. Classes with equal lists share one, since most have no static fields.
func (l *loader) shared(names []string) []string {
	for _, known := range l.nameLists {
		if slices.Equal(known, names) {
			return known
		}
	}
	l.nameLists = append(l.nameLists, names)
	return names
}

// addTypes creates the types of the heap and names the static fields.
func (l *loader) addTypes() {
	l.heap.Types = make([]trace.Type, len(l.types.list))
	for i, t := range l.types.list {
		out := &l.heap.Types[i]
		out.Name, out.Kind, out.References = t.name, t.kind, t.names
		out.Super, out.Class, out.Loader = trace.NoType, l.find(t.object), trace.NoObject
		if t.super != nil {
			out.Super = t.super.id
		}
		if t.class != nil {
			out.Loader = l.find(t.class.loader)
		}
		out.Base, out.Element = t.size, t.elementSize
	}
	l.heap.StaticNames = make(map[trace.ObjectID][]string, len(l.mirrors))
	for _, m := range l.mirrors {
		if len(m.names) > 0 {
			l.heap.StaticNames[m.object] = m.names
		}
	}
}

// find returns the object with an ID; NoObject if there is none.
func (l *loader) find(id uint64) trace.ObjectID {
	if id == 0 {
		return trace.NoObject
	}
	if o, ok := l.index.find(id); ok {
		return o
	}
	return trace.NoObject
}
