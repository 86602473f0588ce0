package hprof

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// TestColumnsOfObjects checks that each object gets the site of its serial, its space, and a mark if it is a byte or char array of zeros.
// The columns of other objects must not change.
func TestColumnsOfObjects(t *testing.T) {
	const n = 300
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 6))
		h := &trace.Heap{SiteOf: slices.Repeat([]trace.SiteID{trace.NoSite}, n), SpaceOf: slices.Repeat([]trace.SpaceID{trace.NoSpace}, n)}
		c := &columns{heap: h, blanks: make([]uint64, (n+63)/64), sites: map[uint32]trace.SiteID{5: 0, 6: 1},
			spaces: map[uint32]trace.SpaceID{1: 0}}
		w := columnWriter{columns: c}
		w.begin(0)
		sites, spaces, blank := slices.Clone(h.SiteOf), slices.Clone(h.SpaceOf), make([]bool, n)
		space := trace.NoSpace
		for _, o := range random.Perm(n)[:n/2] {
			if random.IntN(5) == 0 {
				number := uint32(random.IntN(3))
				w.enter(number)
				space = map[uint32]trace.SpaceID{0: trace.NoSpace, 1: 0, 2: trace.NoSpace}[number]
			}
			serial := uint64(random.IntN(4) + 4)
			r := hprof.Record{Kind: []hprof.Kind{hprof.PrimitiveArray, hprof.PrimitiveArray, hprof.ObjectArray, hprof.Instance}[random.IntN(4)],
				Body: make([]byte, random.IntN(5))}
			r.Values[1] = serial
			kind := []hprof.BasicType{hprof.Byte, hprof.Char, hprof.Int, hprof.Boolean}[random.IntN(4)]
			if r.Kind == hprof.PrimitiveArray {
				r.Values[hprof.ArrayType] = uint64(kind)
			}
			if len(r.Body) > 0 && random.IntN(2) == 0 {
				r.Body[random.IntN(len(r.Body))] = 1
			}
			sites[o] = map[uint64]trace.SiteID{4: trace.NoSite, 5: 0, 6: 1, 7: trace.NoSite}[serial]
			spaces[o] = space
			blank[o] = r.Kind == hprof.PrimitiveArray && kind != hprof.Int && kind != hprof.Boolean && len(r.Body) > 0 &&
				bytes.Count(r.Body, []byte{0}) == len(r.Body)
			w.object(trace.ObjectID(o), &r)
		}
		if !slices.Equal(h.SiteOf, sites) || !slices.Equal(h.SpaceOf, spaces) {
			t.Fatalf("seed %d: sites %v, want %v; spaces %v, want %v", seed, h.SiteOf, sites, h.SpaceOf, spaces)
		}
		for o := range n {
			if got := c.blanks[o/64]>>(o%64)&1 != 0; got != blank[o] {
				t.Errorf("seed %d: object %d is blank: %v", seed, o, got)
			}
		}
	}
}

// TestBlankedStrings checks that only strings whose array is marked count as blank, among all strings.
func TestBlankedStrings(t *testing.T) {
	for _, test := range []struct {
		blank, others int
		want          bool
	}{{10, 0, false}, {11, 0, true}, {11, 87, true}, {11, 88, false}, {12, 186, true}, {12, 187, false}} {
		b := tracetest.NewHeap()
		kind, chars := b.Type("java.lang.String", 24, "value"), b.PrimitiveType("byte[]", 1)
		other := b.Type("app.Text", 24, "value")
		c := &columns{blanks: make([]uint64, 20)}
		add := func(of trace.TypeID, blank bool) {
			o, a := b.Object(of), b.Array(chars, 1)
			b.Refer(o, "value", a)
			if blank {
				c.blanks[a/64] |= 1 << (a % 64)
			}
		}
		for i := range max(test.blank, test.others) {
			if i < test.others {
				add(kind, false)
			}
			if i < test.blank {
				add(kind, true)
			}
		}
		for range 50 {
			add(other, true)
		}
		b.Object(kind) // without an array
		l := &loader{heap: b.Heap()}
		l.heap.Types[kind].Name = "java.lang.String"
		if got := l.isBlanked(c); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestCensusOfManyWorkers checks that the counts do not depend on the number of goroutines.
func TestCensusOfManyWorkers(t *testing.T) {
	type object struct {
		class, id, length uint64
		kind              hprof.BasicType // 0 for an instance, Object for an array of objects
	}
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 8))
		var chunks [][]object
		id := uint64(1 << 20)
		for range 1 + random.IntN(6) {
			var chunk []object
			for range random.IntN(20) {
				o := object{class: uint64(100 + random.IntN(4)), id: id, length: random.Uint64N(300)}
				o.kind = []hprof.BasicType{0, hprof.Object, hprof.Byte, hprof.Long}[random.IntN(4)]
				chunk = append(chunk, o)
				id += 8 * random.Uint64N(40)
				if random.IntN(8) == 0 {
					id -= 100
				}
			}
			chunks = append(chunks, chunk)
		}
		count := func(workers int) *census {
			list := make([]censusWorker, workers)
			for i := range list {
				list[i].serials = noSerials
				for t := range list[i].arrays {
					list[i].arrays[t].gaps = noGaps
				}
			}
			for i, chunk := range chunks {
				w, place := &list[i%workers], chunkPlace{index: i}
				w.before.use = nil
				for _, o := range chunk {
					w.serials.see(o.id % 50)
					switch o.kind {
					case 0:
						u := w.use(o.class)
						u.instances++
						u.fields = max(u.fields, uint32(o.length))
						w.object(u, o.id, 0, false, &place)
					case hprof.Object:
						w.array(w.use(o.class), o.id, o.length, &place)
					default:
						w.array(&w.arrays[o.kind], o.id, o.length, &place)
					}
				}
				w.parts = append(w.parts, symbolPart{index: i, loads: []loadedClass{{id: uint64(i)}},
					texts: []keyed[uint64, string]{{uint64(i), fmt.Sprint("text ", i)}}, roots: make([]rootRecord, i%3)})
				w.places = append(w.places, place)
			}
			return mergeCensus(list, nil)
		}
		one := count(1)
		for workers := 2; workers < 6; workers++ {
			many := count(workers)
			if many.objects != one.objects || many.descents != one.descents || many.serials != one.serials ||
				!reflect.DeepEqual(many.symbols, one.symbols) || !reflect.DeepEqual(many.places, one.places) {
				t.Errorf("seed %d, %d workers: %+v, want %+v", seed, workers, many, one)
			}
			for kind := range one.arrays {
				if !reflect.DeepEqual(many.arrays[kind], one.arrays[kind]) {
					t.Errorf("seed %d, %d workers: arrays %d: %+v, want %+v", seed, workers, kind, many.arrays[kind], one.arrays[kind])
				}
			}
			for class := uint64(100); class < 104; class++ {
				if got, want := many.uses.find(class), one.uses.find(class); !reflect.DeepEqual(got, want) {
					t.Errorf("seed %d, %d workers: class %d: %+v, want %+v", seed, workers, class, got, want)
				}
			}
		}
		objects := int64(0)
		for i, chunk := range chunks {
			objects += int64(len(chunk))
			if one.places[i].index != i || len(one.loads) != len(chunks) || one.loads[i].id != uint64(i) {
				t.Errorf("seed %d: chunk %d is out of order", seed, i)
			}
		}
		if one.objects != objects || one.arrays[hprof.Int].gaps != noGaps {
			t.Errorf("seed %d: %d objects, want %d", seed, one.objects, objects)
		}
	}
}
