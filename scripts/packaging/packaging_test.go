package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var at = time.Unix(1_700_000_000, 0).UTC()

// folder writes files into a new folder named top, with the permissions that a umask of 077 leaves.
func folder(t *testing.T, order []string) string {
	t.Helper()
	top := filepath.Join(t.TempDir(), "top")
	for _, name := range order {
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o600)
		if strings.HasPrefix(name, "bin/") {
			mode = 0o700
		}
		if err := os.WriteFile(file, []byte("in "+name), mode); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

// TestArchives checks that the same files give the same bytes, whatever the order, times and umask, and that the archive has them.
func TestArchives(t *testing.T) {
	for _, ending := range []string{".tar.gz", ".zip"} {
		var outs [][]byte
		for _, order := range [][]string{{"bin/a", "b/c", "d"}, {"d", "b/c", "bin/a"}} {
			out := filepath.Join(t.TempDir(), "out"+ending)
			if err := writeArchive(out, folder(t, order), at); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			outs = append(outs, data)
		}
		if !bytes.Equal(outs[0], outs[1]) {
			t.Errorf("%s: two archives of the same files differ", ending)
		}
		want := []string{"drwxr-xr-x top/", "drwxr-xr-x top/b/", "-rw-r--r-- top/b/c", "drwxr-xr-x top/bin/", "-rwxr-xr-x top/bin/a", "-rw-r--r-- top/d"}
		if got := list(t, ending, outs[0]); !slices.Equal(got, want) {
			t.Errorf("%s: %q", ending, got)
		}
	}
	linked := folder(t, []string{"d"})
	if err := os.Symlink("d", filepath.Join(linked, "link")); err != nil {
		t.Fatal(err)
	}
	if err := writeArchive(filepath.Join(t.TempDir(), "out.zip"), linked, at); err == nil {
		t.Error("a link is no error")
	}
}

// list returns the modes and names in an archive, and checks times and contents.
func list(t *testing.T, ending string, data []byte) (all []string) {
	t.Helper()
	check := func(name string, mode fmt.Stringer, when time.Time, content io.Reader) {
		all = append(all, mode.String()+" "+name)
		text, err := io.ReadAll(content)
		if err != nil || !when.Equal(at) || !strings.HasSuffix(name, "/") && string(text) != "in "+strings.TrimPrefix(name, "top/") {
			t.Errorf("%s: %v, %v, %q", name, err, when, text)
		}
	}
	if ending == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			check(f.Name, f.Mode(), f.Modified, r)
		}
		return all
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		check(h.Name, h.FileInfo().Mode(), h.ModTime, r)
	}
}

// TestImage follows the checksums of an image from its index to the program, for two processors.
func TestImage(t *testing.T) {
	dir := t.TempDir()
	var programs []string
	for _, arch := range []string{"amd64", "arm64"} {
		file := filepath.Join(dir, arch)
		if err := os.WriteFile(file, []byte("program for "+arch), 0o600); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, arch+"="+file)
	}
	out := filepath.Join(dir, "image.tar")
	if err := writeImage(out, programs, at); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	part := func(d descriptor, mediaType string, to any) []byte {
		t.Helper()
		data := files["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		if d.MediaType != mediaType || digest(data) != d.Digest || len(data) != d.Size {
			t.Fatalf("%+v: %d bytes with the sum %s, want a %s", d, len(data), digest(data), mediaType)
		}
		if to != nil {
			if err := json.Unmarshal(data, to); err != nil {
				t.Fatal(err)
			}
		}
		return data
	}
	var top, platforms index
	if err := json.Unmarshal(files["index.json"], &top); err != nil {
		t.Fatal(err)
	}
	part(top.Manifests[0], indexType, &platforms)
	for i, arch := range []string{"amd64", "arm64"} {
		d := platforms.Manifests[i]
		if d.Platform == nil || *d.Platform != (platform{arch, "linux"}) {
			t.Errorf("manifest %d is for %+v", i, d.Platform)
		}
		var m manifest
		var c config
		part(d, manifestType, &m)
		part(m.Config, configType, &c)
		z, err := gzip.NewReader(bytes.NewReader(part(m.Layers[0], layerType, nil)))
		if err != nil {
			t.Fatal(err)
		}
		layer, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if c.Architecture != arch || c.RootFS.DiffIDs[0] != digest(layer) || c.Config.Entrypoint[0] != "/"+imageProgram {
			t.Errorf("%s: %+v", arch, c)
		}
		r := tar.NewReader(bytes.NewReader(layer))
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if program, err := io.ReadAll(r); err != nil || h.Mode != 0o755 || string(program) != "program for "+arch {
			t.Errorf("%s: %s, mode %o: %q, %v", arch, h.Name, h.Mode, program, err)
		}
		if h, err = r.Next(); err != nil || h.Name != "tmp/" || h.Mode != 0o1777 {
			t.Errorf("%s: %+v, %v", arch, h, err)
		}
	}
	if err := writeImage(out, []string{"amd64"}, at); err == nil {
		t.Error("a program without a processor is no error")
	}
}

// TestSBOM describes the binary of these tests.
func TestSBOM(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join("..", ".."))
	out := filepath.Join(t.TempDir(), "sbom.json")
	if err := writeSBOM(out, []string{self}, at); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var doc spdx
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"SPDXRef-DOCUMENT": true}
	found := map[string]string{}
	for _, p := range doc.Packages {
		if known[p.ID] {
			t.Errorf("%s is there twice", p.ID)
		}
		known[p.ID], found[p.Name] = true, p.Declared
	}
	for _, r := range doc.Relationships {
		if !known[r.From] || !known[r.To] {
			t.Errorf("%+v leads to nothing", r)
		}
	}
	if found["golang.org/x/image"] != "BSD-3-Clause" || found["Go"] != "BSD-3-Clause" || found["Inter"] != "OFL-1.1" || len(doc.Packages[0].Checksums) != 1 {
		t.Errorf("%v", found)
	}
}

func TestLicenceOf(t *testing.T) {
	notice := "  a.b/c\n    Unlicense OR MIT, Copyright\n  a.b/c/d\n    BSD-3-Clause, the authors; with more,\n    Zlib, others\n  a.b/e\n    of nobody\n"
	for module, want := range map[string]string{"a.b/c": "MIT OR Unlicense", "a.b/c/d": "BSD-3-Clause AND Zlib", "a.b/e": unknown, "a.b": unknown} {
		if got := licenceOf(notice, module); got != want {
			t.Errorf("%s: %s, want %s", module, got, want)
		}
	}
}

// TestIcons checks that each size has the icon, in its colors, with a transparent background at the corners.
func TestIcons(t *testing.T) {
	dir := t.TempDir()
	if err := writeIcons(dir); err != nil {
		t.Fatal(err)
	}
	for _, side := range iconSizes {
		f, err := os.Open(filepath.Join(dir, fmt.Sprintf("%dx%d", side, side), "apps", "memcity.png"))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil || img.Bounds().Dx() != side || img.Bounds().Dy() != side {
			t.Fatalf("%d: %v, %v", side, err, img.Bounds())
		}
		reds, clear := 0, 0
		for y := range side {
			for x := range side {
				r, g, _, a := img.At(x, y).RGBA()
				if a > 0xf000 && r > 2*g {
					reds++
				}
				if a == 0 {
					clear++
				}
			}
		}
		if reds*30 < side*side || clear*4 < side*side || clear*4 > 3*side*side {
			t.Errorf("%d: %d red and %d clear pixels", side, reds, clear)
		}
	}
	svg, err := os.ReadFile(filepath.Join(dir, "scalable", "apps", "memcity.svg"))
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Polygons []struct{} `xml:"polygon"`
	}
	if err := xml.Unmarshal(svg, &parsed); err != nil || len(parsed.Polygons) != 3*len(buildings) {
		t.Errorf("%d polygons, %v", len(parsed.Polygons), err)
	}
}

// TestDesktopEntry checks that the types that the desktop entry opens are described, each with a name and an ending.
func TestDesktopEntry(t *testing.T) {
	text, err := os.ReadFile("memcity.xml")
	if err != nil {
		t.Fatal(err)
	}
	var info struct {
		Types []struct {
			Type    string `xml:"type,attr"`
			Comment string `xml:"comment"`
			Glob    struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err := xml.Unmarshal(text, &info); err != nil {
		t.Fatal(err)
	}
	endings := map[string]string{}
	for _, m := range info.Types {
		if m.Comment == "" {
			t.Errorf("%s has no name", m.Type)
		}
		endings[m.Type] = m.Glob.Pattern
	}
	entry, err := os.ReadFile("memcity.desktop")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(entry), "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "MimeType=") })
	if i < 0 || !slices.Contains(lines, "Exec=memcity %F") || lines[0] != "[Desktop Entry]" {
		t.Fatalf("%s", entry)
	}
	types := strings.FieldsFunc(strings.TrimPrefix(lines[i], "MimeType="), func(r rune) bool { return r == ';' })
	for _, m := range types {
		if endings[m] == "" {
			t.Errorf("%s is not described in memcity.xml", m)
		}
	}
	if len(types) < 3 {
		t.Errorf("only %q are opened", types)
	}
}

// TestUsage checks that an unknown command or missing arguments cause an error.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"icons"}, {"archive", "1", "x.zip"}, {"archive", "1", "x.zip", "a", "b"}, {"image", "now", "x", "a=b"}, {"other", "1", "2", "3"}} {
		if err := run(args); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
