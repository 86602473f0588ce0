package tracetest

import (
	"memcity/trace/wire/hprof"
)

// NativeImageDump is a heap dump as GraalVM's native images write it. Class IDs are the address of the class's instance of java.lang.Class,
// the hub, plus one. Names have dots. Sizes are real. Objects of the image are GC roots of their own, without a JNI handle. Static fields
// are in an array of the image.
type NativeImageDump struct {
	*DumpBuilder
	object, class *DumpClass
	statics       []uint64
}

// NewNativeImage returns a dump with the classes java.lang.Object and java.lang.Class.
func NewNativeImage() *NativeImageDump {
	d := NewDump()
	d.RealSizes, d.classes, d.next = true, nil, firstAddress
	n := &NativeImageDump{DumpBuilder: d}
	n.class = &DumpClass{name: "java.lang.Class", Size: 56, fields: []DumpField{Ref("name"), Int("layoutEncoding")}}
	n.object = n.describe(&DumpClass{name: "java.lang.Object", Size: 8})
	n.class.Super = n.object
	n.describe(n.class)
	n.hub(n.object)
	return n
}

// describe adds a class with the hub that is at the next address.
func (n *NativeImageDump) describe(c *DumpClass) *DumpClass {
	c.ID = n.Address(n.class.Size) + 1
	if n.class.ID != 0 {
		n.hub(c)
	}
	n.classes = append(n.classes, c)
	return c
}

// hub adds the hub of a class.
func (n *NativeImageDump) hub(c *DumpClass) {
	n.InstanceAt(c.ID-1, n.class)
	n.ImageHeap(c.ID - 1)
	n.Root(hprof.RootStickyClass, c.ID)
}

// ImageHeap makes an object part of the image.
func (n *NativeImageDump) ImageHeap(object uint64) { n.Root(hprof.RootJNIGlobal, object, 0) }

// Class adds a class that extends super, or java.lang.Object for nil. Its name has dots.
func (n *NativeImageDump) Class(super *DumpClass, name string, fields ...DumpField) *DumpClass {
	if super == nil {
		super = n.object
	}
	c := &DumpClass{Super: super, name: name}
	for _, f := range fields {
		if f.Static {
			c.Statics = append(c.Statics, f)
			if f.Type == hprof.Object {
				n.statics = append(n.statics, f.Value)
			}
		} else {
			c.fields = append(c.fields, f)
		}
	}
	c.Size = c.instanceSize(8, n.object)
	return n.describe(c)
}

// Statics adds the array with the values of all static fields so far.
func (n *NativeImageDump) Statics(array *DumpClass) {
	n.ImageHeap(n.Array(array, n.statics...))
}

// SampleNativeImage returns the dump of a native image. The static field app.Main.cache holds 1000 objects of type app.Entry, each with a
// byte[] of 1000 bytes. The image contains a string, and the thread main has a local variable.
func SampleNativeImage() *NativeImageDump {
	n := NewNativeImage()
	n.Class(nil, "[B")
	objects := n.Class(nil, "[Ljava.lang.Object;")
	text := n.Class(nil, "java.lang.String", Ref("value"), Int("hash"), Byte("coder"))
	name := n.Instance(text, n.Primitives(hprof.Byte, []byte("main")))
	n.ImageHeap(name)
	entry := n.Class(nil, "app.Entry", Ref("data"))
	var entries []uint64
	for range 1000 {
		entries = append(entries, n.Instance(entry, n.Primitives(hprof.Byte, make([]byte, 1000))))
	}
	cache := Static(Ref("cache"))
	cache.Value = n.Array(objects, entries...)
	n.Class(nil, "app.Main", cache)
	n.Statics(objects)
	thread := n.Instance(n.Class(nil, "java.lang.Thread", Ref("name")), name)
	serial := n.Thread(thread, "app/Main.run:12")
	n.Root(hprof.RootJavaFrame, n.Instance(entry), uint64(serial), 0)
	n.Root(hprof.RootJNILocal, thread, uint64(serial), 0xFFFFFFFF)
	return n
}
