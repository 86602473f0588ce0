package tracetest

import (
	"bytes"
	"strings"

	"memcity/trace/wire/hprof"
)

// Heaps of Android's runtime, by number.
const (
	androidApp    = 'A'
	androidImage  = 'I'
	androidZygote = 'Z'
)

// AndroidDump is a heap dump as Android's runtime writes it: version 1.0.3, IDs of 4 bytes, real sizes, the heap of each object, and the
// runtime's own fields in java.lang.Object and in classes.
type AndroidDump struct {
	*DumpBuilder
	object *DumpClass
}

// NewAndroid returns a dump with the classes java.lang.Object and java.lang.Class. New objects are in the app heap.
func NewAndroid() *AndroidDump {
	d := NewDump()
	d.Version, d.IDSize, d.RealSizes = "1.0.3", 4, true
	a := &AndroidDump{d, d.classes[0]}
	a.object.fields = []DumpField{Ref("shadow$_klass_"), Int("shadow$_monitor_")}
	a.object.Size = 8
	d.classes[1].Super = a.object
	for _, c := range d.classes {
		c.name = javaName(c.name)
	}
	a.Heap(androidApp, "app")
	return a
}

// javaName returns a class name as Android writes it: java.lang.Object.
func javaName(name string) string { return strings.ReplaceAll(name, "/", ".") }

// Heap puts the objects that follow into a heap.
func (a *AndroidDump) Heap(number uint32, name string) {
	a.Record(record(hprof.HeapInfo, nil, uint64(number), a.Text(name)))
}

// Class adds a class that extends super, or java.lang.Object for nil. Its name has dots. Each class refers to its overhead.
func (a *AndroidDump) Class(super *DumpClass, name string, fields ...DumpField) *DumpClass {
	if super == nil {
		super = a.object
	}
	overhead := Ref("$classOverhead")
	overhead.Static, overhead.Value = true, a.Primitives(hprof.Byte, make([]byte, 24))
	c := a.SubClass(super, name, append([]DumpField{overhead}, fields...)...)
	c.Size = c.instanceSize(8, a.object)
	return c
}

// New adds an object with values for the fields of its class and super classes, as [DumpBuilder.Instance], and sets its class.
func (a *AndroidDump) New(c *DumpClass, values ...uint64) uint64 {
	n := 0
	for s := c; s != a.object; s = s.Super {
		n += len(s.fields)
	}
	values = append(values, make([]uint64, n-len(values))...)
	return a.Instance(c, append(values, c.ID)...)
}

// NoData adds a primitive array without content.
func (a *AndroidDump) NoData(t hprof.BasicType, length int) uint64 {
	id := a.Address(16 + int64(length*t.Size(4)))
	a.Record(record(hprof.ArrayNoData, nil, id, uint64(a.Site), uint64(length), uint64(t)))
	return id
}

// Bool returns a field of type boolean.
func Bool(name string) DumpField { return DumpField{Name: name, Type: hprof.Boolean} }

// SampleAndroid returns the dump of an Android program. It holds three destroyed activities of type app.DetailActivity in the static field
// app.Screens.open, and two detached fragments of type app.ListFragment in app.Cache.pages. app.Images.all holds five bitmaps of 100 × 200
// pixels, four of them with equal pixels. nativePixels selects pixels outside the heap, as since Android 8.
func SampleAndroid(nativePixels bool) *AndroidDump {
	a := NewAndroid()
	array := a.Class(nil, "java.lang.Object[]")
	holder := func(name, field string, elements ...uint64) {
		static := Static(Ref(field))
		static.Value = a.Array(array, elements...)
		a.Root(hprof.RootStickyClass, a.Class(nil, name, static).ID)
	}
	a.activities(holder)
	a.fragments(holder)
	bitmap := a.bitmaps(nativePixels)
	var images []uint64
	for i := range 5 {
		images = append(images, bitmap(byte(i/4)))
	}
	holder("app.Images", "all", images...)
	a.Heap(androidZygote, "zygote")
	holder("android.content.res.Resources", "preloaded", bitmap(7), bitmap(7))
	a.Heap(androidImage, "image")
	a.androidRoots()
	return a
}

func (a *AndroidDump) activities(holder func(name, field string, elements ...uint64)) {
	activity := a.Class(nil, "android.app.Activity", Ref("mWindow"), Bool("mDestroyed"))
	detail, home := a.Class(activity, "app.DetailActivity", Ref("views")), a.Class(activity, "app.MainActivity")
	var open []uint64
	for range 3 {
		views := a.NoData(hprof.Int, 5000)
		open = append(open, a.New(detail, views, 0, 1))
	}
	holder("app.Screens", "open", open...)
	a.Root(hprof.RootJNIGlobal, a.New(home), 0)
}

func (a *AndroidDump) fragments(holder func(name, field string, elements ...uint64)) {
	fragment := a.Class(nil, "androidx.fragment.app.Fragment", Ref("mFragmentManager"), Bool("mCalled"))
	list := a.Class(fragment, "app.ListFragment")
	manager := a.New(a.Class(nil, "androidx.fragment.app.FragmentManager"))
	holder("app.Cache", "pages", a.New(list, 0, 1), a.New(list, 0, 1))
	holder("app.Pages", "shown", a.New(list, manager, 1), a.New(list, 0, 0))
}

// bitmaps returns a function that adds a bitmap of 100 × 200 pixels of a color.
func (a *AndroidDump) bitmaps(native bool) func(color byte) uint64 {
	fields := []DumpField{Int("mWidth"), Int("mHeight"), Long("mNativePtr"), Bool("mRecycled")}
	if !native {
		fields = append(fields, Ref("mBuffer"))
	}
	class, address := a.Class(nil, "android.graphics.Bitmap", fields...), uint64(0x70000000)
	return func(color byte) uint64 {
		values := []uint64{100, 200, address, 0}
		address += 1 << 20
		if !native {
			values = append(values, a.Primitives(hprof.Byte, bytes.Repeat([]byte{color}, 4*100*200)))
		}
		return a.New(class, values...)
	}
}

// androidRoots adds a GC root of each kind that only Android writes.
func (a *AndroidDump) androidRoots() {
	held := a.Class(nil, "app.Held")
	for _, kind := range []hprof.Kind{hprof.RootInterned, hprof.RootFinalizing, hprof.RootDebugger, hprof.RootReferenceCleanup,
		hprof.RootVMInternal, hprof.RootUnreachable} {
		a.Root(kind, a.New(held))
	}
	a.Root(hprof.RootJNIMonitor, a.New(held), 0, 0)
}
