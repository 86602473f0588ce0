package leak

import "testing"

// TestRolesHavePrefixes checks that every built-in type is found, as only names with certain beginnings are looked up.
func TestRolesHavePrefixes(t *testing.T) {
	for name, want := range builtins {
		if got := roleOf(name); got != want {
			t.Errorf("%s has role %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]role{"java.util.ArrayList": other, "Map": other, "(array)": wrapper, "(string)": other, "js:Map": collection} {
		if got := roleOf(name); got != want {
			t.Errorf("%s has role %d, want %d", name, got, want)
		}
	}
}
