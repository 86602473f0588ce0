package guide

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// FuzzGraph runs the whole guide on heaps with random references, at one to three GC points. The guide must end, its report must be JSON
// without null, and the numbers in its sentences must be true.
func FuzzGraph(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(binary.LittleEndian.AppendUint64(nil, seed))
	}
	f.Fuzz(exploreGraph)
}

func exploreGraph(t *testing.T, data []byte) {
	if len(data) > 4096 {
		t.Skip()
	}
	points := 1
	if len(data) > 0 {
		points += int(data[0]) % 3
	}
	var states []*trace.Heap
	for step := range points {
		states = append(states, tracetest.RandomGraph(data, step))
	}
	defer testrun.MustEnd(20 * time.Second)()
	report, cuts := explore(t, heaps("graph", states...))
	if text, err := json.Marshal(report); err != nil || bytes.Contains(text, []byte(":null")) {
		t.Errorf("as JSON it is %v\n%s", err, text)
	}
	// Places of types in reference cycles depend on earlier heap states, so the check uses the same series.
	placing := placingOf(t, states...)
	checkSentences(t, "graph", states[points-1], placing, report, cuts, map[string]int{})
	checkPaths(t, "graph", states[points-1], placing, report)
}

// TestManyGraphs explores graphs of consecutive seeds.
func TestManyGraphs(t *testing.T) {
	for seed := range uint64(1000) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { exploreGraph(t, binary.LittleEndian.AppendUint64(nil, seed<<8|seed)) })
	}
}
