package hprof

import (
	"slices"
	"strings"

	tracepkg "memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/hprof"
)

// Native images describe a class twice. The hub is an instance of java.lang.Class with the fields of the image's own class. The description
// has the address of the hub plus a tag of 1 as its ID, and all records use this ID for the class. Here, a class and its hub are one object:
// the first pass recognizes the tags and removes them, and the second pass reads records without tags.

// classTag is the tag of native images.
const classTag = 1

// classBits contains the bits that any ID of a class has, and the bits that all of them have.
type classBits struct{ or, and uint64 }

var noClasses = classBits{and: ^uint64(0)}

func (b *classBits) see(id uint64) { b.or, b.and = b.or|id, b.and&id }

func (b *classBits) add(c classBits) { b.or, b.and = b.or|c.or, b.and&c.and }

// areTagged reports whether all IDs of classes have the tag.
func (b *classBits) areTagged() bool { return b.or&7 == classTag && b.and&7 == classTag }

// untag removes the tags if all IDs of classes have one, no other ID has one, and there are hubs. Otherwise the low bits belong to the IDs.
func (c *census) untag(classes classBits) {
	if !classes.areTagged() || c.odd&7 != 0 || c.hubs() == 0 {
		c.odd |= classes.or
		return
	}
	c.tag = classTag
	c.odd |= classes.or &^ classTag
	for i := range c.loads {
		untag(&c.loads[i].id)
	}
	for i := range c.classes {
		untag(&c.classes[i].id)
		untag(&c.classes[i].super)
	}
	for i := range c.roots {
		if r := &c.roots[i]; r.kind == hprof.RootStickyClass {
			untag(&r.object)
		}
	}
	var uses idTable[classUse]
	for _, u := range c.uses.all() {
		untag(&u.id)
		newUse(&uses, u.id).add(u)
	}
	c.uses = uses
}

func untag(id *uint64) {
	if *id != 0 {
		*id -= classTag
	}
}

// hubs returns the number of instances of java.lang.Class.
func (c *census) hubs() (n int64) {
	for _, load := range c.loads {
		if u := c.uses.find(load.id); u != nil && javaname.Of(c.texts[load.name]) == "java.lang.Class" {
			n += u.instances
		}
	}
	return n
}

// dropStaticFields removes the GC root of the array with the values of all static reference fields of a native image. As a second holder of
// these objects, the array would hide that the static fields hold them.
func (l *loader) dropStaticFields() {
	h, values := l.heap, map[tracepkg.ObjectID]bool{}
	for _, t := range l.types.list {
		o := l.find(t.object)
		if t.class == nil || o == tracepkg.NoObject {
			continue
		}
		for i, to := range h.References(o) {
			if !strings.HasPrefix(h.FieldAt(o, i), "<") {
				values[to] = true
			}
		}
	}
	if len(values) == 0 {
		return
	}
	h.Roots = slices.DeleteFunc(h.Roots, func(r tracepkg.Root) bool {
		return r.Detail == tracepkg.ImageHeap && h.Types[h.TypeOf.At(r.Object)].Kind == tracepkg.ObjectArray && l.hasAll(r.Object, values)
	})
}

// hasAll reports whether the elements of an array include all of the given objects.
func (l *loader) hasAll(array tracepkg.ObjectID, objects map[tracepkg.ObjectID]bool) bool {
	if int(l.heap.Extent.At(array)) < len(objects) {
		return false
	}
	found := map[tracepkg.ObjectID]bool{}
	for _, to := range l.heap.References(array) {
		if objects[to] {
			found[to] = true
		}
	}
	return len(found) == len(objects)
}
