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
		{"v1.2.3", nil, ""},
		{"v1.2.3", setting("vcs.revision", "abc"), " (commit abc)"},
		{"v0.1.1-0.20260102030405-0123456789ab", nil, " (commit 0123456789ab)"},
		{"v0.0.0-20260102030405-0123456789ab+dirty", nil, " (commit 0123456789ab)"},
		{"v0.0.0-20260102030405-0123456789ab+dirty", setting("vcs.revision", "0123456789abcdef", "vcs.modified", "true"),
			" (commit 0123456789ab with local changes)"},
		{"(devel)", setting("vcs.revision", "0123456789abcdef", "vcs.time", "2026-01-02T03:04:05Z"), " (commit 0123456789ab of 2026-01-02)"},
		{"", setting("vcs.revision", "0123", "vcs.time", "2026-01-02T03:04:05Z", "vcs.modified", "true"),
			" (commit 0123 of 2026-01-02 with local changes)"},
		{"(devel)", nil, ""},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.2", Main: debug.Module{Version: test.version}, Settings: test.settings}
		if got := Version("memcity", info); got != "memcity "+Release+test.want+platform {
			t.Errorf("%q %v: %q", test.version, test.settings, got)
		}
	}
}
