package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestGoMod: a module that the project imports directly is not marked as indirect.
func TestGoMod(t *testing.T) {
	mod := readGoMod(t)
	listed := map[string]bool{}
	for _, s := range sources(t) {
		for _, p := range s.imports(t) {
			_, mine := own(p)
			if mine || standard(p) {
				continue
			}
			r, ok := mod.provider(p)
			switch {
			case !ok:
				t.Errorf("%s: imports %s, which no module in go.mod has", s.path, p)
			case r.Indirect && !listed[r.Path]:
				listed[r.Path] = true
				t.Errorf("go.mod: marks %s as indirect, but %s imports %s", r.Path, s.path, p)
			}
		}
	}
	engineAt := slices.IndexFunc(mod.Require, func(r requirement) bool { return r.Path == engine })
	if engineAt < 0 || mod.Require[engineAt].Version != "v0.2.0" {
		t.Errorf("go.mod: %s is not at v0.2.0, the version whose insides render relies on", engine)
	}
}

// dependencyRow matches a row of the table: module, version, license, reason.
var dependencyRow = regexp.MustCompile("(?m)^\\| *`([^`]+)` *\\| *([^ |]+) *\\| *([^|]+?) *\\| *([^|]*?) *\\|$")

// TestReadmeDependencies checks that the table in docs/building.md has exactly the modules in use, with version, license and purpose.
func TestReadmeDependencies(t *testing.T) {
	_, section, ok := strings.Cut(read(t, "docs/building.md"), "\n## Dependencies\n")
	if !ok {
		t.Fatal("docs/building.md: has no section named Dependencies")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	used := readGoMod(t).direct(t)
	listed := map[string]bool{}
	for _, row := range dependencyRow.FindAllStringSubmatch(section, -1) {
		path, version, licence, reason := row[1], row[2], row[3], row[4]
		if listed[path] {
			t.Errorf("docs/building.md: %s is in the table twice", path)
		}
		listed[path] = true
		i := slices.IndexFunc(used, func(r requirement) bool { return r.Path == path })
		switch {
		case i < 0:
			t.Errorf("docs/building.md: %s is in the table, but nothing uses it", path)
		case used[i].Version != version:
			t.Errorf("docs/building.md: %s is said to be at %s, go.mod has %s", path, version, used[i].Version)
		case !licenceName.MatchString(licence):
			t.Errorf("docs/building.md: %s: the licence %q is none by its SPDX name", path, licence)
		case reason == "":
			t.Errorf("docs/building.md: %s: no reason to use it is given", path)
		}
	}
	for _, r := range used {
		if !listed[r.Path] {
			t.Errorf("docs/building.md: the table of dependencies lacks %s %s", r.Path, r.Version)
		}
	}
}

// licenceName matches the SPDX names of licenses that the project may ship under Apache-2.0.
var licenceName = regexp.MustCompile(`\b(Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|MIT|OFL-1\.1|Unlicense|Zlib)\b`)

// noticed reports whether a line of the notice contains the name as a word and is followed by a license, on this line or the next two.
func noticed(notice, name string) bool {
	lines := strings.Split(notice, "\n")
	for i, line := range lines {
		if slices.Contains(strings.Fields(line), name) &&
			licenceName.MatchString(strings.Join(lines[i:min(i+3, len(lines))], " ")) {
			return true
		}
	}
	return false
}

// TestNoticeLibraries: the notice names every module that is linked into a package of the project, including indirect dependencies.
func TestNoticeLibraries(t *testing.T) {
	notice := read(t, "NOTICE")
	out := goTool(t, "1", "list", "-e", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./...")
	modules := strings.Fields(string(out))
	slices.Sort(modules)
	for _, m := range slices.Compact(modules) {
		if !noticed(notice, m) {
			t.Errorf("NOTICE: does not name %s with its licence", m)
		}
	}
}

// TestNoticeFonts: the notice names every embedded font family, and the license text is in the folder of the fonts, as the Open Font
// License requires.
func TestNoticeFonts(t *testing.T) {
	notice := read(t, "NOTICE")
	fonts, err := filepath.Glob(filepath.Join(root, "assets", "fonts", "*.[ot]tf"))
	if err != nil {
		t.Fatal(err)
	}
	if len(fonts) == 0 {
		t.Fatal("assets/fonts: there are no fonts")
	}
	for _, f := range fonts {
		family, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), filepath.Ext(f)), "-")
		if !noticed(notice, family) {
			t.Errorf("NOTICE: does not name the font %s with its licence", family)
		}
	}
	texts, err := filepath.Glob(filepath.Join(root, "assets", "fonts", "OFL*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) == 0 {
		t.Error("assets/fonts: the text of the fonts' licence is missing (OFL.txt)")
	}
}

func TestLicence(t *testing.T) {
	text := read(t, "LICENSE")
	for _, part := range []string{"Apache License", "Version 2.0, January 2004", "END OF TERMS AND CONDITIONS"} {
		if !strings.Contains(text, part) {
			t.Errorf("LICENSE: lacks %q", part)
		}
	}
}
