package jfr_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/jfr"
)

// TestDamage records the content, with all faults, of a chunk that ends early or has a wrong byte.
func TestDamage(t *testing.T) {
	golden.File(t, "damage.txt", testrun.DamageTable(wholeStory(false), func(data []byte) string {
		all, err := chunks(data)
		var w strings.Builder
		for _, c := range all {
			fmt.Fprintf(&w, "%d cut %v %v", c.Offset, c.Cut, c.Faults)
		}
		fmt.Fprintf(&w, " %v", err)
		visit(t, all, "test.Event", func(c *jfr.Chunk, o *jfr.Object) {
			slot := o.Type.Slot
			fmt.Fprintf(&w, " %d %d %d %v %q %q", o.Int(slot("startTime")), o.Int(slot("small")), o.Int(slot("letter")), float(o, slot("share")),
				o.Text(slot("text")),
				o.ClassName(slot("class")))
		})
		return w.String()
	}, testrun.Cut, testrun.Flip(1), testrun.Set(0xFF)))
}
