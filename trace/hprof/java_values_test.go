package hprof_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/jdk"
)

// TestValuesOfJava reads the persons of javaProgram: person i has the name "person i" and the friend i-1.
func TestValuesOfJava(t *testing.T) {
	if testing.Short() {
		t.Skip("starts virtual machines")
	}
	jdk.Homes(t)
	dir := t.TempDir()
	const persons = 10000
	for _, options := range [][]string{
		{"-XX:+UseSerialGC"}, {"-XX:+UseG1GC"}, {"-XX:+UseZGC"}, {"-XX:+UseSerialGC", "-XX:-CompactStrings"},
	} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			path, _, _ := javaDump(t, dir, persons, append(options, "-Xmx200m")...)
			checkPersons(t, path, persons)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, tracetest.Gzip(data, 1<<20), 0o600); err != nil {
				t.Fatal(err)
			}
			checkPersons(t, path, persons)
		})
	}
}

func checkPersons(t *testing.T, path string, persons int) {
	t.Helper()
	rec, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil || !rec.Knows.Has(trace.KnowsValues|trace.KnowsTexts) || rec.Knows&(trace.KnowsSites|trace.KnowsSpaces) != 0 {
		t.Fatalf("knows %v, %v", rec.Knows.Names(), err)
	}
	h, warnings, err := rec.Points[0].Load(t.Context(), nil)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	v := h.Values
	var selections []trace.Selection
	for i, typ := range h.Types {
		if id := trace.TypeID(i); typ.Name == "Fill$Person" || typ.Name == "Fill$Padded" {
			selections = append(selections, trace.Selection{Type: id, Fields: []int{v.FieldIndex(id, "number"),
				v.FieldIndex(id, "name"), v.FieldIndex(id, "friend")}})
		}
	}
	number, names := map[trace.ObjectID]int{}, map[trace.ObjectID]int{}
	friends := map[trace.ObjectID]trace.Value{}
	if err := v.Rows(t.Context(), selections, func(o trace.ObjectID, row []trace.Value) {
		number[o] = int(row[0].Int())
		names[row[1].Object()] = number[o]
		friends[o] = row[2]
	}); err != nil || len(number) != persons || len(names) != persons {
		t.Fatalf("%d persons, %d names, %v", len(number), len(names), err)
	}
	for o, friend := range friends {
		if n := number[o]; n == 0 && !friend.IsNull() || n > 0 && number[friend.Object()] != n-1 {
			t.Fatalf("the friend of person %d is %s", n, friend)
		}
		if n := number[o]; n%500 == 0 {
			if f, err := v.Field(o, "number"); err != nil || int(f.Int()) != n {
				t.Fatalf("person %d has number %s, %v", n, f, err)
			}
		}
	}
	var strings []trace.ObjectID
	for s := range names {
		strings = append(strings, s)
	}
	texts := 0
	err = v.Texts(context.Background(), strings, 100, func(o trace.ObjectID, text []byte) {
		texts++
		if limit := fmt.Sprintf("person %d", names[o]); string(text) != limit {
			t.Fatalf("name is %q, want %q", text, limit)
		}
	})
	if err != nil || texts != persons {
		t.Errorf("%d texts, %v", texts, err)
	}
	if text, err := v.Text(strings[0], 6); err != nil || text != "person" {
		t.Errorf("text is %q, %v", text, err)
	}
}
