package source_test

import (
	"errors"
	"strings"
	"testing"

	"memcity/render/source"
)

// TestOpen: the user sees what opens, then what failed. Without an editor, only the reason is shown.
func TestOpen(t *testing.T) {
	fault := errors.New("code: exit status 1")
	for name, test := range map[string]struct {
		editor source.Editor
		want   []string
	}{
		"opened": {source.Editor{Find: func(name string) (string, func() error, error) { return name + ":7", func() error { return nil }, nil }}, []string{"Opening a.B.c:7"}},
		"failed": {source.Editor{Find: func(name string) (string, func() error, error) {
			return name + ":7", func() error { return fault }, nil
		}}, []string{"Opening a.B.c:7", fault.Error()}},
		"no file": {source.Editor{Find: func(string) (string, func() error, error) { return "", nil, fault }}, []string{fault.Error()}},
		"missing": {source.Editor{Missing: "Set an editor."}, []string{"Set an editor."}},
		"unset":   {source.Editor{}, []string{"No editor is set."}},
	} {
		messages := make(chan string, 3)
		c := source.New(test.editor, func(m string) { messages <- m })
		if (c.Why() == "") != (test.editor.Find != nil) {
			t.Errorf("%s: the reason is %q", name, c.Why())
		}
		c.Open("a.B.c")
		for _, want := range test.want {
			if got := <-messages; !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q is shown, expected %q", name, got, want)
			}
		}
	}
}
