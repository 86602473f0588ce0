package jfr_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace/tracetest/recorded"
	"memcity/trace/wire/jfr"
)

// chunks reads all chunks of a file.
func chunks(data []byte) (all []*jfr.Chunk, err error) {
	r := bytes.NewReader(data)
	headers, err := jfr.Headers(r, r.Size())
	for _, h := range headers {
		c, fault := jfr.ReadChunk(context.Background(), r, h)
		if fault != nil {
			err = cmp.Or(err, fault)
			continue
		}
		all = append(all, c)
	}
	return all, err
}

// visit calls visit with the events of a type of all chunks.
func visit(t testing.TB, all []*jfr.Chunk, name string, visit func(*jfr.Chunk, *jfr.Object)) {
	for _, c := range all {
		err := c.Events(context.Background(), []*jfr.Type{c.Type(name)}, func(o *jfr.Object) { visit(c, o) })
		if err != nil {
			t.Fatal(err)
		}
	}
}

// got formats the data that the JDK's own tool printed when the recordings were made.
func got(t *testing.T, all []*jfr.Chunk) string {
	var b strings.Builder
	type heap struct{ before, after, capacity int64 }
	heaps := map[int64]*heap{}
	slot := func(o *jfr.Object, name string) int { return o.Type.Slot(name) }
	number := func(o *jfr.Object, name string) int64 { return o.Int(slot(o, name)) }
	visit(t, all, "jdk.GCHeapSummary", func(c *jfr.Chunk, o *jfr.Object) {
		id := number(o, "gcId")
		if heaps[id] == nil {
			heaps[id] = &heap{}
		}
		if o.Text(slot(o, "when")) == "Before GC" {
			heaps[id].before = number(o, "heapUsed")
		} else {
			heaps[id].after, heaps[id].capacity = number(o, "heapUsed"), number(o, "heapSpace.committedSize")
		}
	})
	type line struct {
		order int64
		text  string
	}
	var gcs []line
	visit(t, all, "jdk.GarbageCollection", func(c *jfr.Chunk, o *jfr.Object) {
		id := number(o, "gcId")
		h := cmp.Or(heaps[id], &heap{})
		gcs = append(gcs, line{id, fmt.Sprintf("gc\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", id, c.Unix(number(o, "startTime")),
			c.Nanos(number(o, "duration")),
			c.Nanos(number(o, "sumOfPauses")), h.before, h.after, h.capacity, o.Text(slot(o, "name")), o.Text(slot(o, "cause")))})
	})
	slices.SortFunc(gcs, func(a, b line) int { return cmp.Compare(a.order, b.order) })
	for _, g := range gcs {
		b.WriteString(g.text)
	}
	visit(t, all, "jdk.ZAllocationStall", func(c *jfr.Chunk, o *jfr.Object) {
		fmt.Fprintf(&b, "stall\t%d\t%d\n", c.Unix(number(o, "startTime")), c.Nanos(number(o, "duration")))
	})
	for _, e := range [][2]string{{"ObjectAllocationSample", "weight"}, {"ObjectAllocationInNewTLAB", "tlabSize"},
		{"ObjectAllocationOutsideTLAB", "allocationSize"}} {
		objects, bytes := map[string]int{}, map[string]int64{}
		visit(t, all, "jdk."+e[0], func(_ *jfr.Chunk, o *jfr.Object) {
			place := ""
			if frames := o.Trace(slot(o, "stackTrace")); frames != nil {
				f := (*frames)[0]
				line := fmt.Sprint(f.Line)
				if f.Native {
					line = "-1"
				}
				place = f.Class + "." + f.Method + ":" + line
			}
			key := o.ClassName(slot(o, "objectClass")) + "\t" + o.ThreadName(slot(o, "eventThread")) + "\t" + place
			objects[key]++
			bytes[key] += number(o, e[1])
		})
		var lines []string
		for key := range objects {
			lines = append(lines, fmt.Sprintf("%s\t%d\t%d\t%s\n", e[0], objects[key], bytes[key], key))
		}
		slices.Sort(lines)
		b.WriteString(strings.Join(lines, ""))
	}
	visit(t, all, "jdk.ObjectCount", func(_ *jfr.Chunk, o *jfr.Object) {
		fmt.Fprintf(&b, "count\t%d\t%d\t%d\t%s\n", number(o, "gcId"), number(o, "count"), number(o, "totalSize"),
			o.ClassName(slot(o, "objectClass")))
	})
	visit(t, all, "jdk.OldObjectSample", func(c *jfr.Chunk, o *jfr.Object) {
		var object jfr.Object
		if !c.Constant(o.Ref(slot(o, "object")), &object) {
			t.Error("a sample has no object")
			return
		}
		fmt.Fprintf(&b, "old\t%d\t%d\t%d\t%s\n", c.Nanos(number(o, "objectAge")), number(&object, "address"), number(o, "arrayElements"),
			object.ClassName(object.Type.Slot("type")))
	})
	return b.String()
}

// sorted returns the sorted lines, for a comparison as sets.
func sorted(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	slices.Sort(lines)
	return lines
}

// TestRecorded compares with the output of the JDK's tool jfr for the same files.
func TestRecorded(t *testing.T) {
	want := recorded.Files(t, ".txt")
	files := recorded.Files(t, ".jfr")
	if len(files) < 10 || len(files) != len(want) {
		t.Fatalf("there are %d recordings and %d texts", len(files), len(want))
	}
	for name, data := range files {
		all, err := chunks(data)
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %d chunks, %v", name, len(all), err)
		}
		got, want := sorted(got(t, all)), sorted(string(want[name]))
		for _, line := range got {
			if !slices.Contains(want, line) {
				t.Errorf("%s: %q is not reported by the tool", name, line)
			}
		}
		for _, line := range want {
			if !slices.Contains(got, line) {
				t.Errorf("%s: %q is missing", name, line)
			}
		}
		for _, c := range all {
			if len(c.Faults) > 0 || c.Damaged > 0 {
				t.Errorf("%s: faults %v, %d damaged events", name, c.Faults, c.Damaged)
			}
		}
	}
}
