package anttracks

import (
	"slices"
	"testing"
)

func aliveEvent(address uint32, name string) []byte {
	return built{ThreadAlive, uint32(ThreadAlive)<<26 | 3<<8, append([]uint32{address, 0}, packText(name, true)...)}.append(nil, false)
}

// TestReusedThread checks that a name is valid from the first buffers of a thread until its death, since later threads have its address.
func TestReusedThread(t *testing.T) {
	death := built{ThreadDeath, uint32(ThreadDeath) << 26, []uint32{7, 0}}.append(nil, false)
	nothing := built{0, 0, nil}.append(nil, false)
	b := addBuffer(newTrace(), 7, 0, false, nothing)
	b = addBuffer(b, 7, 0, false, aliveEvent(7, "main"))
	b = addBuffer(b, 9, 0, false, aliveEvent(7, "main")) // again, by another thread
	b = addBuffer(b, 7, 0, false, slices.Concat(death, death, nothing))
	b = addBuffer(b, 7, 0, false, nothing)
	b = addBuffer(b, 7, 0, false, aliveEvent(7, "DestroyJavaVM"))
	b = addBuffer(b, 7, 0, false, aliveEvent(7, "worker")) // without a death
	b = addBuffer(b, 7, 0, false, nothing)
	tr := mustTrace(t, b, mustSymbols(t, sampleSymbols(oldVersion, 0)), nil)
	var got []Thread
	for _, th := range tr.Threads {
		got = append(got, Thread{ID: th.ID, Name: th.Name, Events: th.Events})
	}
	want := []Thread{{ID: 7, Name: "main", Events: 5}, {ID: 9, Events: 1}, {ID: 7, Name: "DestroyJavaVM", Events: 3}, {ID: 7, Name: "worker", Events: 1}}
	if !slices.Equal(got, want) {
		t.Errorf("threads are %+v, want %+v", got, want)
	}
}

// TestFullGC checks that a GC of CMS that collects the old generation counts as full, although the VM writes it as minor.
func TestFullGC(t *testing.T) {
	for flags, want := range map[uint32][]string{0: {"minor", "minor"}, flagFragmented: {"full", "minor"}} {
		b := addBuffer(newTrace(), 1, 2, false, gcEventWords(GCStart, 0, 12, 0, 1, 100).append(nil, false))
		b = addBuffer(b, 1, 0, false, built{GCInfo, uint32(GCInfo)<<26 | 4, []uint32{1}}.append(nil, false))
		b = addBuffer(b, 1, 2, false, gcEventWords(GCEnd, 0, 19, 0, 1, 110).append(nil, false))
		b = addBuffer(b, 1, 2, false, gcEventWords(GCStart, 0, 12, 0, 2, 200).append(nil, false))
		b = addBuffer(b, 1, 0, false, built{GCInfo, uint32(GCInfo)<<26 | 1, []uint32{2}}.append(nil, false))
		b = addBuffer(b, 1, 2, false, gcEventWords(GCEnd, 0, 12, 0, 2, 210).append(nil, false))
		tr := mustTrace(t, b, mustSymbols(t, sampleSymbols(oldVersion, flags)), nil)
		var got []string
		for i := range tr.GCs {
			got = append(got, tr.GCs[i].TypeName())
		}
		if !slices.Equal(got, want) {
			t.Errorf("flags %d: GCs are %v, want %v", flags, got, want)
		}
	}
}
