package action

import (
	"strings"
	"testing"
)

// A key is parsed from its own text, and shown as keyboards label it.
func TestKey(t *testing.T) {
	for _, test := range []struct {
		text  string
		want  Key
		label string
	}{
		{"N", Key{"N", 0}, "N"},
		{"Ctrl+Shift+Z", Key{"Z", Ctrl | Shift}, "Ctrl+Shift+Z"},
		{"Alt+Left", Key{"Left", Alt}, "Alt+←"},
		{"Ctrl++", Key{"+", Ctrl}, "Ctrl+plus"},
		{"?", Key{"?", 0}, "?"},
		{"Escape", Key{"Escape", 0}, "Esc"},
	} {
		got, err := ParseKey(strings.ToLower(test.text))
		if err != nil || got != test.want || got.String() != test.text || got.Label() != test.label {
			t.Errorf("%s: %v, written %s, shown as %s, %v", test.text, got, got, got.Label(), err)
		}
	}
	for _, text := range []string{"", " ", "Hyper+X", "NoSuch", "Ctrl+NoSuch"} {
		if k, err := ParseKey(text); err == nil {
			t.Errorf("%q is %v", text, k)
		}
	}
}

func TestIsSign(t *testing.T) {
	for text, want := range map[string]bool{"/": true, "?": true, "7": false, "Q": false, "Ctrl+/": false, "Home": false, "ü": false} {
		if k, err := ParseKey(text); err != nil || k.IsSign() != want {
			t.Errorf("%s is a sign: %t, %v", text, k.IsSign(), err)
		}
	}
}
