package hprof

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"memcity/trace/wire/hprof"
)

// census is the result of the first pass over a dump: symbols, classes and roots as in the file, and counts by class. It does not depend on
// the number of goroutines.
type census struct {
	symbols
	uses     idTable[classUse] // by class ID
	arrays   [hprof.Long + 1]classUse
	objects  int64 // instances and arrays; class objects are counted in classes
	elements int64 // of reference arrays, without nulls
	serials  serialRange
	odd      uint64 // bitwise or of all IDs, without tags
	tag      uint64 // tag of class IDs; see tags.go
	descents int64  // number of IDs that are less than the previous one
	faults   []hprof.Fault
	places   []chunkPlace // chunks with instances or arrays, in file order; nil unless requested
}

// chunkPlace is a chunk and the range of its object IDs.
type chunkPlace struct {
	index    int
	place    hprof.Place
	low, top uint64
}

// classUse counts the objects of a class or primitive type.
type classUse struct {
	id        uint64
	instances int64
	arrays    int64
	elements  int64
	fields    uint32 // size of the longest instance's field values in bytes
	values    int64  // total size of all instances' field values in bytes; see valueBytes
	gaps      gaps
	// lengths counts arrays by length modulo 256. This is enough to compute alignment padding for every alignment up to 256 bytes.
	lengths *[256]int64
	// samples are the field values of about one instance in [sampledOf]. They are chosen by id, so they do not depend on the number of
	// goroutines.
	samples [][]byte
}

// sampledOf is the number of instances per sampled instance.
const sampledOf = 1 << 12

// isSampled reports whether the instance with the given id is sampled. It uses multiplicative hashing (Knuth, The Art of Computer
// Programming, volume 3, section 6.4) because ids are multiples of the alignment.
func isSampled(id uint64) bool { return id*0x9e3779b97f4a7c15 < 1<<64/sampledOf }

// newUse returns the use of a class, adding it if it is new.
func newUse(t *idTable[classUse], class uint64) *classUse {
	u := t.find(class)
	if u == nil {
		u = &classUse{id: class, gaps: noGaps}
		t.put(class, u)
	}
	return u
}

// add adds the counts of another goroutine.
func (u *classUse) add(v *classUse) {
	u.instances += v.instances
	u.arrays += v.arrays
	u.elements += v.elements
	u.fields = max(u.fields, v.fields)
	u.values += v.values
	u.gaps.add(v.gaps)
	u.samples = append(u.samples, v.samples...)
	if v.lengths != nil {
		if u.lengths == nil {
			u.lengths = new([256]int64)
		}
		for i, n := range v.lengths {
			u.lengths[i] += n
		}
	}
}

// censusWorker contains the counts of one goroutine.
type censusWorker struct {
	uses     idTable[classUse]
	arrays   [hprof.Long + 1]classUse
	objects  int64
	elements int64
	serials  serialRange
	descents int64
	last     uint64 // class of last
	lastUse  *classUse
	classes  classBits
	bits     *bitWriter // nil if no index is needed
	parts    []symbolPart
	places   []chunkPlace

	// The previous object, for the gap after it.
	before struct {
		id, length uint64
		use        *classUse
		array      bool
	}
}

// takeCensus reads the dump once. If bits is not nil, it adds all IDs to it. It calls report with the number of bytes read from the stored
// file and the number of objects so far.
func takeCensus(ctx context.Context, r *hprof.Reader, bits *bitCollector, report func(done, objects int64)) (*census, error) {
	workers := make([]censusWorker, runtime.GOMAXPROCS(0))
	for i := range workers {
		w := &workers[i]
		for t := range w.arrays {
			w.arrays[t].gaps = noGaps
		}
		w.serials, w.classes = noSerials, noClasses
		if bits != nil {
			w.bits = &bitWriter{all: bits}
		}
	}
	var mu sync.Mutex
	objects := int64(0)
	faults, err := r.Scan(ctx, len(workers), func(worker int, c *hprof.Chunk) error {
		before := workers[worker].objects
		err := workers[worker].chunk(c, r.Header.IDSize)
		mu.Lock()
		defer mu.Unlock()
		objects += workers[worker].objects - before
		report(c.Stored, objects)
		return err
	})
	if err != nil {
		return nil, err
	}
	return mergeCensus(workers, faults), nil
}

func mergeCensus(workers []censusWorker, faults []hprof.Fault) *census {
	all := &census{faults: faults, serials: noSerials}
	classes := noClasses
	var parts []symbolPart
	for i := range workers {
		w := &workers[i]
		if w.bits != nil {
			w.bits.flush()
			all.odd |= w.bits.odd
		}
		classes.add(w.classes)
		for _, u := range w.uses.all() {
			newUse(&all.uses, u.id).add(u)
		}
		for t := range w.arrays {
			if i == 0 {
				all.arrays[t].gaps = noGaps
			}
			all.arrays[t].add(&w.arrays[t])
		}
		all.objects += w.objects
		all.elements += w.elements
		all.serials.add(w.serials)
		all.descents += w.descents
		parts = append(parts, w.parts...)
		w.parts = nil
		all.places = append(all.places, w.places...)
	}
	slices.SortFunc(parts, func(a, b symbolPart) int { return cmp.Compare(a.index, b.index) })
	slices.SortFunc(all.places, func(a, b chunkPlace) int { return cmp.Compare(a.index, b.index) })
	all.symbols = joinSymbols(parts)
	all.untag(classes)
	return all
}

// chunk counts the records of a chunk.
func (w *censusWorker) chunk(c *hprof.Chunk, idSize int) error {
	place := chunkPlace{index: c.Index, place: c.Place(), low: math.MaxUint64}
	part := symbolPart{index: c.Index}
	w.before.use = nil
	if w.bits != nil && w.bits.all.closed.Load() {
		w.bits = nil
	}
	objects := w.objects
	var r hprof.Record
	for c.Next(&r) {
		id := r.Values[0]
		switch r.Kind {
		case hprof.Instance:
			u := w.use(r.Values[hprof.InstanceClass])
			u.instances++
			u.fields = max(u.fields, uint32(len(r.Body)))
			u.values += valueBytes(r.Body, idSize)
			if isSampled(id) {
				u.samples = append(u.samples, bytes.Clone(r.Body))
			}
			w.serials.see(r.Values[1])
			w.object(u, id, 0, false, &place)
		case hprof.ObjectArray:
			w.serials.see(r.Values[1])
			w.array(w.use(r.Values[hprof.ArrayClass]), id, r.Values[hprof.ArrayLength], &place)
			w.elements += hprof.CountIDs(r.Body, idSize)
		case hprof.PrimitiveArray, hprof.ArrayNoData:
			w.serials.see(r.Values[1])
			if t := r.Values[hprof.ArrayType]; isBasic(t) {
				w.array(&w.arrays[t], id, r.Values[hprof.ArrayLength], &place)
			}
		default:
			part.record(&r, idSize)
			if r.Kind == hprof.ClassDump || r.Kind == hprof.LoadClass {
				if r.Kind == hprof.LoadClass {
					id = r.Values[hprof.LoadID]
				}
				w.class(id)
			}
		}
	}
	if !part.empty() {
		w.parts = append(w.parts, part)
	}
	if w.objects > objects {
		w.places = append(w.places, place)
	}
	if w.objects > math.MaxUint32 {
		return fmt.Errorf("the heap has more than %d objects, the largest supported number", uint32(math.MaxUint32-1))
	}
	return nil
}

// isBasic reports whether number can be a primitive type. Arrays without values are read regardless of their type, but count as objects
// only if isBasic.
func isBasic(number uint64) bool { return number <= uint64(hprof.Long) }

// manyValues is the size in bytes of the field values of an instance for which zero bytes are excluded. A compressed file can contain any
// number of zeros.
const manyValues = 4096

// valueBytes returns how many bytes of field values may be non-null references. This is their size, or an upper bound from the nonzero
// bytes if the values are long.
func valueBytes(values []byte, idSize int) int64 {
	if len(values) < manyValues {
		return int64(len(values))
	}
	zeros := bytes.Count(values, []byte{0})
	return int64(min(len(values), (len(values)-zeros)*idSize))
}

func (w *censusWorker) use(class uint64) *classUse {
	if w.lastUse == nil || w.last != class {
		w.last, w.lastUse = class, newUse(&w.uses, class)
	}
	return w.lastUse
}

func (w *censusWorker) array(u *classUse, id, length uint64, place *chunkPlace) {
	u.arrays++
	u.elements += int64(length)
	if u.lengths == nil {
		u.lengths = new([256]int64)
	}
	u.lengths[length%256]++
	w.object(u, id, length, true, place)
}

// object counts an object. The distance from the previous object in the file counts as the gap after that object. This is correct for files
// in address order.
func (w *censusWorker) object(u *classUse, id, length uint64, array bool, place *chunkPlace) {
	w.objects++
	if b := &w.before; b.use != nil {
		switch {
		case id < b.id:
			w.descents++
		case b.array:
			b.use.gaps.seeArray(id-b.id, b.length)
		default:
			b.use.gaps.see(id - b.id)
		}
	}
	w.before.id, w.before.length, w.before.use, w.before.array = id, length, u, array
	place.low, place.top = min(place.low, id), max(place.top, id)
	if w.bits != nil {
		w.bits.add(id)
	}
}

func (w *censusWorker) class(id uint64) {
	w.before.use = nil
	if w.bits != nil && id != 0 {
		w.classes.see(id)
		w.bits.addClass(id)
	}
}
