package jfr_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/trace/tracetest/hostile"
	"memcity/trace/wire/jfr"
)

// oldChunk returns the only chunk of a recording of version 0.9.
func oldChunk(t *testing.T, data []byte) *jfr.Chunk {
	t.Helper()
	headers, err := jfr.Headers(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(headers) != 1 {
		t.Fatalf("%d chunks, %v", len(headers), err)
	}
	c, err := jfr.ReadChunk(context.Background(), bytes.NewReader(data), headers[0])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestOldHeader checks the start, the duration and the conversion of ticks.
func TestOldHeader(t *testing.T) {
	c := oldChunk(t, hostile.SoundOldFlight())
	const start = 1_700_000_000 * int64(time.Second)
	if c.StartUnix != start || c.Duration != int64(time.Minute) || c.Unix(int64(6*time.Second)) != start+6*int64(time.Second) {
		t.Errorf("%+v", c.Header)
	}
}

// TestOldValues checks values of all kinds: texts in both encodings, arrays, floats, and events of types that are not the VM's.
func TestOldValues(t *testing.T) {
	c := oldChunk(t, hostile.SoundOldFlight())
	typ := c.Type("http://www.oracle.com/hotspot/jvm/app/other")
	n := 0
	if err := c.Events(context.Background(), []*jfr.Type{typ}, func(o *jfr.Object) {
		n++
		var numbers []int64
		o.Each(typ.Slot("numbers"), func(e *jfr.Object) { numbers = append(numbers, e.Int(0)) })
		if o.Text(typ.Slot("text")) != "größer" || !slices.Equal(numbers, []int64{7, 8}) || o.Int(typ.Slot("startTime")) != 1 || typ.Slot("duration") != -1 {
			t.Errorf("%q, %v, at %d", o.Text(typ.Slot("text")), numbers, o.Int(typ.Slot("startTime")))
		}
	}); err != nil || n != 1 || c.Damaged > 0 || len(c.Faults) > 0 {
		t.Errorf("%d events, %v, %v", n, err, c.Faults)
	}
	gc := c.Type("jdk.GarbageCollection")
	if gc.Slot("startTime") != 1 || gc.Slot("duration") < 0 || gc.Slot("eventThread") != -1 || c.Type("jdk.GCHeapSummary").Slot("heapSpace.committedSize") < 0 {
		t.Errorf("slots of %+v", gc)
	}
}

// TestOldDamage checks the faults of a chunk with one wrong number, at the places where the metadata and the constants begin.
func TestOldDamage(t *testing.T) {
	data := hostile.SoundOldFlight()
	metadata := int(binary.BigEndian.Uint64(data[8:]))
	for name, test := range map[string]struct {
		at   int
		n    uint32
		want string
	}{
		"offset of the metadata":  {12, uint32(len(data)), "the chunk has no metadata"},
		"metadata before events":  {12, 8, "the chunk has no metadata"},
		"size of the metadata":    {metadata, 1 << 20, "bytes, and"},
		"no size":                 {metadata, 7, "the metadata have 7 bytes"},
		"type of the metadata":    {metadata + 4, 1, "the metadata are damaged"},
		"producers":               {metadata + 8, 1 << 30, "the metadata are damaged"},
		"ticks per second":        {len(data) - 12, 0, "no ticks per second"},
		"constants":               {len(data) - 4, 3, "expected constants"},
		"constants in metadata":   {len(data) - 4, uint32(metadata), "expected constants"},
		"size of the last events": {16, 7, "expected an event"},
	} {
		changed := slices.Clone(data)
		binary.BigEndian.PutUint32(changed[test.at:], test.n)
		var texts []string
		headers, err := jfr.Headers(bytes.NewReader(changed), int64(len(changed)))
		for _, h := range headers {
			var c *jfr.Chunk
			if c, err = jfr.ReadChunk(context.Background(), bytes.NewReader(changed), h); err != nil {
				break
			}
			_ = c.Events(context.Background(), []*jfr.Type{c.Type("jdk.GCHeapSummary")}, func(*jfr.Object) {})
			for _, f := range c.Faults {
				texts = append(texts, f.Error())
			}
		}
		if err != nil {
			texts = append(texts, err.Error())
		}
		if all := strings.Join(texts, "|"); !strings.Contains(all, test.want) || !strings.Contains(all, "offset ") {
			t.Errorf("%s: %q, want %q", name, all, test.want)
		}
	}
}
