package cli

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func allTypes() []Column {
	return slices.Concat(Texts("key"), Wholes("n"), Numbers("part"), Truths("yes"), Texts("last"))
}

func lines(t *testing.T, rows ...[]string) (string, error) {
	t.Helper()
	var out strings.Builder
	l := newJSONLines(&out)
	l.Columns(allTypes()...)
	for _, row := range rows {
		_ = l.Write(row)
	}
	err := l.end()
	return out.String(), err
}

// TestJSONLines: values have the types and the order of their columns, regardless of other rows.
func TestJSONLines(t *testing.T) {
	for _, test := range []struct {
		row  []string
		want string
	}{
		{[]string{"a<\"b", "1", "0.5", "true", "x"}, `{"key":"a<\"b","n":1,"part":0.5,"yes":true,"last":"x"}`},
		{[]string{"7", "-12", "3", "false", "8"}, `{"key":"7","n":-12,"part":3.0,"yes":false,"last":"8"}`},
		{[]string{"", "", "", "", ""}, `{"key":"","n":null,"part":null,"yes":null,"last":""}`},
		{[]string{"", "0", "-2e+06"}, `{"key":"","n":0,"part":-2e+06,"yes":null,"last":""}`},
		{[]string{"", strconv.Itoa(math.MaxInt64), "0", "", "NaN"}, `{"key":"","n":9223372036854775807,"part":0.0,"yes":null,"last":"NaN"}`},
	} {
		if got, err := lines(t, test.row); err != nil || got != test.want+"\n" {
			t.Errorf("%q: %v\n%s want\n%s", test.row, err, got, test.want)
		}
	}
}

// TestJSONLinesRefuse: a cell that does not match its column's type is an error.
func TestJSONLinesRefuse(t *testing.T) {
	for _, row := range [][]string{{"", "x"}, {"", "1.5"}, {"", "01"}, {"", "+1"}, {"", "9223372036854775808"}, {"", "", "x"}, {"", "", "NaN"}, {"", "", "Inf"},
		{"", "", ".5"}, {"", "", "", "x"}, {"", "", "", "1"}, {"", "", "", "T"}} {
		if got, err := lines(t, row, []string{"next", "1"}); err == nil || !strings.Contains(err.Error(), "does not have its type") {
			t.Errorf("%q: %v\n%s", row, err, got)
		}
	}
}

// TestJSONLinesOfNothing: a table without rows prints nothing.
func TestJSONLinesOfNothing(t *testing.T) {
	if got, err := lines(t); err != nil || got != "" {
		t.Errorf("%v, %q", err, got)
	}
}
