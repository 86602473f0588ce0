package main

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

	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
	"memcity/trace/tracetest/hostile"
)

// Command lines by family: every command that reads a recording, in the forms that differ in what they compute. INPUT stands for
// the file that is read, BASE for a sound one, OUT for a folder to write to.
var (
	inputLines = [][]string{
		{"info", "INPUT"},
		{"info", "--format", "json", "INPUT"},
		{"info", "--off-heap", "--format", "json", "INPUT"},
		{"inspect", "INPUT"},
		{"inspect", "--chunks", "--format", "json", "INPUT"},
		{"inspect", "--text", "INPUT"},
		{"convert", "INPUT", "--force", "-o", "OUT/a.mct"},
		{"convert", "INPUT", "--force", "--anonymous", "-o", "OUT/b.mct"},
		{"convert", "INPUT", "-o", "-"},
		{"convert", "INPUT", "--force", "--format", "trees", "--by", "type", "-o", "OUT/trees"},
		{"convert", "INPUT", "--force", "--collections", "-o", "OUT/collections"},
	}
	groupLines = [][]string{
		{"tree", "INPUT"},
		{"tree", "--by", "type", "--sizes", "deep,retained", "--sort", "retained", "--format", "json", "INPUT"},
		{"tree", "--by", "loader,package,type,site", "--format", "csv", "INPUT"},
		{"tree", "--by", "type,pointed-from,type", "--filter", "only-domain", "--at", "first", "--format", "json", "INPUT"},
		{"tree", "--by", "age,thread,type", "--ages", "INPUT"},
		{"tree", "--by", "key(object.length > 3 ? 'long' : object.name),type", "--where", "object.size >= 0", "INPUT"},
		{"tree", "--list", "--format", "json", "INPUT"},
		{"paths", "--by", "type", "--group", "Heap", "--expand", "in", "--format", "json", "INPUT"},
		{"paths", "--object", "3", "--expand", "out", "INPUT"},
		{"paths", "--object", "5", "--to", "none", "--expand", "in", "--format", "svg", "INPUT"},
		{"paths", "--group", "Heap", "--format", "dot", "INPUT"},
		{"owners", "INPUT"},
		{"owners", "--group", "Heap", "--owners", "roots", "--owners", "type", "--format", "json", "INPUT"},
		{"owners", "--by", "type", "--share", "1", "--top", "0", "--format", "json", "INPUT"},
	}
	changeLines = [][]string{
		{"diff", "INPUT"},
		{"diff", "--from", "first", "--to", "last", "--by", "type", "--format", "json", "INPUT"},
		{"diff", "--from", "1", "--to", "1", "--probable", "--through", "--vanished", "--format", "csv", "INPUT"},
		{"compare", "BASE", "INPUT"},
		{"compare", "--measure", "retained", "--scale", "total", "--format", "json", "INPUT", "BASE"},
		{"compare", "--by", "type", "--format", "csv", "INPUT", "INPUT"},
		{"windows", "INPUT"},
		{"windows", "--format", "json", "INPUT"},
		{"windows", "--format", "csv", "--drop", "1%", "--leak-share", "100%", "INPUT"},
		{"trend", "INPUT"},
		{"trend", "--format", "json", "INPUT"},
		{"trend", "--format", "csv", "INPUT"},
		{"churn", "INPUT"},
		{"churn", "--format", "json", "INPUT"},
	}
	collectionLines = [][]string{
		{"collections", "INPUT"},
		{"collections", "--format", "json", "--top", "0", "INPUT"},
		{"collections", "--format", "csv", "--window", "0.1s..end", "--threshold", "0", "INPUT"},
		{"collections", "--collection", "1", "--max-gets", "0", "--format", "json", "INPUT"},
	}
	findingLines = [][]string{
		{"analyze", "INPUT"},
		{"analyze", "--texts", "--format", "json", "INPUT"},
		{"structures", "INPUT"},
		{"structures", "--contained", "--top", "0", "--leaves", "9", "--format", "json", "INPUT"},
		{"structures", "--from", "first", "--to", "last", "--format", "csv", "INPUT"},
		{"structures", "--propose", "--format", "json", "INPUT"},
		{"check", "INPUT", "--rules", "RULES"},
		{"check", "INPUT", "--base", "BASE", "--rules", "RULES", "--format", "json"},
		{"check", "INPUT", "--rules", "RULES", "--format", "junit"},
		{"check", "INPUT", "--base", "INPUT", "--rules", "RULES", "--format", "sarif"},
		{"report", "--pictures=false", "INPUT", "-o", "-"},
	}
)

const someRules = `rules:
  - no leak
  - retained size of type app.Person at most 1 B
  - objects of type java.lang.String at most 3
  - growth of package app below 1 % per GC
  - no path from type app.Person to java.lang.String
`

// trial is a folder with the files of the command lines, and how many bytes were allocated before.
type trial struct{ dir string }

func newTrial(dir string) (trial, error) {
	return trial{dir}, errors.Join(os.WriteFile(filepath.Join(dir, "BASE"), hostile.SoundDump(), 0o600),
		os.WriteFile(filepath.Join(dir, "RULES"), []byte(someRules), 0o600), os.Mkdir(filepath.Join(dir, "OUT"), 0o700))
}

// line returns a command line with the names of the trial's files.
func (f trial) line(words []string) []string {
	words = slices.Clone(words)
	for i, w := range words {
		for _, name := range []string{"INPUT", "BASE", "OUT", "RULES"} {
			if w == name || strings.HasPrefix(w, name+"/") {
				words[i] = filepath.Join(f.dir, w)
			}
		}
	}
	return words
}

// run executes a command line on an input, which may be anything.
func (f trial) run(t *testing.T, words []string, input []byte) {
	if err := os.WriteFile(filepath.Join(f.dir, "INPUT"), input, 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	before := allocated()
	err := program().Run(context.Background(), f.line(words), strings.NewReader(""), &stdout, &stderr)
	if used := allocated() - before; used > maxAllocated {
		t.Errorf("%q allocates %d MB for %d bytes", words, used>>20, len(input))
	}
	f.judge(t, words, result{stdout.String(), stderr.String(), cli.Status(err), err})
}

// maxAllocated is the most that a command may allocate for an input of a fuzz test, garbage included.
const maxAllocated = 512 << 20

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// judge checks what any execution must have: a status of the documented ones, a message for each that is not 0, and output that
// other programs can read.
func (f trial) judge(t *testing.T, words []string, r result) {
	switch r.status {
	case cli.ExitInternal:
		var p *guard.Panic
		errors.As(r.err, &p)
		t.Fatalf("%q: %v\n%s", words, p, p.Stack)
	case cli.ExitDone, cli.ExitCheckFailed, cli.ExitUsage, cli.ExitInput:
	default:
		t.Fatalf("%q: status %d is not documented: %v", words, r.status, r.err)
	}
	if r.err != nil && r.err.Error() == "" && r.stdout == "" {
		t.Errorf("%q: status %d without a word", words, r.status)
	}
	if r.status == cli.ExitInput && (r.stdout != "" || !strings.Contains(r.err.Error(), "INPUT")) {
		t.Errorf("%q: status %d with output %.100q, message %q", words, r.status, r.stdout, r.err)
	}
	if r.stdout == "" {
		return
	}
	var err error
	switch {
	case slices.Contains(words, "json") || slices.Contains(words, "sarif"):
		if !json.Valid([]byte(r.stdout)) {
			err = errors.New("no JSON")
		}
	case slices.Contains(words, "csv"):
		_, err = csv.NewReader(strings.NewReader(r.stdout)).ReadAll()
	case slices.Contains(words, "svg") || slices.Contains(words, "junit"):
		err = wellFormed(r.stdout)
	}
	if err != nil {
		t.Errorf("%q: status %d, the output cannot be read: %v\n%.2000s", words, r.status, err, r.stdout)
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

// fuzzLines runs the command lines of a family on hostile inputs.
func fuzzLines(f *testing.F, lines [][]string) {
	for i := range lines {
		for format := range hostile.Formats {
			f.Add([]byte{byte(format + len(hostile.Formats) - 2)}, byte(i))
		}
		f.Add([]byte("\x00\x00\x14\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"), byte(i))
	}
	files, err := newTrial(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, script []byte, line byte) {
		files.run(t, lines[int(line)%len(lines)], hostile.Any(script))
	})
}

func FuzzInputs(f *testing.F)      { fuzzLines(f, inputLines) }
func FuzzGroups(f *testing.F)      { fuzzLines(f, groupLines) }
func FuzzChanges(f *testing.F)     { fuzzLines(f, changeLines) }
func FuzzCollections(f *testing.F) { fuzzLines(f, collectionLines) }
func FuzzFindings(f *testing.F)    { fuzzLines(f, findingLines) }
