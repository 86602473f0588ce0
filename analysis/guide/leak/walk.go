package leak

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
)

// rootKey identifies a GC root across GC points.
type rootKey struct {
	text string // for example "static field app.Main.cache" or "thread worker-N"
	own  bool
	kind trace.RootKind
	// Class and name of a static field.
	class, field string
	thread       string // name of its thread, with N for each number; empty for no thread or no name
}

// JNIGlobals is the shared GC root of all objects held by JNI global references.
const JNIGlobals = "JNI global references"

// Phases of a walk, in the order in which paths start. Threads precede the JDK's static fields, which lead to threads through thread
// groups.
const (
	ownStatics = iota
	mains      // local variables of main methods, which last as long as the program runs
	threads
	otherStatics
	otherRoots
	locals
	collectionLocals // local variables of collection methods, which live even shorter than thread-local values
	phases
)

// walk contains what paths from GC roots follow in a heap state.
type walk struct {
	heap      *trace.Heap
	reachable *bitset.BitSet
	domain    *group.Domain

	roots   []rootKey
	starts  [phases][]held
	loaded  []trace.ObjectID // by type: class object that its objects hold, for types of [closure.MadeLoaders]
	statics *bitset.BitSet   // class objects whose static fields are GC roots
	weak    *closure.Weak    // references that are not followed
	alike   []string         // by type: result of [Alike]
	kin     []bool           // by type; true if it extends a JDK collection
	late    [][]string       // by type: fields, or [Element], that are followed after all phases; see lateFields
	headers uint16           // root that represents the headers of objects
}

// lateFields returns the fields of a type, or [Element], that say least about who holds an object. These are the values of thread-locals,
// which change with a thread's current work; the links between cleaners, each of which exists only because of the object it cleans up
// after; and the virtual machine's data for the code of a class or function.
func lateFields(h *trace.Heap, t trace.TypeID) []string {
	switch h.Runtime {
	case trace.V8:
		return lateOfV8
	case trace.CRuby:
		return lateOfRuby(&h.Types[t])
	}
	switch name := h.Types[t].Name; {
	case name == threadLocalEntry:
		return []string{"value"}
	case name == "jdk.internal.ref.PhantomCleanable[]": // since JDK 24
		return []string{Element}
	case h.Types[t].Kind == trace.ClassObject:
		return []string{"<resolved_references>"} // referents of the class's code, such as its strings and lambdas
	case h.Types[t].Kind != trace.Instance:
		return nil
	}
	for t := range h.Supers(t) {
		switch h.Types[t].Name {
		case "jdk.internal.ref.PhantomCleanable", "jdk.internal.ref.WeakCleanable", "jdk.internal.ref.SoftCleanable":
			return []string{"list", "next", "node", "prev"}
		case "jdk.internal.ref.Cleaner", "sun.misc.Cleaner":
			return []string{"next", "prev"}
		}
	}
	return nil
}

// lateOfV8 are edges of V8 that lead from an object to the code and the layout of its class, and from there to everything. The extension of a
// context is its module, which refers to the loader of all modules. So do the parameters of modules.
var lateOfV8 = []string{"<map>", "<shared>", "<code>", "<feedback_cell>", "<constructor>", "<back_pointer>", "<extension>", "<previous>", "<scope_info>",
	"__proto__", "<__proto__>", "<module>", "<require>", "<process>", "<primordials>", "<internalBinding>"}

// lateOfRuby returns the references of a type that lead to classes and their code, and from there to everything: those whose names have
// angle brackets.
func lateOfRuby(t *trace.Type) (late []string) {
	if t.Kind == trace.ClassObject {
		return []string{"<reference>", "<class>"}
	}
	for _, name := range t.References {
		if strings.HasPrefix(name, "<") {
			late = append(late, name)
		}
	}
	if late != nil && t.Elements && strings.HasPrefix(t.Name, "ruby:(") {
		late = append(late, Element)
	}
	return late
}

// held is an object that a GC root holds: through a reference of the class for a static field, otherwise through the heap's list of roots.
type held struct {
	object trace.ObjectID
	root   uint16
	static closure.Reference
	listed int // index into the heap's list of roots; -1 for a static field
	after  int // order within the phase; all that smaller numbers reach is placed first
}

// classSlot is the slot of an object's class.
const classSlot = 1<<16 - 1

// maxRoots is the largest number of distinct GC roots; the rest share one.
const maxRoots = 1<<16 - 2

// newWalk prepares a walk. If soft is true, the walk follows soft references.
func newWalk(h *trace.Heap, reachable *bitset.BitSet, domain *group.Domain, soft bool) *walk {
	n := h.Len()
	w := &walk{heap: h, reachable: reachable, domain: domain, loaded: make([]trace.ObjectID, len(h.Types)), statics: bitset.New(uint(n)),
		alike: make([]string, len(h.Types)), kin: make([]bool, len(h.Types)), late: make([][]string, len(h.Types))}
	if w.weak = closure.WeakByType(h, true); soft {
		w.weak = closure.WeakByType(h, false)
	}
	numbers := map[string]uint16{}
	add := func(phase int, h held, key rootKey) {
		number, ok := numbers[key.text]
		if !ok && len(w.roots) >= maxRoots {
			key = rootKey{text: "other GC roots"}
			number, ok = numbers[key.text]
		}
		if !ok {
			number = uint16(len(w.roots))
			numbers[key.text] = number
			w.roots = append(w.roots, key)
		}
		h.root = number
		w.starts[phase] = append(w.starts[phase], h)
	}
	w.addTypes(add)
	for i := range h.Roots {
		w.addRoot(i, add)
	}
	w.headers = uint16(len(w.roots))
	w.roots = append(w.roots, rootKey{text: "headers of objects"})
	for phase := range w.starts {
		slices.SortStableFunc(w.starts[phase], func(a, b held) int { return cmp.Compare(a.after, b.after) })
	}
	return w
}

// addTypes collects the static fields and the properties of each type.
func (w *walk) addTypes(add func(phase int, h held, key rootKey)) {
	h, made := w.heap, closure.MadeLoaders(w.heap)
	for t := range h.Types {
		w.alike[t], w.kin[t] = Alike(h.Types[t].Name), ExtendsCollection(h, trace.TypeID(t))
		w.late[t] = lateFields(h, trace.TypeID(t))
		class := h.Types[t].Class
		w.loaded[t] = trace.NoObject
		if class == trace.NoObject || h.Types[h.TypeOf.At(class)].Kind != trace.ClassObject || w.reachable != nil && !w.reachable.Test(uint(class)) {
			continue
		}
		if made != nil && made[t] {
			w.loaded[t] = class
			continue
		}
		w.statics.Set(uint(class))
		own, phase := w.domain.Owns(h.Types[t].Name), otherStatics
		if own {
			phase = ownStatics
		}
		for i, to := range h.References(class) {
			field := h.FieldAt(class, i)
			if !strings.HasPrefix(field, "<") && !closure.IsUnfinalizedList(h.Types[t].Name, field) {
				add(phase, held{object: to, static: closure.Reference{From: class, Index: i}, listed: -1},
					rootKey{text: h.NamedKind().String() + " " + trace.Member(h.Types[t].Name, field), own: own, kind: h.NamedKind(),
						class: h.Types[t].Name, field: field})
			}
		}
	}
}

func (w *walk) addRoot(i int, add func(phase int, h held, key rootKey)) {
	r := &w.heap.Roots[i]
	start := held{object: r.Object, listed: i}
	name := r.Detail
	var frame, thread string
	calls := 0 // number of calls below the frame
	if r.Thread >= 0 && int(r.Thread) < len(w.heap.Threads) {
		t := &w.heap.Threads[r.Thread]
		thread = closure.WithoutNumbers(t.Name)
		name = thread
		if r.Frame >= 0 && int(r.Frame) < len(t.Frames) {
			frame, _, _ = strings.Cut(t.Frames[r.Frame], "(")
			calls = len(t.Frames) - 1 - int(r.Frame)
		}
	}
	key := rootKey{text: strings.TrimSpace(r.Kind.String() + " " + name), kind: r.Kind, thread: thread}
	switch r.Kind {
	case trace.RootStaticField, trace.RootVariable:
		phase := otherStatics
		if of, field, ok := trace.SplitMember(r.Detail); ok {
			key.class, key.field = of, field
		}
		if closure.IsUnfinalizedList(key.class, key.field) {
			return
		}
		if key.own = w.domain.Owns(key.class); key.own {
			phase = ownStatics
		}
		add(phase, start, key)
	case trace.RootThread:
		if start.after = int(r.Thread); r.Thread < 0 { // the virtual machine lists the oldest first
			start.after = math.MaxInt
		}
		add(threads, start, key)
	case trace.RootLocal, trace.RootJNILocal, trace.RootNativeStack, trace.RootMonitor:
		if frame != "" {
			key.text = r.Kind.String() + " in " + frame + ofThread(name)
			key.own = w.domain.Owns(frame)
		}
		phase := locals
		switch start.after = calls; {
		case calls == 0 && strings.HasSuffix(frame, ".main"):
			phase = mains
		case strings.HasPrefix(frame, "java.util.") && !strings.HasPrefix(frame, "java.util.concurrent."):
			phase = collectionLocals
		}
		add(phase, start, key) // outermost calls first, as they exist at more GC points
	default:
		switch {
		case r.Kind == trace.RootJNIGlobal:
			key.text = JNIGlobals
		case r.Detail == trace.ClassValues || r.Detail == trace.LeftOut:
			key.text = r.Detail
		default:
			key.text = r.Kind.String()
		}
		add(otherRoots, start, key)
	}
}

// ofThread returns the text for the thread of a local variable, given the thread's name.
func ofThread(name string) string {
	if name == trace.UnnamedVirtual {
		return " of virtual threads"
	}
	return " of the thread " + name
}

// running returns the thread objects that are GC roots.
func (w *walk) running() *bitset.BitSet {
	running := bitset.New(uint(w.heap.Len()))
	for _, s := range w.starts[threads] {
		running.Set(uint(s.object))
	}
	return running
}

// each calls do for each object that o keeps alive, with the slot that refers to it.
func (w *walk) each(o trace.ObjectID, do func(to trace.ObjectID, slot uint16)) {
	h := w.heap
	t := h.TypeOf.At(o)
	special := w.isSpecial(o, t)
	for i, to := range h.References(o) {
		if slot := h.Slot(o, i); !special || !w.skips(o, t, i, slot) {
			do(to, min(slot, classSlot-1))
		}
	}
	if class := w.loaded[t]; class != trace.NoObject {
		do(class, classSlot)
	}
}

// isSpecial reports whether a walk may skip references of an object of type t.
func (w *walk) isSpecial(o trace.ObjectID, t trace.TypeID) bool {
	return w.weak.Special[t] || w.statics.Test(uint(o))
}

// skips reports whether a walk skips the i-th reference of an object of type t: it is weak, or a static field, which is a GC root.
func (w *walk) skips(o trace.ObjectID, t trace.TypeID, i int, slot uint16) bool {
	return w.weak.Special[t] && w.weak.Reference(o, i) || w.statics.Test(uint(o)) && !strings.HasPrefix(w.heap.SlotName(o, slot), "<")
}

// declaring returns the supertype of a holder that declares the field in a slot; empty if the holder's own type declares it.
func (w *walk) declaring(holder trace.ObjectID, slot uint16) string {
	t := w.heap.TypeOf.At(holder)
	if w.heap.Types[t].Kind != trace.Instance {
		return ""
	}
	if d := w.heap.Declaring(t, w.slotName(holder, slot)); d != t {
		return w.heap.Types[d].Name
	}
	return ""
}

func (w *walk) slotName(o trace.ObjectID, slot uint16) string {
	switch {
	case slot == classSlot:
		return Class
	case w.heap.Types[w.heap.TypeOf.At(o)].IsElement(slot):
		return Element
	}
	return w.heap.SlotName(o, slot)
}
