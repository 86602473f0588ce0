package hprof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
)

// TestDamage records the content, with all faults, of a file with a record of every kind that ends early or has a wrong byte.
func TestDamage(t *testing.T) {
	var w strings.Builder
	for _, idSize := range []int{4, 8} {
		records := slices.DeleteFunc(sample(idSize), func(r Record) bool { return idSize == 8 && r.Kind&subRecord == 0 })
		w.WriteString(testrun.DamageTable(file(idSize, records), readText, testrun.Cut, testrun.Flip(1), testrun.Set(0xFF)))
	}
	golden.File(t, "damage.txt", w.String())
}

// readText formats all records and faults of a file.
func readText(data []byte) string {
	r, err := NewReader(strings.NewReader(string(data)), int64(len(data)))
	if err != nil {
		return err.Error()
	}
	var all []string
	faults, err := r.Scan(context.Background(), 1, func(_ int, c *Chunk) error {
		for _, r := range chunkRecords(c) {
			text := fmt.Sprintf("%s %x %x", r.Kind, r.Values, r.Body)
			all = append(all, strings.ReplaceAll(text, " 0", ""))
		}
		return nil
	})
	for _, f := range faults {
		all = append(all, fmt.Sprintf("%+v", f))
	}
	return fmt.Sprintf("%s, %v", strings.Join(all, "; "), err)
}
