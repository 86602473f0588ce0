package classfile

import (
	"os"
	"path/filepath"
	"testing"
)

// read returns a class file that javac compiled; see testdata/README.md.
func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParse(t *testing.T) {
	c, err := Parse(read(t, "Persons.class"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "Persons" || c.Super != "java/lang/Object" || c.Source != "Persons.java" {
		t.Errorf("class %q, super %q, source %q", c.Name, c.Super, c.Source)
	}
	lines := map[string]int32{}
	for _, m := range c.Methods {
		lines[m.Name] = m.Line(0)
	}
	for name, want := range map[string]int32{"person": 32, "name": 36, "waste": 43} {
		if lines[name] != want {
			t.Errorf("%s begins at line %d, want %d", name, lines[name], want)
		}
	}
}

// TestLine checks both sides of each entry of a table.
func TestLine(t *testing.T) {
	m := Method{Lines: []Line{{2, 10}, {5, 11}, {9, 10}}}
	for bytecode, want := range map[int32]int32{0: 0, 1: 0, 2: 10, 4: 10, 5: 11, 8: 11, 9: 10, 65535: 10} {
		if got := m.Line(bytecode); got != want {
			t.Errorf("bytecode %d is line %d, want %d", bytecode, got, want)
		}
	}
}

// TestCut checks that every truncation is an error.
func TestCut(t *testing.T) {
	data := read(t, "Persons.class")
	for cut := range data {
		if _, err := Parse(data[:cut]); err == nil {
			t.Fatalf("cut at %d of %d bytes is no error", cut, len(data))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(read(f, "Persons.class"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			return
		}
		for _, m := range c.Methods {
			if len(m.Lines) > len(data) {
				t.Fatalf("%d lines in %d bytes", len(m.Lines), len(data))
			}
		}
	})
}
