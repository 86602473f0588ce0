package jfr_test

import (
	"context"
	"testing"

	"memcity/trace/tracetest/hostile"
	"memcity/trace/wire/jfr"
)

// FuzzRead reads events of all types in arbitrary bytes, with all their values.
func FuzzRead(f *testing.F) {
	f.Add(wholeStory(false))
	f.Add(wholeStory(true))
	f.Add(wholeStory(false)[:400])
	f.Fuzz(checkRead)
}

// FuzzRecords reads well-formed but wrong recordings.
func FuzzRecords(f *testing.F) {
	for form := range 8 {
		f.Add([]byte{byte(form)})
	}
	f.Add([]byte("\x00\x04 types that refer to themselves and to each other, and events of them"))
	f.Add([]byte("\x02\x0a\x05\x04\xff\x1f\x10\x01\x09\x1f\x1f and constants that are not where they should be"))
	f.Fuzz(func(t *testing.T, script []byte) { checkRead(t, hostile.Flight(script)) })
}

// checkRead reads a recording of arbitrary bytes.
func checkRead(t *testing.T, data []byte) {
	all, _ := chunks(data)
	for _, c := range all {
		var types []*jfr.Type
		for _, name := range []string{"test.Event", "test.Other", "long", "jdk.types.Symbol", "java.lang.Class", "test.Pair", ""} {
			types = append(types, c.Type(name))
		}
		events := 0
		err := c.Events(context.Background(), types, func(o *jfr.Object) {
			events++
			look(c, o, 0)
		})
		if err != nil || events > len(data) {
			t.Fatalf("%d events of %d bytes, %v", events, len(data), err)
		}
	}
}

// look reads all values of an object, and of the objects in it and referenced by it.
func look(c *jfr.Chunk, o *jfr.Object, depth int) {
	if depth > 3 {
		return
	}
	for slot := -1; slot < 12; slot++ {
		c.Unix(o.Int(slot))
		_ = float(o, slot)
		_ = o.Text(slot)
		_, _, _ = o.ClassName(slot), o.ThreadName(slot), o.Trace(slot)
		o.Each(slot, func(element *jfr.Object) { look(c, element, depth+1) })
		var other jfr.Object
		if c.Constant(o.Ref(slot), &other) {
			look(c, &other, depth+2)
		}
	}
}
