package jfr_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"memcity/trace/wire/jfr"
)

// wholeStory returns a chunk with an event for each text encoding.
func wholeStory(plain bool) []byte {
	f := story(plain)
	for i, text := range []func(o *out){
		func(o *out) { o.raw(0) },
		func(o *out) { o.raw(1) },
		func(o *out) { o.raw(2).long(3) },
		func(o *out) { o.text("Grüße") },
		func(o *out) {
			if plain {
				o.raw(4).int(2).raw(0, 'o', 0, 'k')
			} else {
				o.raw(4).int(2).varint('o').varint('k')
			}
		},
		func(o *out) { o.raw(5).int(2).raw('o', 0xe9) },
		func(o *out) { o.raw(2).long(4) }, // missing
	} {
		f.event(101, func(o *out) { o.long(1) })
		f.storyEvent(int64(i), text)
	}
	return f.finish()
}

func TestFields(t *testing.T) {
	for _, plain := range []bool{false, true} {
		all, err := chunks(wholeStory(plain))
		if err != nil || len(all) != 1 || len(all[0].Faults) > 0 {
			t.Fatalf("%v: %d chunks, %v", plain, len(all), err)
		}
		var got []string
		visit(t, all, "test.Event", func(c *jfr.Chunk, o *jfr.Object) {
			slot := o.Type.Slot
			var pairs []string
			o.Each(slot("pairs"), func(p *jfr.Object) {
				pairs = append(pairs, fmt.Sprint(p.Int(p.Type.Slot("left")), p.Int(p.Type.Slot("right"))))
			})
			got = append(got, fmt.Sprint(c.Unix(o.Int(slot("startTime"))), o.Int(slot("flag")), o.Int(slot("small")), o.Int(slot("letter")),
				float(o, slot("part")), float(o, slot("share")), o.Text(slot("text")), ",", o.Int(slot("pair.left")), o.Int(slot("pair.right")), pairs,
				o.ClassName(slot("class")), o.Int(slot("end")), o.Int(slot("nothing")), o.Text(slot("number"))))
		})
		var want []string
		for i, text := range []string{"", "", "kéy", "Grüße", "ok", "oé", ""} {
			want = append(want, fmt.Sprint(1_000_000_000_000+int64(i)*1_000_000, 1, -2, 'x', 0.5, 0.25, text, ",", -5, 6, []string{"1 2", "3 4"},
				"java/lang/String", 77, 0, ""))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("plain %v: read\n%s\nwant\n%s", plain, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestConstants checks that the last constant of a repeated key is used.
func TestConstants(t *testing.T) {
	all, _ := chunks(wholeStory(false))
	c := all[0]
	var o jfr.Object
	if !c.Constant(jfr.Ref{Type: c.Type("java.lang.Class"), Key: 10}, &o) || o.Text(0) != "new name" {
		t.Errorf("the constant is %q", o.Text(0))
	}
	if c.Constant(jfr.Ref{Type: c.Type("java.lang.Class"), Key: 11}, &o) || c.Constant(jfr.Ref{}, &o) {
		t.Error("there is a constant that was not written")
	}
}

func TestSeveralChunks(t *testing.T) {
	one := wholeStory(false)
	all, err := chunks(append(append([]byte{}, one...), one...))
	if err != nil || len(all) != 2 || all[1].Offset != int64(len(one)) {
		t.Fatalf("%d chunks, %v", len(all), err)
	}
	n := 0
	visit(t, all, "test.Event", func(*jfr.Chunk, *jfr.Object) { n++ })
	if n != 14 {
		t.Errorf("%d events, want 14", n)
	}
	all, err = chunks(append(append([]byte{}, one...), "nothing that is a chunk of a flight recording, and long enough for one"...))
	if fault, ok := err.(jfr.Fault); len(all) != 1 || !ok || fault.Offset != int64(len(one)) {
		t.Errorf("%d chunks, %v", len(all), err)
	}
}

// TestCut truncates a chunk at every byte. Events before the cut must be read, with names if the constants are complete.
func TestCut(t *testing.T) {
	whole := wholeStory(false)
	most := 0
	for n := range whole {
		all, err := chunks(whole[:n])
		if n < 68 {
			if n > 0 && err == nil {
				t.Errorf("%d bytes are a chunk", n)
			}
			continue
		}
		if len(all) == 0 {
			if err == nil {
				t.Errorf("%d bytes: no chunk and no fault", n)
			}
			continue
		}
		if !all[0].Cut || len(all[0].Faults) == 0 {
			t.Errorf("%d bytes: nothing shows the cut", n)
		}
		events := 0
		visit(t, all, "test.Event", func(*jfr.Chunk, *jfr.Object) { events++ })
		if events < most {
			t.Errorf("%d bytes have %d events, fewer than %d", n, events, most)
		}
		most = events
	}
	if most != 7 {
		t.Errorf("%d events at most, want 7", most)
	}
}

func TestFaults(t *testing.T) {
	change := func(at int, n uint64) func([]byte) {
		return func(b []byte) { binary.BigEndian.PutUint64(b[at:], n) }
	}
	type fault struct {
		name   string
		change func([]byte)
		text   string // in the error, or in a fault of the chunk
	}
	for _, f := range []fault{
		{"no magic", func(b []byte) { b[0] = 'X' }, "expected a chunk"},
		{"another version", func(b []byte) { b[5] = 9 }, "version 9.1"},
		{"no ticks", change(56, 0), "ticks per second"},
		{"longer than the file", change(8, 1<<40), "end of the last chunk is missing"},
		{"shorter than a header", change(8, 3), "end of the last chunk is missing"},
	} {
		data := wholeStory(false)
		f.change(data)
		all, err := chunks(data)
		text := fmt.Sprint(err)
		for _, c := range all {
			text += fmt.Sprint(c.Faults)
		}
		if !strings.Contains(text, f.text) {
			t.Errorf("%s: %s", f.name, text)
		}
	}
	// Invalid offsets in the header: the events are searched instead.
	for _, at := range []int{16, 24} {
		data := wholeStory(false)
		change(at, 70)(data)
		all, err := chunks(data)
		if err != nil || len(all[0].Faults) > 0 {
			t.Errorf("offset at %d: %v", at, err)
		}
	}
}

// TestBadMetadata checks impossible types.
func TestBadMetadata(t *testing.T) {
	deep := []node{class("1", "long")}
	for i := 2; i < 30; i++ {
		deep = append(deep, class(fmt.Sprint(i), fmt.Sprint("T", i), field("f", fmt.Sprint(i-1))))
	}
	var wide []node
	for i := range 1100 {
		wide = append(wide, field(fmt.Sprint("f", i), "1"))
	}
	var broad []node // types with many fields each
	broad = append(broad, class("1", "long"), class("2", "Wide", wide[:1000]...))
	for i := 3; i < 300; i++ {
		broad = append(broad, class(fmt.Sprint(i), fmt.Sprint("T", i), field("f", "2")))
	}
	for name, classes := range map[string][]node{
		"itself": {class("1", "Loop", field("f", "1"))},
		"deep":   deep,
		"wide":   {class("1", "long"), class("2", "Wide", wide...)},
		"broad":  broad,
		"twice":  {class("1", "long"), class("1", "int")},
		"number": {class("x", "long")},
		"field":  {class("1", "A", field("f", "2"))},
	} {
		f := newFile(false)
		f.describe(classes...)
		if all, err := chunks(f.bytes()); err == nil {
			t.Errorf("%s: %d chunks and no fault", name, len(all))
		}
	}
}

// TestLoops checks constants that refer back to themselves, and endless counts.
func TestLoops(t *testing.T) {
	f := newFile(false)
	f.describe(class("1", "long"), class("2", "Nothing"), class("3", "Many", field("all", "2", "dimension", "1")))
	f.constants = f.event(1, func(o *out) { o.long(1).long(0).long(3).raw(0).int(0) })
	all, err := chunks(f.bytes())
	if err != nil || len(all[0].Faults) != 1 {
		t.Errorf("constants lead forward: %v, %v", all, err)
	}
	f = newFile(false)
	f.describe(class("1", "long"), class("2", "Nothing"), class("3", "Many", field("all", "2", "dimension", "1")))
	f.keep(1, func(o *out) { o.long(3).int(1 << 30) })
	all, err = chunks(f.bytes())
	if err != nil || len(all[0].Faults) != 1 {
		t.Errorf("a count without end: %v", err)
	}
	f.event(3, func(o *out) { o.int(1 << 30) })
	if all, _ = chunks(f.bytes()); len(all) == 1 {
		visit(t, all, "Many", func(*jfr.Chunk, *jfr.Object) { t.Error("a damaged event was read") })
		if all[0].Damaged != 1 {
			t.Errorf("%d damaged events, want 1", all[0].Damaged)
		}
	}
}

// TestOldNames checks that types of version 1.0 are found by their names of version 2, unless another type has that name.
func TestOldNames(t *testing.T) {
	f := newFile(false)
	f.describe(class("1", "long"), class("2", "com.oracle.jdk.GarbageCollection", field("startTime", "1")),
		class("3", "com.oracle.jdk.GCHeapSummary"), class("4", "jdk.GCHeapSummary"))
	all, err := chunks(f.bytes())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{"com.oracle.jdk.GarbageCollection": 2, "jdk.GarbageCollection": 2, "jdk.GCHeapSummary": 4,
		"com.oracle.jdk.GCHeapSummary": 3} {
		if got := all[0].Type(name); got == nil || got.ID != want {
			t.Errorf("%s is %+v, want type %d", name, got, want)
		}
	}
	if got := all[0].Type("jdk.Other"); got != nil {
		t.Errorf("a type that does not exist is %+v", got)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{"FLR\x00\x00\x02": true, "FLR\x00\x00\x01": true, "FLR\x00\x00\x00": false, "FLR\x00": false,
		"": false, "FLRxxxxx": false} {
		if got := jfr.Sniff([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	data := wholeStory(false)
	headers, _ := jfr.Headers(bytes.NewReader(data), int64(len(data)))
	c, err := jfr.ReadChunk(ctx, bytes.NewReader(data), headers[0])
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := jfr.ReadChunk(ctx, bytes.NewReader(data), headers[0]); err != context.Canceled {
		t.Errorf("reading ends with %v", err)
	}
	if err := c.Events(ctx, []*jfr.Type{c.Type("test.Event")}, func(*jfr.Object) {}); err != context.Canceled {
		t.Errorf("visiting ends with %v", err)
	}
}

// BenchmarkRead reads chunks of recorded files, and of many events, with and without reading their values. The rate is in bytes of the
// file.
func BenchmarkRead(b *testing.B) {
	many := story(false)
	for i := range 100_000 {
		many.storyEvent(int64(i), func(o *out) { o.raw(0) })
	}
	data := many.finish()
	headers, err := jfr.Headers(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, events func(c *jfr.Chunk)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				c, err := jfr.ReadChunk(context.Background(), bytes.NewReader(data), headers[0])
				if err != nil {
					b.Fatal(err)
				}
				events(c)
			}
		})
	}
	run("skip", func(c *jfr.Chunk) {
		c.Events(context.Background(), []*jfr.Type{c.Type("test.Other")}, func(*jfr.Object) {})
	})
	run("decode", func(c *jfr.Chunk) {
		c.Events(context.Background(), []*jfr.Type{c.Type("test.Event")}, func(*jfr.Object) {})
	})
}
