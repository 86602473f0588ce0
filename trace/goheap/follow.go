package goheap

import (
	"reflect"
	"strings"

	"memcity/trace"
	"memcity/trace/poll"
)

// follower finds the types of objects by following pointers from variables and objects with a type.
type follower struct {
	*loader
	of       []typeID // by object
	repeated []bool   // by object: it is an array of the type
	exact    []bool   // by object: Go recorded the type
	queue    []trace.ObjectID
	regions  map[regionKey]bool
	named    []region // of nameless temporaries, in the order of discovery
	todo     []region
	text     typeID // of the bytes of strings
	closures map[uint64]typeID
	steps    poll.Steps
}

// region is a part of a segment with a known type.
type region struct {
	addr uint64
	of   typeID
	name string // of the variable that leads to it; empty for none
}

type regionKey struct {
	addr uint64
	of   typeID
}

// maxRegions is the largest number of temporaries in segments that are followed.
const maxRegions = 1 << 20

// follow finds the types of all objects. It returns an error only if the context is done.
func (l *loader) follow() (*follower, error) {
	n := len(l.objects)
	f := &follower{loader: l, of: make([]typeID, n), repeated: make([]bool, n), exact: make([]bool, n), regions: map[regionKey]bool{},
		closures: map[uint64]typeID{}, steps: poll.Count(l.ctx)}
	f.text = l.types.add(goType{kind: reflect.Uint8, size: 1, title: textTitle})
	f.seedHeaders()
	for _, ofRuntime := range []bool{false, true} { // the runtime's variables lead to objects of the program, but know less about them
		f.seedVariables(ofRuntime)
		if err := f.run(); err != nil {
			return nil, err
		}
	}
	f.seedGoroutines()
	f.seedLocals()
	if err := f.run(); err != nil {
		return nil, err
	}
	if err := f.seedValues(); err != nil {
		return nil, err
	}
	return f, f.run()
}

// seedHeaders uses the types in the headers of objects.
func (f *follower) seedHeaders() {
	for i := range f.objects {
		if o := &f.objects[i]; o.head {
			if t := f.runtimeType(f.words.at(o.first - 1)); t != 0 {
				size := uint64(f.types.list[t].size)
				f.set(trace.ObjectID(i), t, size > 0 && o.used(f.words.ptr) >= 2*size, true)
			}
		}
	}
}

// seedVariables follows the package variables of the runtime, or all others.
func (f *follower) seedVariables(ofRuntime bool) {
	if f.program == nil {
		return
	}
	for i := range f.program.symbols {
		s := &f.program.symbols[i]
		t := f.types.variables[s.name]
		if isRuntime := strings.HasPrefix(s.name, "runtime."); t != 0 && isRuntime == ofRuntime {
			f.addRegion(region{s.addr + f.program.slide, t, s.name})
		}
	}
}

// seedGoroutines uses the addresses of goroutines.
func (f *follower) seedGoroutines() {
	g := f.types.named("runtime.g")
	if g == 0 {
		g = f.types.add(goType{name: "runtime.g"})
	}
	for i := range f.goroutines {
		if o := f.find(f.goroutines[i].address); o != trace.NoObject {
			f.assign(o, g, false)
		}
	}
}

// named returns the struct with a name; 0 for none.
func (d *types) named(name string) typeID {
	if d.structs == nil {
		d.structs = map[string]typeID{}
		for i := range d.list {
			if d.list[i].kind == reflect.Struct {
				d.structs[d.list[i].name] = typeID(i)
			}
		}
	}
	return d.structs[name]
}

// seedValues finds values of interfaces and closures in objects of unknown type and in stacks: a word that is the address of a type or itab
// comes before a pointer to a value, and a closure starts with the entry of a function. It returns an error only if the context is done.
func (f *follower) seedValues() error {
	ptr := uint64(f.words.ptr)
	for i := range f.objects {
		o := &f.objects[i]
		if f.of[i] != 0 || o.first == noWords {
			continue
		}
		n := o.used(f.words.ptr) / ptr
		if err := f.steps.Add(int(n)); err != nil {
			return err
		}
		if t := f.closureType(f.words.at(o.first)); t != 0 && !f.words.isPointer(o.first) {
			f.set(trace.ObjectID(i), t, false, false)
			continue
		}
		f.scan(o.first, n)
	}
	if f.program == nil || f.program.types == nil {
		f.scan(f.data.first, f.data.size/ptr)
		f.scan(f.bss.first, f.bss.size/ptr)
	}
	for i := range f.frames {
		f.scan(f.frames[i].first, f.frames[i].n)
	}
	return nil
}

// scan finds values of interfaces in n words.
func (f *follower) scan(first, n uint64) {
	for i := first + 1; i < first+n; i++ {
		if !f.words.isPointer(i) || f.words.isPointer(i-1) {
			continue
		}
		if t := f.dynamicType(f.words.at(i - 1)); t != 0 {
			f.value(t, f.words.at(i))
		}
	}
}

// dynamicType returns the type of the value of an interface, given the address of the type or of an itab.
func (f *follower) dynamicType(addr uint64) typeID {
	if t, ok := f.itabs[addr]; ok {
		addr = t
	}
	return f.runtimeType(addr)
}

// runtimeType returns the type at an address of the process; 0 if unknown.
func (f *follower) runtimeType(addr uint64) typeID {
	slide := uint64(0)
	if f.program != nil {
		slide = f.program.slide
	}
	if t := f.types.byRuntime[addr-slide]; t != 0 {
		return t
	}
	return f.dumped[addr]
}

// run follows pointers until there is nothing new.
func (f *follower) run() error {
	for len(f.queue) > 0 || len(f.todo) > 0 {
		if err := f.steps.Add(1); err != nil {
			return err
		}
		if n := len(f.todo); n > 0 {
			r := f.todo[n-1]
			f.todo = f.todo[:n-1]
			f.followRegion(r)
			continue
		}
		n := len(f.queue)
		o := f.queue[n-1]
		f.queue = f.queue[:n-1]
		x := &f.objects[o]
		if x.first != noWords {
			f.followWords(x.first, x.used(f.words.ptr)/uint64(f.words.ptr), f.of[o], f.repeated[o], "")
		}
	}
	return nil
}

// followWords follows the pointers in n words that contain a value of a type, or an array of values. On stacks, Go's collector does not
// mark all pointers.
func (f *follower) followWords(first, n uint64, t typeID, repeated bool, name string) {
	slots := f.types.layout(t)
	size := f.types.list[t].size
	if len(slots) == 0 {
		return
	}
	end := int64(n) * int64(f.words.ptr)
	for base := int64(0); base+size <= end || base == 0; base += size {
		for i := range slots {
			s := &slots[i]
			at := base + s.offset
			if at%int64(f.words.ptr) != 0 || at >= end {
				continue
			}
			word := first + uint64(at)/uint64(f.words.ptr)
			if v := f.words.at(word); v != 0 && (f.words.isPointer(word) || f.onStack(word)) {
				f.followSlot(s, v, word, first, joined(name, s.name))
			}
		}
		if !repeated || size <= 0 {
			break
		}
	}
}

// onStack reports whether a word belongs to a frame.
func (f *follower) onStack(word uint64) bool {
	return len(f.frames) > 0 && word >= f.frames[0].first && word < f.frames[len(f.frames)-1].first+f.frames[len(f.frames)-1].n
}

// joined returns the name of a pointer in a variable; empty for none.
func joined(variable, field string) string {
	if variable == "" || field == "" {
		return variable
	}
	return trace.ClipName(variable + "." + field)
}

// followSlot follows a pointer. first is the first word of its object.
func (f *follower) followSlot(s *slot, v, word, first uint64, name string) {
	switch s.act {
	case toObject:
		f.target(v, s.of, false, name)
	case toArray:
		f.target(v, s.of, true, name)
	case toString:
		f.target(v, f.text, true, "")
	case toClosure:
		f.closure(v)
	case toEmpty, toValue:
		if word > 0 {
			if t := f.dynamicType(f.words.at(word - 1)); t != 0 {
				f.value(t, v)
			}
		}
	case toTables:
		f.tables(s, v, first, name)
	case toBuffer:
		if s.of != 0 {
			f.target(v, s.of, true, name)
		}
	case toWaiting:
		f.waiting(s, v, first)
	}
}

// waiting follows the pointer to the value that a goroutine sends to a channel, or to the variable for a value that it receives.
func (f *follower) waiting(s *slot, v, first uint64) {
	for _, x := range f.types.list[s.of].fields {
		if x.name != "c" {
			continue
		}
		o := f.find(f.words.at(first + uint64(x.offset)/uint64(f.words.ptr)))
		if o != trace.NoObject && f.types.list[f.of[o]].role == chanRole {
			f.target(v, f.types.list[f.of[o]].elem, false, "")
		}
	}
}

// value follows the value of an interface. Values that are pointers are stored in the interface itself.
func (f *follower) value(t typeID, v uint64) {
	for range maxAliases {
		x := &f.types.list[t]
		switch {
		case x.kind == reflect.Pointer:
			f.target(v, x.elem, false, "")
			return
		case x.kind == reflect.Map || x.kind == reflect.Chan:
			f.target(v, x.under, false, "")
			return
		case x.kind == reflect.Func:
			f.closure(v)
			return
		case x.kind == reflect.Struct && len(x.fields) == 1 && x.size == int64(f.words.ptr) && len(f.types.layout(t)) == 1:
			t = x.fields[0].of
		case x.kind == reflect.Array && x.count == 1 && x.size == int64(f.words.ptr) && len(f.types.layout(t)) == 1:
			t = x.elem
		default:
			f.target(v, t, false, "")
			return
		}
	}
}

// tables follows the pointer to the tables of a map since Go 1.24. A small map has a group of entries instead.
func (f *follower) tables(s *slot, v, first uint64, name string) {
	var pointer typeID // to a table
	small := false
	for _, x := range f.types.list[s.of].fields {
		switch x.name {
		case "dirPtr":
			pointer = f.types.list[x.of].elem
		case "dirLen":
			small = f.words.at(first+uint64(x.offset)/uint64(f.words.ptr)) == 0
		}
	}
	if small {
		f.target(v, f.types.list[f.types.list[pointer].elem].under, false, name)
		return
	}
	f.target(v, pointer, true, name)
}

// closure follows a pointer to a function with its captured variables.
func (f *follower) closure(v uint64) {
	o := f.find(v)
	if o == trace.NoObject || f.objects[o].addr != v || f.objects[o].first == noWords || f.of[o] != 0 {
		return
	}
	if t := f.closureType(f.words.at(f.objects[o].first)); t != 0 {
		f.set(o, t, false, false)
	}
}

// closureType returns the type of the closures of a function, given the address of its entry; 0 if it is not an entry.
func (f *follower) closureType(pc uint64) typeID {
	if pc == 0 || f.find(pc) != trace.NoObject {
		return 0
	}
	if t, ok := f.closures[pc]; ok {
		return t
	}
	t := typeID(0)
	if name := f.entryName(pc); name != "" {
		if f.program != nil {
			t = f.program.closures[name]
		}
		if t == 0 {
			t = f.types.add(goType{kind: reflect.Struct})
		}
		f.types.list[t].title = goPrefix + "func " + clean(name)
	}
	f.closures[pc] = t
	return t
}

// entryName returns the function whose code starts at a PC; empty for none.
func (f *follower) entryName(pc uint64) string {
	if name := f.entries[pc]; name != "" {
		return name
	}
	return f.program.entryName(pc)
}

// target assigns a type to the object or temporary that a pointer refers to.
func (f *follower) target(v uint64, t typeID, repeated bool, name string) {
	if t == 0 {
		return
	}
	if o := f.find(v); o != trace.NoObject {
		for _, disguised := range f.types.disguised(f.types.list[t].name) {
			if t := f.types.named(disguised); t != 0 {
				f.assign(o, t, false)
			}
		}
		if offset := v - f.objects[o].addr; offset == 0 || repeated && f.types.list[t].size > 0 && offset%uint64(f.types.list[t].size) == 0 {
			f.assign(o, t, repeated)
		}
		return
	}
	f.addRegion(region{v, t, name})
}

// addRegion adds a value in a segment.
func (f *follower) addRegion(r region) {
	key := regionKey{r.addr, r.of}
	if f.segmentAt(r.addr) == nil || f.regions[key] || len(f.regions) >= maxRegions {
		return
	}
	f.regions[key] = true
	if r.name != "" {
		f.named = append(f.named, r)
	}
	f.todo = append(f.todo, r)
}

// followRegion follows the pointers in a value in a segment.
func (f *follower) followRegion(r region) {
	s := f.segmentAt(r.addr)
	ptr := uint64(f.words.ptr)
	size := uint64(f.types.list[r.of].size)
	f.followWords(s.first+(r.addr-s.addr)/ptr, min(size, s.size-(r.addr-s.addr))/ptr, r.of, false, r.name)
}

// assign gives an object a type if its pointers allow it. A type that covers more of the object has precedence.
func (f *follower) assign(o trace.ObjectID, t typeID, repeated bool) {
	x := &f.objects[o]
	size, used := uint64(f.types.list[t].size), x.used(f.words.ptr)
	if f.exact[o] || size > used || f.of[o] == t && f.repeated[o] == repeated {
		return
	}
	if f.of[o] != 0 && f.covered(f.of[o], f.repeated[o], used) >= f.covered(t, repeated, used) {
		return
	}
	if f.types.list[t].name == "runtime.hchan" && x.first != noWords {
		t = f.channel(t, x.first)
	}
	if f.fits(x, t, repeated) {
		f.set(o, t, repeated, false)
	}
}

// channel returns the type of a channel whose static type does not tell its elements.
func (f *follower) channel(t typeID, first uint64) typeID {
	for _, x := range f.types.list[t].fields {
		if x.name == "elemtype" {
			if known := f.types.chans[f.runtimeType(f.words.at(first+uint64(x.offset)/uint64(f.words.ptr)))]; known != 0 {
				return known
			}
		}
	}
	return t
}

// covered returns the number of bytes of an object that a type describes.
func (f *follower) covered(t typeID, repeated bool, used uint64) uint64 {
	if repeated {
		return used
	}
	return uint64(f.types.list[t].size)
}

// fits reports whether each pointer of an object is at an offset where the type has one. The dump marks pointers exactly.
func (f *follower) fits(x *object, t typeID, repeated bool) bool {
	size := f.types.list[t].size
	if size <= 0 {
		return true
	}
	slots := f.types.layout(t)
	if len(slots) >= maxSlots {
		return true
	}
	if x.first == noWords {
		return len(slots) == 0 || f.types.list[t].role == chanRole // Go's collector does not follow all channels
	}
	ptr := int64(f.words.ptr)
	n, next, base := int64(x.used(f.words.ptr))/ptr, 0, int64(0)
	for i := range n {
		at := i * ptr
		for repeated && at >= base+size {
			base, next = base+size, 0
		}
		want := false
		for next < len(slots) && base+slots[next].offset <= at {
			want = want || base+slots[next].offset == at
			next++
		}
		if f.words.isPointer(x.first+uint64(i)) && !want {
			return false
		}
	}
	return true
}

func (f *follower) set(o trace.ObjectID, t typeID, repeated, exact bool) {
	f.of[o], f.repeated[o], f.exact[o] = t, repeated, exact
	f.queue = append(f.queue, o)
}
