package rows

import "testing"

func TestOpened(t *testing.T) {
	var none Expansion
	one := none.With([]string{"a", "b"}, true)
	two := one.With([]string{"b"}, false)
	for _, c := range []struct {
		name        string
		o           Expansion
		key         string
		open, known bool
	}{
		{"nothing opened", none, "a", false, false}, {"opened", one, "a", true, true}, {"opened", one, "c", false, false},
		{"opened before", two, "a", true, true}, {"closed", two, "b", false, true}, {"before it was closed", one, "b", true, true},
	} {
		if open, known := c.o.Has([]byte(c.key)); open != c.open || known != c.known {
			t.Errorf("%s: %s is open %v, known %v", c.name, c.key, open, known)
		}
	}
	if again := one; again != one || one == two || none == one {
		t.Error("values are not equal by where they come from")
	}
}
