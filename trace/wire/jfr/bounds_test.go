package jfr_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"memcity/trace/wire/jfr"
)

// TestTypesInTypes checks nested types, which have any number of fields in few bytes, and names of any length.
func TestTypesInTypes(t *testing.T) {
	ladder := func(lowest, name string, width, height int) error {
		classes := []node{class("1", lowest)}
		for i := range height {
			var fields []node
			for range width {
				fields = append(fields, field(name, fmt.Sprint(i+1)))
			}
			classes = append(classes, class(fmt.Sprint(i+2), fmt.Sprintf("step%d", i), fields...))
		}
		f := newFile(false)
		f.describe(classes...)
		_, err := chunks(f.finish())
		return err
	}
	for _, test := range []struct {
		lowest, field string
		width, height int
		want          string // of the error
	}{
		{"long", "a", 2, 8, ""},
		{"nothing", "a", 2, 12, ""},
		{"nothing", "a", 8, 12, "the types have more than 262144 fields"},
		{"long", "a", 8, 12, "has more than 1024 fields, or types in types deeper than 16"},
		{"long", strings.Repeat("a", 1<<15), 2, 8, "the names of fields in fields have more than 16777216 bytes"},
		{"long", strings.Repeat("a", 1<<10), 2, 8, ""},
	} {
		err := ladder(test.lowest, test.field, test.width, test.height)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d fields of a name of %d bytes in %d types of %s: %v, want %q", test.width, len(test.field), test.height, test.lowest, err, test.want)
		}
	}
}

// TestTextOfConstantIsSharedByEvents checks that a long text shared by all events is in memory once.
func TestTextOfConstantIsSharedByEvents(t *testing.T) {
	f := newFile(false)
	f.describe(class("6", "java.lang.String"), class("20", "jdk.types.GCCause", field("cause", "6")),
		class("100", "test.Event", field("cause", "20", "constantPool", "true")))
	const events, length = 100, 1 << 10
	f.keep(1, func(o *out) {
		o.long(20).int(1)
		o.long(7).text(strings.Repeat("x", length))
	})
	for range events {
		f.event(100, func(o *out) { o.long(7) })
	}
	all, err := chunks(f.bytes())
	if err != nil || len(all) != 1 {
		t.Fatal(err)
	}
	first, same := "", 0
	visit(t, all, "test.Event", func(_ *jfr.Chunk, o *jfr.Object) {
		text := o.Text(o.Type.Slot("cause"))
		if first == "" {
			first = text
		}
		if len(text) == length && unsafe.StringData(text) == unsafe.StringData(first) {
			same++
		}
	})
	if same != events {
		t.Errorf("%d of %d events share the text", same, events)
	}
}
