package memcity_test

import (
	"bytes"
	"testing"

	"memcity/trace/tracetest/tabletext"
	"memcity/trace/wire/memcity"
)

// TestText checks that the text form and the file have the same content.
func TestText(t *testing.T) {
	for seed := range uint64(20) {
		want := memcity.Sample(seed, []int{0, 1, 5, 60}[seed%4])
		var text bytes.Buffer
		for _, table := range want {
			if err := memcity.WriteText(&text, table); err != nil {
				t.Fatal(err)
			}
		}
		if lines := bytes.Count(text.Bytes(), []byte("\n")); lines != len(want) {
			t.Fatalf("%d lines of %d chunks", lines, len(want))
		}
		i := 0
		err := tabletext.Parse(&text, func(got *memcity.Table) error {
			i++
			return memcity.EqualTables(got, want[i-1])
		})
		if err != nil || i != len(want) {
			t.Fatalf("seed %d: %d of %d chunks: %v", seed, i, len(want), err)
		}
	}
}
