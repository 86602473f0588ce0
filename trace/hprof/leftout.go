package hprof

import (
	"fmt"
	"slices"

	tracepkg "memcity/trace"
	"memcity/trace/wire/hprof"
)

// classValueMap is the type of the map that contains all java.lang.ClassValue values for one class. Only an instance field of the class
// object refers to it, and heap dumps lack the instance fields of class objects.
const classValueMap = "java.lang.ClassValue$ClassValueMap"

// addSystemClasses adds a GC root for each class of the boot loader without one, for dumps without local variables: tools outside the
// virtual machine do not write all of these roots, and the virtual machine never unloads the classes. A dump in which all classes are of
// the boot loader is taken not to know loaders.
func (l *loader) addSystemClasses() {
	h := l.heap
	loaders := slices.ContainsFunc(l.types.list, func(t *typeInfo) bool { return t.class != nil && t.class.loader != 0 })
	if !loaders {
		return
	}
	rooted := map[tracepkg.ObjectID]bool{}
	for i := range h.Roots {
		if h.Roots[i].Kind == tracepkg.RootClass {
			rooted[h.Roots[i].Object] = true
		}
	}
	for _, t := range l.types.list {
		if t.class == nil || t.class.loader != 0 {
			continue
		}
		if o := l.find(t.object); o != tracepkg.NoObject && !rooted[o] {
			h.Roots = append(h.Roots, tracepkg.Root{Kind: tracepkg.RootClass, Object: o, Thread: -1, Frame: -1, Detail: t.name})
		}
	}
}

// addLeftOut adds GC roots that the dump lacks: one for each map of java.lang.ClassValue values and, if the dump has no local variables,
// roots from which all other objects are reachable.
func (l *loader) addLeftOut() {
	h := l.heap
	for _, t := range l.types.list {
		if t.name != classValueMap || t.count == 0 {
			continue
		}
		for o, of := range h.TypeOf.All() {
			if of == t.id {
				h.Roots = append(h.Roots, tracepkg.Root{Kind: tracepkg.RootUnknown, Object: tracepkg.ObjectID(o), Thread: -1, Frame: -1, Detail: tracepkg.ClassValues})
			}
		}
	}
	lacks := l.lacksFrames()
	l.census.roots = nil
	if !lacks {
		return
	}
	l.addSystemClasses()
	reached := tracepkg.NewReached(h)
	bytes := reached.Missing()
	for _, o := range reached.Heads() {
		reached.Root(o)
	}
	l.warn(fmt.Sprintf("this dump has no local variables, because jhsdb and jmap -F omit them. So %.1f MB that no GC root in it reaches, including garbage, count as reachable. "+
		"For a complete dump, run jcmd PID GC.heap_dump", float64(bytes)/1e6))
}

// lacksFrames reports whether the dump has threads but no local variables. Tools outside the VM write dumps like this.
func (l *loader) lacksFrames() bool {
	if l.census.tag != 0 { // a native image writes all that it has
		return false
	}
	threads := 0
	for i := range l.census.roots {
		switch l.census.roots[i].kind {
		case hprof.RootJavaFrame, hprof.RootNativeStack:
			return false
		case hprof.RootThread:
			threads++
		}
	}
	return threads > 0
}
