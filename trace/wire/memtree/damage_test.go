package memtree

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/tracetest/testrun"
)

// TestDamage records the content of documents of both formats and of a pointer map that end early, or that lack or repeat a character.
func TestDamage(t *testing.T) {
	var w strings.Builder
	for _, text := range []string{
		defaultExample,
		`{"classifiers":[{"name":"Type","id":0}],"time":5.12e3,"root":{"key":"All","fullKey":["All"],"classifierId":-1,"bytes":96,"objects":4,"children":[` +
			`{"key":"A","fullKeyAsString":"All#A","classifierId":0,"bytes":72,"objects":3}]}}`,
		`[{"time":0,"pointerMap":{"a":{"b":10,"c":2.0},"b":{},"c":{"c":1e1}}},{"time":1,"root":{"name":"\u00e4\n","x":[true,null]}}]`,
	} {
		w.WriteString(testrun.DamageTable([]byte(text), func(data []byte) string {
			docs, err := readAll(strings.NewReader(string(data)))
			var w strings.Builder
			for _, d := range docs {
				fmt.Fprintf(&w, "time %d; ", d.Time)
				if d.Tree != nil {
					w.WriteString(dump(d.Tree))
				}
				if d.Map != nil {
					w.WriteString(mapText(d.Map))
				}
			}
			return strings.ReplaceAll(w.String(), "\n", "; ") + fmt.Sprintf("%v", err)
		}, testrun.Cut, testrun.Delete, testrun.Double))
	}
	golden.File(t, "damage.txt", w.String())
}
