package perfetto

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/wire/perfetto"
)

// class is a class of the dump.
type class struct {
	*perfetto.Type
	name   assemble.Name
	of     string   // class whose static fields its only object has; empty for none
	fields []uint64 // including fields of superclasses
}

const (
	unknownClass = "(unknown class)"
	// classOfClasses is the type of class objects. Their class in the file is java.lang.Class<app.Main>.
	classOfClasses = "java.lang.Class"
)

// Kinds of classes.
const (
	kindArray = 4
	kindClass = 5
)

// maxClassFields limits the fields of a class, including fields of superclasses.
const maxClassFields = 1 << 14

// maxAllFields limits the fields of all classes, including fields of superclasses.
const maxAllFields = 1 << 24

// maxSupers limits the number of superclasses, which may be in a circle.
const maxSupers = 256

func (l *loader) addType(t *perfetto.Type) {
	if l.classes[t.ID] == nil {
		l.classes[t.ID] = &class{Type: t}
		l.bytes += classBytes + int64(len(t.Name)) + numberBytes*int64(len(t.Fields))
	}
}

func (l *loader) addField(id uint64, name string) { l.names.addField(id, name) }

// finishClasses names classes and collects their fields.
func (l *loader) finishClasses() error {
	all := 0
	for _, id := range slices.Sorted(maps.Keys(l.classes)) {
		c := l.classes[id]
		name := c.Name
		if of, ok := strings.CutPrefix(name, classOfClasses+"<"); ok && strings.HasSuffix(of, ">") {
			c.of, name = strings.TrimSuffix(of, ">"), classOfClasses
		}
		if name == "" {
			name = unknownClass
		}
		c.name = l.names.number(name)
		if c.Kind == kindArray || c.Kind == kindClass { // their objects have names of fields
			continue
		}
		for at, n := c, 0; at != nil && n < maxSupers && len(c.fields) < maxClassFields; at, n = l.classes[at.Super], n+1 {
			c.fields = append(c.fields, at.Type.Fields...)
		}
		if all += len(c.fields); all > maxAllFields {
			return fmt.Errorf("its classes have more than %d million fields in total", maxAllFields>>20)
		}
		l.bytes += numberBytes * int64(len(c.fields))
		if err := l.admit(); err != nil {
			return err
		}
	}
	return nil
}

// complete adds superclasses, loaders, heaps, GC roots and threads.
func (l *loader) complete(h *trace.Heap, spaces []trace.SpaceID) {
	h.Runtime = trace.JVM
	ids := l.builder.IDs()
	h.Address = func(o trace.ObjectID) uint64 { return ids[o] }
	supers, loaders := map[string]string{}, map[string]uint64{}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(l.classes))) { // of classes with the same name, the first
		c := l.classes[id]
		if super := l.classes[c.Super]; super != nil && c.Super != 0 && c.of == "" {
			supers[c.Name] = super.Name
		}
		loaders[c.Name] = c.Loader
	}
	l.builder.SetSupers(supers)
	for i := range h.Types {
		if loader := loaders[h.Types[i].Name]; loader != 0 {
			h.Types[i].Loader = l.builder.Find(loader)
		}
	}
	if slices.ContainsFunc(spaces, func(s trace.SpaceID) bool { return s != trace.NoSpace }) {
		h.SpaceOf, h.Spaces = spaces, spaceNames
	}
	l.placeRoots(h)
}

// spaceNames are the names of heaps, as in heap dumps of Android. In the file, their numbers are one larger.
var spaceNames = []string{"app", "zygote", "image"}

// rootKinds are the kinds of GC roots by their numbers in the file.
var rootKinds = []trace.RootKind{trace.RootUnknown, trace.RootJNIGlobal, trace.RootJNILocal, trace.RootLocal, trace.RootNativeStack, trace.RootClass,
	trace.RootThreadBlock, trace.RootMonitor, trace.RootThread, trace.RootInterned, trace.RootFinalizing, trace.RootDebugger, trace.RootUnknown,
	trace.RootVMInternal, trace.RootMonitor}

func (l *loader) placeRoots(h *trace.Heap) {
	for _, r := range l.roots {
		kind := trace.RootUnknown
		if r.kind < uint64(len(rootKinds)) {
			kind = rootKinds[r.kind]
		}
		for _, id := range r.objects {
			o := l.builder.Find(id)
			if o == trace.NoObject {
				l.faults.noTarget++
				continue
			}
			root := trace.Root{Kind: kind, Object: o, Thread: -1, Frame: -1}
			if kind == trace.RootThread {
				root.Thread = int32(len(h.Threads))
				h.Threads = append(h.Threads, trace.Thread{Name: fmt.Sprint(len(h.Threads) + 1), Object: o})
			}
			h.Roots = append(h.Roots, root)
		}
	}
}

// fieldName are the numbers of the names of a field.
type fieldName struct {
	short   assemble.Name // without its class; 0 for elements of arrays
	full    assemble.Name // with its class
	isClass bool          // the field in which each object has its class
}

// names contains the names of classes and fields.
type names struct {
	*assemble.Names
	fields  map[uint64]fieldName
	unknown assemble.Name
}

func newNames() *names {
	n := &names{Names: assemble.NewNames(), fields: map[uint64]fieldName{}}
	n.unknown = n.number(unknownClass)
	return n
}

func (n *names) number(name string) assemble.Name { return n.Number(trace.ClipName(name)) }

// objectClass is the field of Android's java.lang.Object in which each object has its class.
const objectClass = "java.lang.Object.shadow$_klass_"

// addField adds a field. Its name is that of its type, and of the field with its class: java.util.Map app.Main.cache. Names of elements are empty or
// indices.
func (n *names) addField(id uint64, name string) {
	if at := strings.LastIndexByte(name, ' '); at >= 0 {
		name = name[at+1:]
	}
	if name == "" || strings.HasPrefix(name, "[") {
		n.fields[id] = fieldName{}
		return
	}
	short := name[strings.LastIndexByte(name, '.')+1:]
	n.fields[id] = fieldName{n.number(short), n.number(name), name == objectClass}
	n.Bytes += 64
}
