package histogram_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/histogram"
)

// TestDamage records the content of histograms that end early, lack a character or a line, or repeat a character.
func TestDamage(t *testing.T) {
	var w strings.Builder
	for _, text := range []string{java25, java8 + "x\n" + java8} {
		w.WriteString(testrun.DamageTable([]byte(text), func(data []byte) string {
			all, err := histogram.Read(strings.NewReader(string(data)))
			return fmt.Sprintf("%+v %v %v", all, err, histogram.Sniff(data))
		}, testrun.Cut, testrun.Delete, testrun.Double, testrun.Line))
	}
	golden.File(t, "damage.txt", w.String())
}
