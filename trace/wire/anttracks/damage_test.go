package anttracks

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
)

// TestDamagedFiles records the results, with all faults, for symbols and a trace that end early or have a wrong byte.
func TestDamagedFiles(t *testing.T) {
	var w strings.Builder
	w.WriteString(testrun.DamageTable(sampleSymbols(newVersion, flagPointers|flagFragmented), func(data []byte) string {
		s, err := ReadSymbols(bytes.NewReader(data))
		if err != nil {
			return err.Error()
		}
		return strings.ReplaceAll(fmt.Sprintf("%+v", *s), "\n", " ")
	}, testrun.Cut, testrun.Flip(1)))
	b := newTrace()
	b = addBuffer(b, 0x8f00, 2, false, gcEventWords(GCStart, 0, 1, 0, 1, 100).append(nil, false))
	b = addBuffer(b, 0x9f00, 1, false, built{0x22, 0x22<<26 | 5, []uint32{1, 2, 3, 4}}.append(nil, false))
	both := gcEventWords(GCEnd, 0, 1, 0, 1, 112).append(nil, false)
	both = gcEventWords(GCStart, 1, 2, 2, 2, 1<<33).append(both, false)
	b = addBuffer(b, 0x8f00, 2, true, gcEventWords(GCEnd, 1, 2, 3, 2, 1<<33+90).append(both, false))
	w.WriteString(testrun.DamageTable(b, func(data []byte) string {
		tr, err := ReadTrace(context.Background(), bytes.NewReader(data), nil, Visitor{})
		if err != nil {
			return err.Error()
		}
		events := ""
		for i, n := range tr.Events {
			if n > 0 {
				events += fmt.Sprintf("%#x:%d ", i, n)
			}
		}
		return fmt.Sprintf("%d %d %s %+v %+v %+v lost %d %+v %+v", tr.Index, tr.Bytes, events, tr.All, tr.Compressed, tr.Threads, tr.Lost,
			tr.GCs, tr.Faults)
	}, testrun.Cut, testrun.Flip(1), testrun.Set(0xFF)))
	golden.File(t, "damage.txt", w.String())
}
