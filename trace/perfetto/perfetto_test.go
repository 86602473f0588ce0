package perfetto

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// message builds a message of protobuf.
type message []byte

func (m message) number(n, v uint64) message {
	return binary.AppendUvarint(binary.AppendUvarint(m, n<<3), v)
}

func (m message) bytes(n uint64, data []byte) message {
	return append(binary.AppendUvarint(binary.AppendUvarint(m, n<<3|2), uint64(len(data))), data...)
}

func (m message) packed(n uint64, list ...uint64) message {
	var data []byte
	for _, v := range list {
		data = binary.AppendUvarint(data, v)
	}
	return m.bytes(n, data)
}

// Numbers of the classes and fields of the shop.
const (
	classObject = iota + 1
	classOrder
	classArray
	classShop
	classWeak
	classReference
	classSpecial

	fieldClass = iota + 1
	fieldCustomer
	fieldOrders
	fieldReferent
	fieldSpecial
	fieldElement
)

func classMessage(id uint64, name string, size, super, kind uint64, fields ...uint64) message {
	return message{}.number(1, id).bytes(3, []byte(name)).number(4, size).number(5, super).packed(6, fields...).number(7, kind)
}

func interned(id uint64, name string) message { return message{}.number(1, id).bytes(2, []byte(name)) }

// dictionary adds the classes and fields of the shop.
func (m message) dictionary() message {
	m = m.bytes(9, classMessage(classObject, "java.lang.Object", 8, 0, 1, fieldClass))
	m = m.bytes(9, classMessage(classOrder, "app.Order", 24, classObject, 1, fieldCustomer))
	m = m.bytes(9, classMessage(classSpecial, "app.SpecialOrder", 32, classOrder, 1, fieldSpecial))
	m = m.bytes(9, classMessage(classArray, "app.Order[]", 0, classObject, 4))
	m = m.bytes(9, classMessage(classShop, "java.lang.Class<app.Shop>", 0, 0, 5))
	m = m.bytes(9, classMessage(classReference, "java.lang.ref.Reference", 16, classObject, 1, fieldReferent))
	m = m.bytes(9, classMessage(classWeak, "java.lang.ref.WeakReference", 16, classReference, 9))
	for id, name := range []string{fieldClass: "java.lang.Class java.lang.Object.shadow$_klass_", fieldCustomer: "java.lang.String app.Order.customer",
		fieldOrders: "app.Order[] app.Shop.orders", fieldReferent: "java.lang.Object java.lang.ref.Reference.referent",
		fieldSpecial: "java.lang.String app.SpecialOrder.customer", fieldElement: ""} {
		m = m.bytes(4, interned(uint64(id), name))
	}
	return m
}

const (
	idShop  = 0x1000 // class object of app.Shop
	idArray = 0x2000
	idFirst = 0x3000 // first order
	idWeak  = 0x9000
)

// object returns an object whose number follows that of the object before by delta.
func object(delta, class, size uint64, refs ...uint64) message {
	m := message{}.number(7, delta).number(2, class).packed(5, refs...)
	if size > 0 {
		m = m.number(3, size)
	}
	return m
}

// shop returns the packets of a heap graph with n orders in an array, the last of them special, in parts of at most 10 orders. All packets
// have the given process and time in s.
func shop(pid, sequence, seconds, n uint64) (packets []message) {
	first := message{}.number(1, pid).dictionary()
	first = first.bytes(2, message{}.number(1, idShop).number(2, classShop).number(3, 128).packed(4, fieldClass, fieldOrders).packed(5, idShop, idArray).number(9, 1))
	elements := []uint64{0} // null
	for i := range n {
		elements = append(elements, idFirst+i*32)
	}
	elements = append(elements, 0)
	first = first.bytes(2, object(idArray-idShop, classArray, 16+4*(n+2), elements...))
	first = first.bytes(2, object(idWeak-idArray, classWeak, 0, idFirst, idShop))
	first = first.bytes(2, message{}.number(1, idFirst).number(2, classOrder).packed(5, idShop, idShop).number(9, 2))
	first = first.bytes(7, message{}.packed(1, idShop).number(2, 5)).bytes(7, message{}.packed(1, idArray, 77).number(2, 8))
	graphs := []message{first}
	for i := uint64(1); i < n; i++ {
		if i%10 == 1 {
			graphs = append(graphs, message{}.number(1, pid))
		}
		last := &graphs[len(graphs)-1]
		if i == n-1 { // fields: special customer, customer, class
			*last = last.bytes(2, object(32, classSpecial, 0, 0x20, 0x10, 0x10).number(6, idShop-0x10))
			break
		}
		*last = last.bytes(2, object(32, classOrder, 0, 0x10, 0).number(6, idShop-0x10))
	}
	for i, g := range graphs {
		g = g.number(6, uint64(i))
		if i < len(graphs)-1 {
			g = g.number(5, 1)
		}
		packets = append(packets, message{}.number(8, seconds*1e9).number(3, 9999).number(10, sequence).bytes(56, g))
	}
	return packets
}

// head returns the first packets of a trace: the clocks, and the process 41.
func head() []message {
	clock := func(id, time uint64) message { return message{}.number(1, id).number(2, time) }
	return []message{
		message{}.number(8, 5e9).number(3, 9999).number(10, 1).bytes(6, message{}.bytes(1, clock(1, 1_796_122_005e9)).bytes(1, clock(6, 5e9))),
		message{}.number(8, 5e9).number(3, 9999).number(10, 1).bytes(2, message{}.bytes(1, message{}.number(1, 41).bytes(3, []byte("app.shop")).bytes(3, []byte("x")))),
	}
}

func file(packets ...message) []byte {
	var m message
	for _, p := range packets {
		m = m.bytes(1, p)
	}
	return m
}

func open(t testing.TB, data []byte) (*trace.Recording, error) {
	t.Helper()
	return Open(t.Context(), []trace.File{trace.MemoryFile("a.pftrace", data)}, nil)
}

func loaded(t testing.TB, rec *trace.Recording, point int) (*trace.Heap, []trace.Warning) {
	t.Helper()
	h, warnings, err := rec.Points[point].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return h, warnings
}

func counts(h *trace.Heap) (lines []string) {
	for _, c := range h.CountTypes() {
		lines = append(lines, fmt.Sprintf("%s %d %d", c.Name, c.Objects, c.Bytes))
	}
	slices.Sort(lines)
	return lines
}

// references returns the references of an object with their names.
func references(h *trace.Heap, id uint64) (list []string) {
	for o := range trace.ObjectID(h.Len()) {
		if h.Address(o) == id {
			for i, to := range h.References(o) {
				list = append(list, fmt.Sprintf("%s %x", h.FieldAt(o, i), h.Address(to)))
			}
		}
	}
	return list
}

// series is a trace with two graphs of a process, whose packets mix with the packets of another one.
func series() []byte {
	a, b, other := shop(41, 7, 10, 25), shop(41, 7, 20, 45), shop(42, 8, 10, 3)
	return file(slices.Concat(head(), a[:2], other, a[2:], b)...)
}

func TestSeries(t *testing.T) {
	rec, err := open(t, series())
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 2 || rec.Points[1].Time != 10_000 || rec.StartUnix != 1_796_122_010_000 || rec.Recorded.Program != "app.shop" || rec.Runtime != trace.JVM || !rec.Knows.Has(trace.KnowsSpaces) {
		t.Errorf("%+v", rec)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Text != "it has heap graphs of 2 processes: only app.shop is read, which has the most" {
		t.Errorf("warnings %v", rec.Warnings)
	}
	for point, n := range []int{25, 45} {
		h, warnings := loaded(t, rec, point)
		want := []string{fmt.Sprintf("app.Order %d %d", n-1, 24*(n-1)), fmt.Sprintf("app.Order[] 1 %d", 16+4*(n+2)), "app.SpecialOrder 1 32",
			"java.lang.Class 1 128", "java.lang.ref.WeakReference 1 16"}
		if got := counts(h); !slices.Equal(got, want) {
			t.Errorf("point %d: %q, want %q", point, got, want)
		}
		counted, _, err := rec.Points[point].Count(t.Context(), nil)
		if err != nil || !slices.Equal(counted, h.CountTypes()) {
			t.Errorf("point %d: counts %v, want %v, %v", point, counted, h.CountTypes(), err)
		}
		if len(warnings) != 2 || warnings[0].Text != "1 references lead to no object; they are left out" || warnings[1].Text != "1 GC roots lead to no object; they are left out" {
			t.Errorf("point %d: warnings %v", point, warnings)
		}
	}
}

// TestHeap checks fields, elements, statics, superclasses, heaps and roots.
func TestHeap(t *testing.T) {
	rec, err := open(t, series())
	if err != nil {
		t.Fatal(err)
	}
	h, _ := loaded(t, rec, 0)
	tracetest.Check(t, h)
	for id, want := range map[uint64][]string{
		idShop:          {"orders 2000"},
		idFirst:         {"customer 1000"},
		idFirst + 32:    {"customer 1000"},
		idFirst + 24*32: {"app.Order.customer 1000"}, // its own customer leads to no object
		idWeak:          {"referent 3000"},
	} {
		if got := references(h, id); !slices.Equal(got, want) {
			t.Errorf("%x: %q, want %q", id, got, want)
		}
	}
	if got := references(h, idArray); len(got) != 25 || got[0] != "[1] 3000" || got[24] != "[25] 3300" {
		t.Errorf("elements %q", got)
	}
	type0 := func(id uint64) *trace.Type {
		for o := range trace.ObjectID(h.Len()) {
			if h.Address(o) == id {
				return &h.Types[h.TypeOf.At(o)]
			}
		}
		return nil
	}
	if k := type0(idShop); k.Kind != trace.ClassObject || k.Name != "java.lang.Class" {
		t.Errorf("class object %+v", k)
	}
	if weak := h.TypeOf.At(trace.ObjectID(h.Len() - 1)); !h.Extends(weak, "java.lang.ref.Reference") || !h.Extends(weak, "java.lang.Object") {
		t.Errorf("superclasses of %+v", h.Types[weak])
	}
	if s := h.Spaces[h.SpaceOf[0]]; s != "app" || h.Spaces[h.SpaceOf[2]] != "zygote" {
		t.Errorf("space %s", s)
	}
	if len(h.Roots) != 2 || h.Roots[0].Kind != trace.RootClass || h.Roots[1].Kind != trace.RootThread || len(h.Threads) != 1 {
		t.Errorf("roots %+v", h.Roots)
	}
}

// TestOld reads the format of Android 10: names of types, names of fields in each object, and kinds of roots as texts.
func TestOld(t *testing.T) {
	g := message{}.number(1, 5).bytes(3, interned(1, "app.Order")).bytes(3, interned(2, "java.lang.Class<app.Shop>"))
	g = g.bytes(4, interned(1, "app.Order app.Shop.last")).bytes(4, interned(2, "[0]"))
	g = g.bytes(2, message{}.number(1, 16).number(2, 2).number(3, 100).number(4, 1).number(5, 32))
	g = g.bytes(2, message{}.number(1, 32).number(2, 1).number(3, 24)).bytes(2, message{}.number(1, 48).number(2, 9).number(3, 8))
	g = g.bytes(7, message{}.number(1, 16).bytes(2, []byte("ROOT_STICKY_CLASS")))
	rec, err := open(t, file(message{}.number(8, 1).number(10, 1).bytes(56, g)))
	if err != nil || rec.Points[0].Time != 0 || rec.StartUnix != 0 {
		t.Fatal(err)
	}
	h, warnings := loaded(t, rec, 0)
	if got, want := counts(h), []string{"(unknown class) 1 8", "app.Order 1 24", "java.lang.Class 1 100"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := references(h, 16); !slices.Equal(got, []string{"last 20"}) || len(h.Roots) != 1 || h.Roots[0].Kind != trace.RootClass {
		t.Errorf("references %q, roots %+v", got, h.Roots)
	}
	if len(warnings) != 1 || warnings[0].Text != "1 objects have no class; their type is (unknown class)" {
		t.Errorf("warnings %v", warnings)
	}
}

// TestPacked reads a trace whose packets are compressed, in a file compressed with gzip.
func TestPacked(t *testing.T) {
	var z, g bytes.Buffer
	w := zlib.NewWriter(&z)
	_, _ = w.Write(series()) // never fails
	w.Close()
	gz := gzip.NewWriter(&g)
	_, _ = gz.Write(file(slices.Concat(head(), []message{message{}.bytes(50, z.Bytes())})...)) // never fails
	gz.Close()
	rec, err := open(t, g.Bytes())
	if err != nil || len(rec.Points) != 2 {
		t.Fatal(err)
	}
	if h, _ := loaded(t, rec, 1); h.Len() != 48 {
		t.Errorf("%d objects", h.Len())
	}
}

// TestCut cuts a trace at each byte. No cut may be read as the whole without a warning.
func TestCut(t *testing.T) {
	data := file(slices.Concat(head(), shop(41, 7, 10, 25))...)
	for n := range len(data) {
		rec, err := open(t, data[:n])
		if err != nil {
			continue
		}
		_, warnings, err := rec.Points[0].Load(t.Context(), nil)
		if err == nil && len(slices.Concat(rec.Warnings, warnings)) <= 2 {
			t.Errorf("cut at byte %d of %d without a warning: %v", n, len(data), warnings)
		}
	}
}

// TestBad checks the errors and warnings about other traces, missing packets and bad numbers.
func TestBad(t *testing.T) {
	packets := shop(41, 7, 10, 25)
	for want, data := range map[string][]byte{
		"the trace has no heap; record it":              file(head()...),
		"the trace ends in a packet":                    {0x0a},
		"byte 1: expected a packet":                     {0x12, 0},
		"byte 6: a packet has":                          {0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f},
		"byte 4: packet: expected a message":            {0x0a, 2, 0x42, 0xff},
		"byte 7: heap graph: expected a message":        file(message{}.bytes(56, []byte{0x12, 9})),
		"byte 7: expected packets compressed with zlib": file(message{}.bytes(50, []byte{1, 2})),
		"byte 10: expected a number of at most 64 bits": bytes.Repeat([]byte{0xff}, 12),
	} {
		if _, err := open(t, data); err == nil || !strings.HasPrefix(err.Error(), "a.pftrace: "+want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	rec, err := open(t, file(packets[0], packets[2]))
	if err != nil {
		t.Fatal(err)
	}
	if _, warnings := loaded(t, rec, 0); warnings[0].Text != "packets of the heap graph are missing; objects are missing too" {
		t.Errorf("warnings %v", warnings)
	}
	circle := message{}.number(1, 5).bytes(9, classMessage(1, "A", 8, 2, 1, 1)).bytes(9, classMessage(2, "B", 8, 1, 1, 1)).bytes(2, object(8, 1, 1<<63, 8, 8, 8))
	rec, err = open(t, file(message{}.bytes(56, circle)))
	if err != nil {
		t.Fatal(err)
	}
	if h, _ := loaded(t, rec, 0); h.Len() != 1 {
		t.Errorf("%d objects", h.Len())
	}
}

func TestSniff(t *testing.T) {
	data := series()
	for n := 60; n < len(data); n += 17 {
		if !Sniff(data[:n]) {
			t.Errorf("cut at %d: not recognized", n)
		}
	}
	if Sniff(file(message{}.bytes(1, nil))) || Sniff([]byte("\n\x02\x08\x01")) || Sniff(nil) {
		t.Error("recognized")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(series())
	f.Add([]byte(file(shop(1, 2, 3, 4)...)))
	f.Fuzz(func(t *testing.T, data []byte) {
		Sniff(data)
		rec, err := open(t, data)
		if err != nil {
			return
		}
		for _, p := range rec.Points {
			if h, _, err := p.Load(t.Context(), nil); err == nil {
				tracetest.Check(t, h)
				if objects, _, _, err := p.Totals(t.Context(), nil); err != nil || objects != int64(h.Len()) {
					t.Errorf("%d of %d objects are counted, %v", objects, h.Len(), err)
				}
			}
		}
	})
}
