//go:build !windows

package prefs

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// motionKeys lists where toolkits store the preference for animations, in files of the user's configuration folder. The value is false or 0
// if animations are off.
var motionKeys = []struct{ file, section, name string }{
	{"gtk-4.0/settings.ini", "Settings", "gtk-enable-animations"},
	{"gtk-3.0/settings.ini", "Settings", "gtk-enable-animations"},
	{"kdeglobals", "KDE", "AnimationDurationFactor"},
}

func readReducedMotion() bool {
	folder, err := os.UserConfigDir()
	return err == nil && reducedMotionIn(folder)
}

func reducedMotionIn(folder string) bool {
	for _, k := range motionKeys {
		data, err := read(filepath.Join(folder, filepath.FromSlash(k.file)))
		if err != nil {
			continue
		}
		switch value := valueIn(string(data), k.section, k.name); {
		case strings.EqualFold(value, "false"):
			return true
		case value != "":
			if f, err := strconv.ParseFloat(value, 64); err == nil && f == 0 {
				return true
			}
		}
	}
	return false
}

// valueIn returns the value of a name in a section of an INI file; "" if there is none.
func valueIn(text, section, name string) (value string) {
	within := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			within = line == "["+section+"]"
			continue
		}
		if key, v, ok := strings.Cut(line, "="); ok && within && strings.TrimSpace(key) == name {
			value = strings.TrimSpace(v)
		}
	}
	return value
}
