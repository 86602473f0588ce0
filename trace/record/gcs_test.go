package record

import (
	"encoding/binary"
	"reflect"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/jvm"
)

// counters returns performance counters with the given numbers and texts. A tick is a millisecond.
func counters(t *testing.T, numbers map[string]int64, texts map[string]string) *jvm.Counters {
	t.Helper()
	data := make([]byte, 32)
	binary.BigEndian.PutUint32(data, 0xcafec0c0)
	data[4], data[5], data[7] = 1, 2, 1
	count := uint32(0)
	add := func(name string, kind byte, length int, value []byte) {
		at := (20 + len(name) + 1 + 7) &^ 7
		entry := make([]byte, (at+len(value)+7)&^7)
		binary.LittleEndian.PutUint32(entry, uint32(len(entry)))
		binary.LittleEndian.PutUint32(entry[4:], 20)
		binary.LittleEndian.PutUint32(entry[8:], uint32(length))
		entry[12] = kind
		binary.LittleEndian.PutUint32(entry[16:], uint32(at))
		copy(entry[20:], name)
		copy(entry[at:], value)
		data = append(data, entry...)
		count++
	}
	for name, v := range numbers {
		add(name, 'J', 0, binary.LittleEndian.AppendUint64(nil, uint64(v)))
	}
	for name, v := range texts {
		add(name, 'B', len(v)+1, append([]byte(v), 0))
	}
	binary.LittleEndian.PutUint32(data[24:], 32)
	binary.LittleEndian.PutUint32(data[28:], count)
	c, err := jvm.ParseCounters(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// collector contains the counters of a collector.
type collector struct{ runs, entry, exit, spent int64 }

func (c collector) counters(t *testing.T, name, cause string) *jvm.Counters {
	return counters(t, map[string]int64{"sun.os.hrt.frequency": 1000, "sun.gc.collector.0.invocations": c.runs,
		"sun.gc.collector.0.lastEntryTime": c.entry, "sun.gc.collector.0.lastExitTime": c.exit,
		"sun.gc.collector.0.time": c.spent, "sun.gc.generation.0.capacity": 1000, "sun.gc.generation.0.space.0.used": 70,
		"sun.gc.generation.0.space.1.used": 7},
		map[string]string{"sun.gc.collector.0.name": name, "sun.gc.lastCause": cause})
}

func TestGCs(t *testing.T) {
	const ms = time.Millisecond
	var w gcWatch
	look := func(c collector, want ...trace.GC) {
		t.Helper()
		if got := w.look(c.counters(t, "G1 young collection pauses", "G1 Evacuation Pause")); !reflect.DeepEqual(got, want) &&
			len(got)+len(want) > 0 {
			t.Errorf("%+v: found %+v, want %+v", c, got, want)
		}
	}
	full := func(number uint32, start, end time.Duration) trace.GC {
		return trace.GC{Number: number, Start: start, End: end, Pause: end - start, Cause: "G1 Evacuation Pause", Kind: "minor", After: 77,
			Capacity: 1000}
	}
	look(collector{runs: 3, entry: 100, exit: 110, spent: 30})
	look(collector{runs: 3, entry: 100, exit: 110, spent: 30})
	look(collector{runs: 4, entry: 200, exit: 110, spent: 30}) // running
	look(collector{runs: 4, entry: 200, exit: 220, spent: 50}, full(4, 200*ms, 220*ms))
	look(collector{runs: 6, entry: 300, exit: 310, spent: 65}, // one of 5 ms was missed
		trace.GC{Number: 5, Start: 220 * ms, End: 225 * ms, Pause: 5 * ms, Kind: "minor"}, full(6, 300*ms, 310*ms))
	look(collector{runs: 1, entry: 400, exit: 410, spent: 5}) // goes backward: invalid
	if w.count != 6 {
		t.Errorf("%d GCs in all, want 6", w.count)
	}
}

func TestGCsConcurrent(t *testing.T) {
	for name, want := range map[string]struct {
		kind       string
		concurrent bool
	}{
		"G1 full collection pauses":      {"major", false},
		"G1 concurrent cycle pauses":     {"G1 concurrent cycle", true},
		"ZGC minor collection pauses":    {"minor", true},
		"Shenandoah full":                {"major", true},
		"Serial young collection pauses": {"minor", false},
	} {
		var w gcWatch
		w.look(collector{}.counters(t, name, "No GC"))
		got := w.look(collector{1, 5, 6, 1}.counters(t, name, "No GC"))
		if len(got) != 1 || got[0].Kind != want.kind || got[0].Concurrent != want.concurrent || got[0].Cause != "" {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
