package main

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
)

func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		var out, errs bytes.Buffer
		if err := commandLine().Run(context.Background(), args, nil, &out, &errs); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		line := out.String()
		if !strings.HasPrefix(line, "memcity "+cli.Release) || !strings.Contains(line, runtime.Version()) || strings.Count(line, "\n") != 1 ||
			errs.Len() > 0 {
			t.Errorf("%v: %q, %q", args, line, &errs)
		}
	}
	var out bytes.Buffer
	if err := commandLine().Run(context.Background(), []string{"version", "more"}, nil, &out, &out); cli.Status(err) != cli.ExitUsage {
		t.Errorf("an argument: %v", err)
	}
}
