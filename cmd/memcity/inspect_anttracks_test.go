package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/inputs"
)

// antSample returns the files of a small run: symbols, a trace with one plain and one compressed buffer, and class definitions.
func antSample() map[string][]byte {
	le := binary.LittleEndian
	header := func(what uint32) []byte {
		var b []byte
		for _, v := range []uint32{0xC0FFEE, 2, 1234, 5678, what} {
			b = le.AppendUint32(b, v)
		}
		return b
	}
	words := func(b []byte, words ...uint32) []byte {
		for _, v := range words {
			b = le.AppendUint32(b, v)
		}
		return b
	}
	symbols := append(words(header(0), 5, 2, 8), "\x00"...)
	symbols = append(words(append(symbols, 17), 1), "Allocation Failure\x00\x01"...)
	symbols = words(append(words(append(symbols, 24), 10, 0), "[I"...), 16<<8|4)
	symbols = append(append(symbols, 42, 20, 0), "\x01\x00\x00\x00app.Main.fill([I)V"...)
	symbols = words(symbols, 12, 10)
	gc := words(nil, 0x02<<26|1<<8, 1, 100, 0, 0, 0, 0x03<<26|1<<8, 1, 112, 0, 0, 0)
	allocations := words(nil, 0x13<<26|20<<8|16, 0x13<<26|20<<8|16)
	packed := append(allocations, 0xFF, 0, 0) // single-byte codes, then the end
	tr := words(header(1), 0)
	tr = append(words(tr, 0x10, 0, uint32(len(packed))|1<<31), packed...)
	tr = append(words(tr, 0x20, 0, uint32(len(gc))|2<<29), gc...)
	classes := append(words(header(2), 0), "\x00"...)
	classes = append(words(append(classes, 14), 10, 4), "abcd"...)
	return map[string][]byte{"symbols": symbols, "trace": tr, "class_definitions": classes, "README": []byte("words")}
}

// antFolder writes the files into a folder and into a ZIP archive next to it.
func antFolder(t *testing.T, files map[string][]byte) (folder, archive string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "run")
	archive = folder + ".zip"
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for name, data := range files {
		member, err := w.Create("run/" + name)
		if err == nil {
			_, err = member.Write(data)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(archive, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder, archive
}

// inspected returns the output of inspect.
func inspected(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out, errs bytes.Buffer
	err := commandLine().Run(context.Background(), append([]string{"inspect"}, args...), strings.NewReader(""), &out, &errs)
	return out.String(), err
}

// squeeze collapses runs of spaces, so that tables can be compared by line.
func squeeze(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestInspectAntTracks(t *testing.T) {
	folder, archive := antFolder(t, antSample())
	for _, path := range []string{folder, archive} {
		text, err := inspected(t, path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		text = squeeze(text)
		for _, want := range []string{
			"format AntTracks trace (experimental: version 5 was not tested with files of the VM)",
			"kind symbols", "version 5", "references true", "types 1", "sites 1 with 1 frames, 0 of them simple",
			"cause 1 Allocation Failure", "kind trace", "all 2 59 56", "compressed 1 11 8", "sync level full 1 48 48",
			"allocation, interpreter, fast 2", "GC start 1", "0x10 1 11 8 2", "1 100 ms 112 ms minor Allocation Failure",
			"type allocated objects", "[I 2", "site allocated objects", "app.Main.fill([I)V bytecode 12 2", "space start bytes GCs that name it",
			"kind class definitions", "classes 1, 4 bytes",
		} {
			if !strings.Contains(text, want+"\n") {
				t.Errorf("%s: no line %q in\n%s", filepath.Base(path), want, text)
			}
		}
		if strings.Contains(text, "fault") || strings.Contains(text, "README") || strings.Contains(text, "type 10") {
			t.Errorf("%s: says too much:\n%s", filepath.Base(path), text)
		}
	}
	text, err := inspected(t, folder, "--chunks")
	if text = squeeze(text); err != nil || !strings.Contains(text, "type 10 [I size 4100 0 fields 0 methods\n") ||
		!strings.Contains(text, "site 20 type 10\napp.Main.fill([I)V\n") || !strings.Contains(text, "47 0x20 2 false 48 48 2\n") {
		t.Errorf("each symbol and buffer: %v\n%s", err, text)
	}
}

func TestInspectAntTracksJSON(t *testing.T) {
	folder, _ := antFolder(t, antSample())
	text, err := inspected(t, folder, "--format", "json")
	if err != nil {
		t.Fatal(err)
	}
	var got inputs.AntReport
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if !got.Experimental || got.Format != inputs.AntFormat || len(got.Files) != 3 {
		t.Fatalf("%+v", got)
	}
	tr := got.Files[1].Trace
	if tr == nil || !tr.WithSymbols || len(tr.GCs) != 1 || *tr.GCs[0].Start != 100 || tr.GCs[0].Cause != "Allocation Failure" {
		t.Errorf("trace is %s", text)
	}
}

// TestInspectAntTracksDamaged: a truncated trace without symbols is reported as far as it can be read. A single unreadable file is an
// error.
func TestInspectAntTracksDamaged(t *testing.T) {
	files := antSample()
	files["trace"] = files["trace"][:len(files["trace"])-20]
	delete(files, "symbols")
	folder, _ := antFolder(t, files)
	text, err := inspected(t, filepath.Join(folder, "trace"))
	if text = squeeze(text); err != nil || !strings.Contains(text, "fault offset 47: the file ends: a buffer has 28 of 48 bytes\n") ||
		!strings.Contains(text, "1 100 ms unknown minor cause 1\n") || !strings.Contains(text, "symbols none for this run") {
		t.Errorf("%v\n%s", err, text)
	}
	broken := filepath.Join(folder, "broken")
	if err := os.WriteFile(broken, files["trace"][:18], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := inspected(t, broken); cli.Status(err) != cli.ExitInput || !strings.Contains(err.Error(), "broken: offset 18: the file ends") {
		t.Errorf("a cut header: %v", err)
	}
}

// TestAntTracksElsewhere: other commands open a run as a recording, from its folder, its archive, or one file of it. Without a trace they
// explain what is missing.
func TestAntTracksElsewhere(t *testing.T) {
	folder, archive := antFolder(t, antSample())
	files := antSample()
	delete(files, "trace")
	without, _ := antFolder(t, files)
	for command, wants := range map[string][]string{
		"tree": {"objects bytes\n", "0 0 Heap\n"},
		"city": {", GC point 1 of 1, 112 ms\n"},
		"info": {"format AntTracks trace of version 5, experimental\n", "files 3\n", "GC points 1\n", "GCs 1, pauses 12 ms, longest 12 ms\n", "1 112 ms 0 0 trace\n"},
	} {
		for _, path := range []string{folder, archive, filepath.Join(folder, "trace"), filepath.Join(folder, "symbols")} {
			var out, errs bytes.Buffer
			err := commandLine().Run(context.Background(), []string{command, path}, strings.NewReader(""), &out, &errs)
			text := squeeze(out.String())
			for _, want := range wants {
				if err != nil || !strings.Contains(text, want) {
					t.Errorf("%s %s: %v, no %q in\n%s", command, path, err, want, text)
				}
			}
			if !strings.Contains(errs.String(), "version 5 of the format was not tested with files of the VM") {
				t.Errorf("%s %s warns: %s", command, path, errs.String())
			}
			// The sample allocates two objects outside of any TLAB, so they have no address and are not in the heap.
			if !strings.Contains(errs.String(), "fast allocations do not fit into a TLAB: 2 times") {
				t.Errorf("%s %s warns: %s", command, path, errs.String())
			}
		}
		for _, path := range []string{without, filepath.Join(without, "symbols")} {
			var out, errs bytes.Buffer
			err := commandLine().Run(context.Background(), []string{command, path}, strings.NewReader(""), &out, &errs)
			if cli.Status(err) != cli.ExitInput || !strings.Contains(err.Error(), "there is no trace with the numbers of these symbols; expected an AntTracks trace in the same folder") {
				t.Errorf("%s %s: %v", command, path, err)
			}
		}
	}
}
