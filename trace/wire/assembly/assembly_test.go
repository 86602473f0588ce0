package assembly

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

func known(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../../dotnet/testdata/known.dll")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestKnown reads an assembly.
func TestKnown(t *testing.T) {
	types, err := Read(bytes.NewReader(known(t)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range types {
		got = append(got, FullName(types, i)+": "+strings.Join(types[i].Statics, " "))
	}
	want := []string{"<Module>: ", "Shop.Line: ", "Shop.Order: ", "Shop.Note: ", "Shop.Handled: ", "Shop.Gone: ", "Shop.Stock: ById Notes <Words>k__BackingField Weak Grid",
		"Shop.Program: "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFullName checks nested types, also of a cyclic table.
func TestFullName(t *testing.T) {
	types := []Type{{"A.B", "C`1", -1, nil}, {"", "D", 0, nil}, {"", "E", 2, nil}, {"", "F", 1, nil}}
	if got := FullName(types, 3); got != "A.B.C`1.D.F" {
		t.Error(got)
	}
	if got := FullName(types, 2); len(got) > 2*maxNesting {
		t.Errorf("a cycle has %d letters", len(got))
	}
}

// TestDamage reads assemblies that are cut or changed.
func TestDamage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		data := slices.Clone(known(t))
		if random.IntN(2) == 0 {
			data = data[:random.IntN(len(data))]
		}
		for range random.IntN(8) {
			if len(data) > 0 {
				data[random.IntN(len(data))] = byte(random.Uint32())
			}
		}
		read(data)
	}
}

func read(data []byte) {
	types, err := Read(bytes.NewReader(data))
	if err != nil {
		return
	}
	for i := range types {
		FullName(types, i)
	}
}

// FuzzAssembly reads assemblies.
func FuzzAssembly(f *testing.F) {
	f.Add(known(f))
	f.Fuzz(func(_ *testing.T, data []byte) { read(data) })
}
