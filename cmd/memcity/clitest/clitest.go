// Package clitest runs commands in-process on arbitrary inputs.
package clitest

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"memcity/city/memory/allowance"
	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
)

// Trial is a folder with the files that command lines name in capitals. INPUT, with or without an extension such as .ds, is the tested
// input, OUT is a folder for output, and all other files stay unchanged.
type Trial struct {
	dir     string
	program *cli.Program
	names   []string
}

// New writes the unchanged files, by name, into a folder. It also reads the program's memory allowance once, for all runs.
func New(dir string, program *cli.Program, files map[string][]byte) (*Trial, error) {
	may := allowance.Read()
	program.Allowance = func() allowance.Allowance { return may }
	f := &Trial{dir, program, []string{"INPUT", "OUT"}}
	err := os.Mkdir(filepath.Join(dir, "OUT"), 0o700)
	for name, data := range files {
		f.names = append(f.names, name)
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	return f, err
}

// line returns a command line with the paths of the trial's files.
func (f *Trial) line(words []string) []string {
	words = slices.Clone(words)
	for i, w := range words {
		for _, name := range f.names {
			if w == name || strings.HasPrefix(w, name+"/") || strings.HasPrefix(w, "INPUT.") {
				words[i] = filepath.Join(f.dir, w)
				break
			}
		}
	}
	return words
}

// Run executes a command line on an arbitrary input, and checks what must hold for every execution.
func (f *Trial) Run(t testing.TB, words []string, input []byte) {
	t.Helper()
	name := "INPUT"
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "INPUT.") }); i >= 0 {
		name = words[i]
	}
	if err := os.WriteFile(filepath.Join(f.dir, name), input, 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	before := allocated()
	err := f.program.Run(context.Background(), f.line(words), strings.NewReader(""), &stdout, &stderr)
	if used := allocated() - before; used > maxAllocated {
		t.Errorf("%q allocates %d MB for %d bytes", words, used>>20, len(input))
	}
	judge(t, words, stdout.String(), err)
}

// maxAllocated is the maximum number of bytes that a command may allocate for an input of a fuzz test, including garbage.
const maxAllocated = 512 << 20

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// judge checks that the exit status is documented, that each non-zero status has a message, and that other programs can parse the output.
func judge(t testing.TB, words []string, stdout string, failed error) {
	t.Helper()
	status := cli.Status(failed)
	switch status {
	case cli.ExitInternal:
		var p *guard.Panic
		errors.As(failed, &p)
		t.Fatalf("%q: %v\n%s", words, p, p.Stack)
	case cli.ExitDone, cli.ExitCheckFailed, cli.ExitUsage, cli.ExitInput, cli.ExitUndecided:
	default:
		t.Fatalf("%q: status %d is not documented: %v", words, status, failed)
	}
	if failed != nil && failed.Error() == "" && stdout == "" {
		t.Errorf("%q: status %d without a word", words, status)
	}
	lists := len(words) > 0 && words[0] == "inspect" // the faults of a file that is not valid
	if status == cli.ExitInput && (stdout != "" && !lists || !strings.Contains(failed.Error(), "INPUT")) {
		t.Errorf("%q: status %d with output %.100q, message %q", words, status, stdout, failed)
	}
	if stdout == "" {
		return
	}
	var err error
	switch {
	case slices.Contains(words, "json") || slices.Contains(words, "sarif"):
		if !json.Valid([]byte(stdout)) {
			err = errors.New("no JSON")
		}
	case slices.Contains(words, "csv"):
		_, err = csv.NewReader(strings.NewReader(stdout)).ReadAll()
	case slices.Contains(words, "svg") || slices.Contains(words, "junit"):
		err = wellFormed(stdout)
	}
	if err != nil {
		t.Errorf("%q: status %d, the output cannot be read: %v\n%.2000s", words, status, err, stdout)
	}
}

func wellFormed(text string) error {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
