package cli

import (
	"strings"
	"testing"
)

func TestJSONLines(t *testing.T) {
	var l jsonLines
	for _, row := range [][]string{{"key", "n", "part", "mixed", "none", "odd"}, {"a<\"b", "1", "0.5", "1", "", "NaN"}, {"7", "", "-2e3", "x", "", "01"}} {
		if err := l.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := l.write(&out); err != nil {
		t.Fatal(err)
	}
	want := `{"key":"a<\"b","n":1,"part":0.5,"mixed":"1","none":"","odd":"NaN"}
{"key":"7","n":null,"part":-2e3,"mixed":"x","none":"","odd":"01"}
`
	if out.String() != want {
		t.Errorf("%s", &out)
	}
}

// TestJSONLinesOfNothing: a table without rows has no lines.
func TestJSONLinesOfNothing(t *testing.T) {
	l := jsonLines{names: []string{"a"}}
	var out strings.Builder
	if err := l.write(&out); err != nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, &out)
	}
}
