// Package huge writes heap dumps and archives with an excessive number of one item: list nodes, map entries, GC roots, classes, threads, or
// elements of one array or of many. The cost of a reader for each item then dominates all other costs. Inputs are streamed, so their size
// is unlimited.
package huge

import (
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"memcity/trace/wire/hprof"
)

// A Shape is a kind of input with n copies of an item.
type Shape struct {
	Name string
	Ends string // file name extension
	// Write writes the input. If w supports it, blocks of zeros become holes in the file.
	Write func(w io.Writer, n int) error
}

// Shapes contains all kinds of inputs.
var Shapes = []Shape{
	{"list", ".hprof", dumpOf(list)},
	{"map", ".hprof", dumpOf(entries)},
	{"roots", ".hprof", dumpOf(roots)},
	{"classes", ".hprof", dumpOf(manyClasses)},
	{"threads", ".hprof", dumpOf(threads)},
	{"hierarchy", ".hprof", dumpOf(hierarchy)},
	{"array", ".hprof", dumpOf(array)},
	{"arrays", ".hprof", dumpOf(arrays)},
	{"zip", ".zip", zipped},
	{"gzip", ".hprof.gz", gzipped},
}

// Of returns the shape with the given name.
func Of(name string) (Shape, error) {
	i := slices.IndexFunc(Shapes, func(s Shape) bool { return s.Name == name })
	if i < 0 {
		return Shape{}, fmt.Errorf("no shape %q", name)
	}
	return Shapes[i], nil
}

func dumpOf(fill func(d *dump, n int)) func(io.Writer, int) error {
	return func(w io.Writer, n int) error {
		d := newDump(w)
		fill(d, n)
		return d.finish()
	}
}

// list writes a LinkedList of n nodes.
func list(d *dump, n int) {
	node := d.class("java/util/LinkedList$Node", 0, "item", "next", "prev")
	head := d.class("java/util/LinkedList", 0, "first", "last")
	first := d.next
	at := func(i int) uint64 {
		if i < 0 || i >= n {
			return 0
		}
		return first + 24*uint64(i)
	}
	for i := range n {
		d.instance(node, 24, 0, at(i+1), at(i-1))
	}
	d.root(d.instance(head, 24, at(0), at(n-1)))
}

// entries writes a HashMap of n entries, each with its own key.
func entries(d *dump, n int) {
	key := d.class("java/lang/Integer", 0)
	node := d.class("java/util/HashMap$Node", 0, "key", "value", "next")
	table := d.class("[Ljava/util/HashMap$Node;", 0)
	hashMap := d.class("java/util/HashMap", 0, "table")
	first := d.next
	for range n {
		d.instance(node, 32, d.instance(key, 16), first, 0)
	}
	at := d.array(table, n, func(i int) uint64 { return first + 48*uint64(i) + 16 })
	d.root(d.instance(hashMap, 48, at))
}

// roots writes n GC roots for one object.
func roots(d *dump, n int) {
	o := d.instance(d.class("app/Node", 0), 16)
	for range n {
		d.root(o)
	}
}

// manyClasses writes n classes with one object each.
func manyClasses(d *dump, n int) {
	last := uint64(0)
	for i := range n {
		last = d.instance(d.class(fmt.Sprint("app/Class", i), 0, "next"), 16, last)
	}
	d.root(last)
}

// threads writes n threads, each with a frame that holds an object.
func threads(d *dump, n int) {
	thread, node := d.class("java/lang/Thread", 0), d.class("app/Node", 0)
	d.record(hprof.Frame, nil, 1, d.text("run"), d.text("()V"), d.text("App.java"), 1, 12)
	frame := hprof.AppendID(nil, idSize, 1)
	for i := range n {
		serial := uint64(i + 100)
		d.record(hprof.Trace, frame, serial, serial, 1)
		d.sub(hprof.RootThread, nil, d.instance(thread, 16), serial, serial)
		d.sub(hprof.RootJavaFrame, nil, d.instance(node, 16), serial, 0)
	}
}

// hierarchy writes a class with n successive super classes, each with an object.
func hierarchy(d *dump, n int) {
	super, last := d.class("app/Base", 0, "next"), uint64(0)
	for i := range n {
		super = d.class(fmt.Sprint("app/Class", i), super)
		last = d.instance(super, 16, last)
	}
	d.root(last)
}

// array writes an array of n null elements.
func array(d *dump, n int) {
	d.root(d.array(d.class("[Ljava/lang/Object;", 0), n, nil))
}

// arrays writes n references to one object, in arrays of at most 2,000 elements.
func arrays(d *dump, n int) {
	node, objects := d.instance(d.class("app/Node", 0), 16), d.class("[Ljava/lang/Object;", 0)
	for ; n > 0; n -= 2000 {
		d.root(d.array(objects, min(n, 2000), func(int) uint64 { return node }))
	}
}

// zipped writes a zip archive of two dumps, with n zeros in total.
func zipped(w io.Writer, n int) error {
	z := zip.NewWriter(w)
	for i := range 2 {
		file, err := z.Create(fmt.Sprintf("%d.hprof", i))
		if err != nil {
			return err
		}
		if err := bomb(file, n/2); err != nil {
			return err
		}
	}
	return z.Close()
}

// gzipped writes a compressed dump that ends with n zeros.
func gzipped(w io.Writer, n int) error {
	z := gzip.NewWriter(w)
	if err := bomb(z, n); err != nil {
		return err
	}
	return z.Close()
}

func bomb(w io.Writer, n int) error {
	if _, err := w.Write(header()); err != nil {
		return err
	}
	return writeZeros(w, int64(n))
}

var zeros [1 << 16]byte

func writeZeros(w io.Writer, n int64) error {
	for n > 0 {
		part := min(n, int64(len(zeros)))
		if _, err := w.Write(zeros[:part]); err != nil {
			return err
		}
		n -= part
	}
	return nil
}
