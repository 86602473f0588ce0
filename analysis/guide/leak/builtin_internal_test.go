package leak

import "testing"

// TestRolesHavePrefixes checks that every built-in type is found, as only names with certain beginnings are looked up.
func TestRolesHavePrefixes(t *testing.T) {
	for name, want := range builtins {
		if got := roleOf(name); got != want {
			t.Errorf("%s has role %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]role{"java.util.ArrayList": other, "Map": other, "(array)": wrapper, "(string)": other, "js:Map": collection,
		"go:map[string]*main.Order": collection, "go:map[string]*main.Order (groups)": wrapper, "go:[]*main.Order": collection, "go:[]uint8": other,
		"go:string": other, "go:(96 bytes with pointers)": other, "go:func main.serve.func1": wrapper, "go:*main.Order": wrapper,
		"go:chan *main.job": collection, "go:int": box, "main.Order": other, "internal/sync.entry[interface {},interface {}]": wrapper} {
		if got := roleOf(name); got != want {
			t.Errorf("%s has role %d, want %d", name, got, want)
		}
	}
}
