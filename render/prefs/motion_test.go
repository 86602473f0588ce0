//go:build !windows

package prefs

import (
	"os"
	"path/filepath"
	"testing"

	"memcity/city/scene"
)

func TestReducedMotionOfTheSystem(t *testing.T) {
	for _, test := range []struct {
		file, text string
		want       bool
	}{
		{"gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", true},
		{"gtk-4.0/settings.ini", "[Settings]\r\n gtk-enable-animations = False \r\n", true},
		{"gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", false},
		{"gtk-4.0/settings.ini", "[Other]\ngtk-enable-animations=0\n", false},
		{"kdeglobals", "[General]\nx=1\n[KDE]\nAnimationDurationFactor=0\n", true},
		{"kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", false},
		{"kdeglobals", "[KDE]\nAnimationDurationFactor=\n", false},
		{"kdeglobals", "\x00\xff[KDE", false},
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, test.file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := reducedMotionIn(folder); got != test.want {
			t.Errorf("%s %q: %v", test.file, test.text, got)
		}
	}
	if reducedMotionIn(filepath.Join(t.TempDir(), "none")) {
		t.Error("no files: true")
	}
}

// Files from before the rename contain whether time steps are animated.
func TestOlderNameOfReducedMotion(t *testing.T) {
	for text, want := range map[string]bool{
		`{"tween":false}`: true, `{"tween":true}`: false, `{"tween":3}`: false, `{}`: false,
		`{"tween":false,"reduced_motion":false}`: false,
	} {
		o, err := parseObject([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := decodeSettings(newReader(o), scene.DefaultSettings()).ReducedMotion; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
