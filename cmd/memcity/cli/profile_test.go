package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCutProfile(t *testing.T) {
	for _, test := range []struct {
		args, rest []string
		file       string
		fault      bool
	}{
		{},
		{args: []string{"tree", "a"}, rest: []string{"tree", "a"}},
		{args: []string{"tree", "--profile", "p"}, rest: []string{"tree", "--profile", "p"}},
		{args: []string{"--profiles", "p"}, rest: []string{"--profiles", "p"}},
		{args: []string{"--profile", "p", "tree", "a"}, rest: []string{"tree", "a"}, file: "p"},
		{args: []string{"--profile=p", "tree"}, rest: []string{"tree"}, file: "p"},
		{args: []string{"--profile=a=b"}, file: "a=b"},
		{args: []string{"--profile", "p"}, file: "p"},
		{args: []string{"--profile"}, fault: true},
		{args: []string{"--profile", ""}, fault: true},
		{args: []string{"--profile=", "tree"}, fault: true},
	} {
		rest, file, err := cutProfile(test.args)
		if (err != nil) != test.fault || file != test.file || !slices.Equal(rest, test.rest) {
			t.Errorf("%q: %q, file %q, %v", test.args, rest, file, err)
		}
	}
}

// TestProfile: both profiles are written whether or not the command succeeds, and the command receives only its own arguments.
func TestProfile(t *testing.T) {
	failure := errors.New("no")
	p := &Program{Name: "p", Commands: []Command{{Name: "work", Run: func(c *Call) error {
		if len(c.Args) > 0 {
			return failure
		}
		return nil
	}}}}
	for i, args := range [][]string{{"work"}, {"work", "x"}} {
		file := filepath.Join(t.TempDir(), "cpu")
		err := p.Run(t.Context(), append([]string{"--profile", file}, args...), strings.NewReader(""), io.Discard, io.Discard)
		if errors.Is(err, failure) != (i == 1) || i == 0 && err != nil {
			t.Errorf("%q: %v", args, err)
		}
		expectProfiles(t, file)
	}
	missing := filepath.Join(t.TempDir(), "none", "cpu")
	if err := p.Run(t.Context(), []string{"--profile", missing, "work"}, strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that cannot be made: %v", err)
	}
}

// TestProfileOfForcedEnd: both profiles are written if the process ends while its command runs.
func TestProfileOfForcedEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpu")
	ended := make(chan struct{})
	p := &Program{Name: "p", Commands: []Command{{Name: "work", Run: func(c *Call) error {
		if _, _, err := c.Parse(c.Flags()); err != nil {
			return err
		}
		<-ended
		return nil
	}}}}
	p.exit = func(err error) {
		if Status(err) != ExitTimeout || err.Error() != "work: ended after 1ns by --timeout" {
			t.Errorf("status %d, %v", Status(err), err)
		}
		expectProfiles(t, file)
		close(ended)
	}
	if err := p.Run(t.Context(), []string{"--profile", file, "work", "--timeout", "1ns"}, strings.NewReader(""), io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
}

// expectProfiles checks that both profiles are complete.
func expectProfiles(t *testing.T, file string) {
	t.Helper()
	for _, name := range []string{file, file + memoryProfile} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			_, err = io.Copy(io.Discard, unpacked)
		}
		if err != nil {
			t.Errorf("%s is no profile: %v", filepath.Base(name), err)
		}
	}
}
