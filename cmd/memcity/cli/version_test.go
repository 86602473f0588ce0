package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersionText(t *testing.T) {
	platform := ", go1.2, " + runtime.GOOS + "/" + runtime.GOARCH
	setting := func(pairs ...string) (out []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	for _, test := range []struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", setting("vcs.revision", "abc"), "memcity v1.2.3"},
		{"(devel)", setting("vcs.revision", "0123456789abcdef", "vcs.time", "2026-01-02T03:04:05Z"),
			"memcity revision 0123456789ab of 2026-01-02T03:04:05Z"},
		{"", setting("vcs.revision", "0123", "vcs.modified", "true"), "memcity revision 0123 with changes"},
		{"(devel)", nil, "memcity of unknown version"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.2", Main: debug.Module{Version: test.version}, Settings: test.settings}
		if got := Version("memcity", info); got != test.want+platform {
			t.Errorf("%q %v: %q", test.version, test.settings, got)
		}
	}
}
