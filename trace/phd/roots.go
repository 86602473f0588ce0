package phd

import (
	"fmt"
	"slices"

	"memcity/trace"
)

// Slots of class objects. Other references have no name.
const (
	loaderSlot = iota
	superSlot
	namedSlots
)

var classNames = []string{loaderSlot: "<loader>", superSlot: "<super>"}

// linkClasses sets the class objects and loaders of the types. It moves the references to the loader and to the super class to the front of
// the row of each class.
func (l *loader) linkClasses() {
	h := l.heap
	h.StaticNames = make(map[trace.ObjectID][]string, len(l.census.classes))
	var loaders []trace.ObjectID // by class
	for i := range l.census.classes {
		k := &l.census.classes[i]
		o, loader := l.classObject(k), trace.NoObject
		if o == trace.NoObject {
			loaders = append(loaders, loader)
			continue
		}
		row := h.References(o)
		if len(row) > 0 && l.isLoader(row[0]) {
			loader, row = row[0], row[1:]
		}
		loaders = append(loaders, loader)
		if at := slices.Index(row, l.index.Find(k.super)); at > 0 {
			super := row[at]
			copy(row[1:], row[:at])
			row[0] = super
		}
		h.StaticNames[o] = classNames
	}
	boot := l.bootLoader(loaders)
	for i, loader := range loaders {
		t := &h.Types[i]
		if t.Class = l.classObject(&l.census.classes[i]); loader != boot {
			t.Loader = loader
		}
	}
	for key, t := range l.odd {
		h.Types[t].Class, h.Types[t].Loader = h.Types[key.of].Class, h.Types[key.of].Loader
	}
}

// classObject returns the object of a class; NoObject if an earlier record has its address.
func (l *loader) classObject(k *class) trace.ObjectID {
	if o := l.index.Find(k.address); l.heap.Types[l.heap.TypeOf.At(o)].Kind == trace.ClassObject {
		return o
	}
	return trace.NoObject
}

// isLoader reports whether an object is a class loader.
func (l *loader) isLoader(o trace.ObjectID) bool {
	return l.core != nil && l.core.Loaders[l.index.Address(o)] || l.heap.Extends(l.heap.TypeOf.At(o), classLoader)
}

// bootLoader returns the object that stands for the boot loader; NoObject for none. loaders are in the order of the classes.
func (l *loader) bootLoader(loaders []trace.ObjectID) trace.ObjectID {
	if l.core != nil && l.core.System != 0 {
		if o := l.index.Find(l.core.System); o != trace.NoObject {
			return o
		}
	}
	for i, k := range l.census.classes {
		if k.name == "java/lang/Object" {
			return loaders[i]
		}
	}
	return trace.NoObject
}

// addSlots sets the slots of all references: positions in the row, except in class objects.
func (l *loader) addSlots() {
	h := l.heap
	h.RefSlot = trace.NewSlots(len(h.RefTo))
	supers := map[trace.ObjectID]trace.ObjectID{}
	for i := range l.census.classes {
		k := &l.census.classes[i]
		supers[l.classObject(k)] = l.index.Find(k.super)
	}
	var slots []uint16
	for o := range trace.ObjectID(h.Len()) {
		row := h.References(o)
		slots = slots[:0]
		super, isClass := supers[o]
		next := 0
		for i, to := range row {
			switch {
			case !isClass:
			case i == 0 && l.isLoader(to):
				next = loaderSlot
			case i < namedSlots && next <= superSlot && to == super:
				next = superSlot
			default:
				next = max(next, namedSlots)
			}
			slots = append(slots, uint16(min(next, 1<<16-1)))
			next++
		}
		h.RefSlot.Put(int(h.RefStart.At(o)), slots)
	}
}

// addRoots adds the roots that the file lacks.
func (l *loader) addRoots() {
	h := l.heap
	l.addThreads()
	l.addSystemClasses()
	reached := trace.NewReached(h)
	bytes := reached.Missing()
	for i := range l.census.classes { // which their loader keeps alive
		t := &h.Types[i]
		if t.Class != trace.NoObject && !reached.Has(t.Class) && t.Loader != trace.NoObject && reached.Has(t.Loader) {
			reached.From(t.Class)
			reached.Root(t.Class)
		}
	}
	for _, o := range reached.Heads() {
		reached.Root(o)
	}
	from := "The classes of the boot loader"
	if l.core != nil {
		from += " and the threads of the javacore"
	}
	l.warn(fmt.Sprintf("this dump has no GC roots, because OpenJ9 does not write them. %s count as GC roots. "+
		"The %.1f MB that they do not reach, including garbage, count as reachable", from, float64(bytes)/1e6))
}

// addSystemClasses adds a root for each class of the boot loader, because the VM never unloads it. It adds none if no class has another
// loader, because the dump then lacks loaders.
func (l *loader) addSystemClasses() {
	h := l.heap
	if !slices.ContainsFunc(h.Types, func(t trace.Type) bool { return t.Loader != trace.NoObject }) {
		return
	}
	for i := range l.census.classes {
		if t := &h.Types[i]; t.Class != trace.NoObject && t.Loader == trace.NoObject {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootClass, Object: t.Class, Thread: -1, Frame: -1, Detail: t.Name})
		}
	}
}
