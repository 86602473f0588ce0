package open

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"memcity/trace"
)

// TestForeign checks that files of other programs are named, alone and compressed, and that texts that merely mention them are not.
func TestForeign(t *testing.T) {
	elf := func(kind byte) string {
		return "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + string(rune(kind)) + "\x00\x3e\x00"
	}
	mz := append(make([]byte, 60), 0x80, 0, 0, 0, 0)
	copy(mz, "MZ")
	for head, want := range map[string]string{
		"// Version: J2RE 5.0 IBM J9 2.3 Linux x86-32 build j9vmxi3223-20060504":          "OpenJ9 as text (classic)",
		"#\n# A fatal error has been detected by the Java Runtime Environment:\n#":        "hs_err",
		"2026-11-30 12:00:00\nFull thread dump OpenJDK 64-Bit Server VM (25 mixed mode):": "thread dump",
		"Attaching to process\n\nHeap Configuration:\n   MinHeapFreeRatio = 40":           "jmap -heap",
		"com.sun.tools.attach.AttachNotSupportedException: Unable to open socket":         "error of a command",
		"\xca\xfe\xc0\xc0\x01":                 "hsperfdata",
		"nBpRoFiLeR":                           "VisualVM",
		"\xac\xed\x00\x05sr":                   "serialized Java object",
		elf(4):                                 "core file",
		elf(3):                                 "program or library for Linux",
		"MDMP\x93\xa7":                         "crash dump of Windows",
		string(mz):                             "program for Windows",
		"\xcf\xfa\xed\xfe\x07":                 "program for macOS",
		"\xca\xfe\xba\xbe\x00\x00\x00\x45\x00": "Java class",
		"PK\x03\x04" + strings.Repeat("\x00", 26) + "META-INF/MANIFEST.MF": "JAR file",
		`{"traceEvents":[`:                                       "trace of Chrome",
		"go 1.26 trace\x00\x00\x00\x01":                          "execution trace of Go",
		`{"address": 140000, "type": "dict", "size": 99}` + "\n": "Meliae",
		"memray\x00\x0c":                                         "memray", "\x80\x04\x95\x10\x00tracemalloc\x94": "tracemalloc", "\x80\x04\x95\x10\x00builtins": "pickled object",
		"\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10": "CPU profile of gperftools",
		"\x14\x00\x00\x00!FastSerialization.1": "file of .NET", "PERFILE2": "recording of perf", "7z\xbc\xaf\x27\x1c": "7z archive",
		"Rar!\x1a\x07\x01\x00": "RAR archive", "\x04\x22\x4d\x18": "lz4", "\x1f\x9d\x90": "(.Z)",
		"version https://git-lfs.github.com/spec/v1\noid sha256:00": "Git LFS", "curl: (22) The requested URL returned error: 404": "error of curl",
		"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>":           "error of a storage service",
		`{"message": "Not Found", "documentation_url": "https://x", "status": "404"}`: "error as JSON",
		`{"error": {"code": 403}}`: "error as JSON", "\n<!DOCTYPE html><html>": "web page", "<HTML><body>": "web page", "PAR1\x15": "table of memcity export",
		"glTF\x02": "3D model", "\x89PNG\r\n\x1a\n\x00": "picture", "\xff\xd8\xff\xe0": "picture", "GIF89a": "picture", "<svg xmlns=": "picture",
		"BM\x36\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28": "picture", "RIFF\x00\x00\x00\x00WEBPVP8 ": "picture",
		"%PDF-1.7": "PDF", "\x00\x00\x00\x20ftypisom": "film", "\x1a\x45\xdf\xa3\x01": "film", "SQLite format 3\x00": "SQLite",
	} {
		for name, data := range map[string][]byte{"x": []byte(head), "x.gz": gzipOf(t, []byte(head))} {
			_, err := Files(t.Context(), "x", []trace.File{trace.MemoryFile(name, data)}, nil)
			if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), name+": not a recording: it is ") {
				t.Errorf("%s %q: %v, want %q", name, head, err, want)
			}
		}
	}
	for _, text := range []string{"MZ is a country code", "BMW", "I saw Nettrace", "go1.26 is out", "RIFF", "{\"a\": 1}", "ELF", "\x80 x", "PK", "heap profile"} {
		if got := foreignText([]byte(text)); got != "" {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestForeignSentences checks that every kind has a unique name and an advice, in one sentence.
func TestForeignSentences(t *testing.T) {
	if len(foreigns) < 39 {
		t.Errorf("%d kinds", len(foreigns))
	}
	names := map[string]bool{}
	for _, f := range foreigns {
		if names[f.name] || f.name == "" || f.advice == "" || strings.HasSuffix(f.advice, ".") || strings.Contains(f.advice, ". ") {
			t.Errorf("%q: %q", f.name, f.advice)
		}
		names[f.name] = true
	}
}

// TestCompressed opens recordings compressed with xz and bzip2, whole, in several streams, and truncated or damaged anywhere.
func TestCompressed(t *testing.T) {
	text := []byte(tree("7", `,"children":[{"name":"A","objects":3,"bytes":72}]`))
	series := tarOf(t, member{"1.json", []byte(tree("1", ""))}, member{"2.json", []byte(tree("2", ""))})
	for _, test := range [][]string{{"bzip2"}, {"xz"}, {"xz", "--check=none"}, {"xz", "--check=crc32"}, {"xz", "--check=sha256"}, {"xz", "--block-size=64"}} {
		program, err := exec.LookPath(test[0])
		if err != nil {
			t.Skipf("%s is not installed", test[0])
		}
		pack := func(data []byte) []byte {
			cmd := exec.CommandContext(t.Context(), program, append(test[1:], "-c")...)
			cmd.Stdin = bytes.NewReader(data)
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		open := func(data []byte) (*trace.Recording, error) {
			return Files(t.Context(), "x", []trace.File{trace.MemoryFile("x.json", data)}, nil)
		}
		packed := pack(text)
		if rec, err := open(packed); err != nil || len(rec.Points) != 1 || len(rec.Warnings) > 0 {
			t.Errorf("%v: %v, %v", test, rec, err)
		}
		if rec, err := open(append(pack(text[:9]), pack(text[9:])...)); err != nil || len(rec.Points) != 1 {
			t.Errorf("%v, two streams: %v, %v", test, rec, err)
		}
		if rec, err := open(pack(series)); err != nil || len(rec.Points) != 2 {
			t.Errorf("%v, tar: %v, %v", test, rec, err)
		}
		for at := 0; at < len(packed); at += 3 {
			if _, err := open(packed[:at]); err == nil && at < len(packed)-20 {
				t.Errorf("%v: cut at %d of %d", test, at, len(packed))
			}
			damaged := bytes.Clone(packed)
			damaged[at] ^= 0x55
			if rec, err := open(damaged); err == nil && fmt.Sprint(rec.Points[0].Time) != "7" {
				t.Errorf("%v: damaged at %d: %v", test, at, rec)
			}
		}
	}
}

// FuzzXZ reads any bytes after the header of an xz file.
func FuzzXZ(f *testing.F) {
	f.Add([]byte(xzMagic + "\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\x01\x00\x00h\x00"))
	f.Add([]byte(xzMagic + "\x00\x00\xff\x12\xd9\x41\x00\x00\x1c\xdf\x44\x21"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := newXZReader(bytes.NewReader(data))
		for buf := make([]byte, 1000); err == nil; {
			_, err = r.Read(buf)
		}
	})
}
