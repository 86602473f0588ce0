package main

import (
	"bytes"
	"context"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		var out, errs bytes.Buffer
		if err := run(context.Background(), args, nil, &out, &errs); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		line := out.String()
		if !strings.HasPrefix(line, "memcity ") || !strings.Contains(line, runtime.Version()) || strings.Count(line, "\n") != 1 || errs.Len() > 0 {
			t.Errorf("%v: %q, %q", args, line, &errs)
		}
	}
	var out bytes.Buffer
	if err := run(context.Background(), []string{"version", "more"}, nil, &out, &out); status(err) != exitUsage {
		t.Errorf("an argument: %v", err)
	}
}

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
		if got := versionText(info); got != test.want+platform {
			t.Errorf("%q %v: %q", test.version, test.settings, got)
		}
	}
}
