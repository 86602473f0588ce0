package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"memcity/cmd/memcity/cli"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/flight"
)

// TestTranscripts runs the transcripts of testdata/script, one per command, with this program as memcity. Besides the commands of package
// testscript they may contain
//
//	status N COMMAND...	the command ends with the exit status N
func TestTranscripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".config"))
			for name, content := range map[string][]byte{"samples.jfr": flight.Leak().Bytes(), "old.jfr": flight.Leak().Old(flight.HotSpot), "android.hprof": tracetest.SampleAndroid(false).Bytes(),
				"android8.hprof": tracetest.SampleAndroid(true).Bytes()} {
				if err := os.WriteFile(filepath.Join(e.WorkDir, name), content, 0o600); err != nil {
					return err
				}
			}
			return writeUsage(e.WorkDir)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"status": checkStatus},
	})
}

func checkStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	default:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// TestEveryCommandHasATranscript finds commands that were forgotten.
func TestEveryCommandHasATranscript(t *testing.T) {
	missing := slices.DeleteFunc(commandLine().All(), func(c cli.Command) bool {
		_, err := os.Stat(filepath.Join("testdata", "script", c.Name+".txtar"))
		return err == nil
	})
	for _, c := range missing {
		t.Errorf("%s has no transcript in testdata/script", c.Name)
	}
}
