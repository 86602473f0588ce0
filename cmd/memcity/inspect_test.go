package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/inputs"
	"memcity/trace/tracetest/tabletext"
	memcitypkg "memcity/trace/wire/memcity"
)

const traceText = `{"chunk":"info","rows":[{"name":"program","text":"Leak"}]}
{"chunk":"state","head":{"number":0,"time":5000,"gc":1,"level":0,"align":8,"objects":2,"bytes":40,"pause":7}}
{"chunk":"objects","head":{"state":0,"first":0,"references":2},"rows":[{"type":0,"extent":0,"references":[4]},{"type":1,"extent":2,"references":[]}]}
{"chunk":"state end","head":{"state":0}}
`

// traceFile writes a Memory City trace from its text form to a folder, after applying change.
func traceFile(t *testing.T, folder, name, text string, change func(data []byte) []byte) string {
	t.Helper()
	var out bytes.Buffer
	w, err := memcitypkg.NewWriter(&out)
	if err == nil {
		err = tabletext.Parse(strings.NewReader(text), w.Write)
	}
	if err == nil {
		err = w.Close()
	}
	path := filepath.Join(folder, name)
	if err == nil {
		err = os.WriteFile(path, change(out.Bytes()), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func unchanged(data []byte) []byte { return data }

func TestInspectTrace(t *testing.T) {
	folder := t.TempDir()
	path := traceFile(t, folder, "a.mct", traceText, unchanged)
	for _, line := range []string{"complete  yes", "states    1", "objects   2 in all states", "chunks    5", "objects    1       2 "} {
		if r := memcity("inspect", path); r.status != cli.ExitDone || !strings.Contains(r.stdout, line) {
			t.Errorf("status %d, no %q in\n%s", r.status, line, r.stdout)
		}
	}
	if r := memcity("inspect", folder, "--chunks"); !strings.Contains(r.stdout, "state 0, first 0") {
		t.Errorf("no chunks:\n%s%v", r.stdout, r.err)
	}
	if r := memcity("inspect", path, "--text"); r.stdout != traceText || r.err != nil {
		t.Errorf("%v:\n%s", r.err, r.stdout)
	}

	var out inputs.TraceReport
	r := memcity("inspect", path, "--chunks", "--format", "json")
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil || len(out.Files) != 1 {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	f := out.Files[0]
	stored, share := int64(16+20), float64(16+20)/float64(f.Size) // the header of the file and the trailer
	for _, k := range f.Kinds {
		stored += k.Stored
		share += k.Share
	}
	if stored != f.Size || share < 0.999 || share > 1.001 || !f.Complete || f.Objects != 2 || f.States != 1 || len(f.Faults) != 0 {
		t.Errorf("%+v", f)
	}
	if len(f.All) != 5 || f.All[1].Kind != "state" || f.All[1].Head["time"] != 5000 || f.All[1].Offset != 16+f.All[0].Stored {
		t.Errorf("%+v", f.All)
	}
}

// TestInspectDamage: damaged or missing parts are reported, and the rest is printed.
func TestInspectDamage(t *testing.T) {
	cut := traceFile(t, t.TempDir(), "cut.mct", traceText, func(data []byte) []byte { return data[:len(data)-30] })
	if r := memcity("inspect", cut); r.err != nil || !strings.Contains(r.stdout, "complete  no") ||
		!strings.Contains(r.stdout, ": the file is truncated: the last ") {
		t.Errorf("%v:\n%s", r.err, r.stdout)
	}
	damaged := traceFile(t, t.TempDir(), "damaged.mct", traceText, func(data []byte) []byte {
		data[bytes.Index(data, []byte("Leak"))] ^= 1
		return data
	})
	if r := memcity("inspect", damaged); r.err != nil || !strings.Contains(r.stdout, ": skipped a damaged chunk of 55 bytes (info, 1 rows): its checksum is wrong") {
		t.Errorf("%v:\n%s", r.err, r.stdout)
	}
	_, rest, _ := strings.Cut(traceText, "\n")
	if r := memcity("inspect", damaged, "--text"); r.stdout != rest || r.err != nil ||
		!strings.Contains(r.stderr, "damaged.mct: offset 16: ") {
		t.Errorf("%v: %s\n%s", r.err, r.stderr, r.stdout)
	}
	newer := traceFile(t, t.TempDir(), "newer.mct", traceText, func(data []byte) []byte {
		data[8] = 2
		sum := crc32.Checksum(data[:12], crc32.MakeTable(crc32.Castagnoli))
		binary.LittleEndian.PutUint32(data[12:], sum)
		return data
	})
	if r := memcity("inspect", newer); r.status != cli.ExitInput ||
		!strings.Contains(r.err.Error(), "newer.mct: the trace has version 2.0; this program reads version 1, so a newer program is needed") {
		t.Errorf("status %d, %v:\n%s", r.status, r.err, r.stdout)
	}
}

func TestInspectWrongUse(t *testing.T) {
	folder := t.TempDir()
	a := traceFile(t, folder, "a.mct", traceText, unchanged)
	b := traceFile(t, folder, "b.mct", traceText, unchanged)
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	hidden := filepath.Join(t.TempDir(), "hidden")
	if err := os.WriteFile(hidden, []byte("nothing"), 0); err != nil {
		t.Fatal(err)
	}
	why := "hidden: permission denied"
	if f, err := os.Open(hidden); err == nil { // as root, or on a system without such permissions
		f.Close()
		why = "hidden: expected AntTracks' files"
	}
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{hidden}, cli.ExitInput, why},
		{nil, cli.ExitUsage, "inspect: expected the path"},
		{[]string{a, "--format", "csv"}, cli.ExitUsage, "expected table or json"},
		{[]string{a, b, "--text"}, cli.ExitUsage, "text: expected one file, not 2"},
		{[]string{a, "--text", "--chunks"}, cli.ExitUsage, "text: "},
		{[]string{other}, cli.ExitInput, "other: expected AntTracks' files, Memory City traces or objects as JSON lines"},
		{[]string{other + "-not"}, cli.ExitInput, "other-not: there is no such file or folder"},
	} {
		if r := memcity(append([]string{"inspect"}, test.args...)...); r.status != test.status || !strings.Contains(r.err.Error(), test.want) {
			t.Errorf("%v: status %d, %v, want %d, %s", test.args, r.status, r.err, test.status, test.want)
		}
	}
}
