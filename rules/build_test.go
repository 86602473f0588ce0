package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// buildTag matches a build tag on a command line or in the setting of an editor.
var buildTag = regexp.MustCompile(`(^|[\s"'=])-{1,2}(build)?tags\b|\bbuild\.buildFlags\b`)

// TestNoBuildTags: go build, go vet and a language server work in a fresh clone without settings. A tag that one script sets would be
// missing in every editor and in every typed command.
func TestNoBuildTags(t *testing.T) {
	files := []string{"Makefile", "README.md", filepath.Join("docs", "building.md"), filepath.Join("testdata", "record")}
	for _, folder := range []string{"scripts", ".ci"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				name, err = filepath.Rel(root, name)
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
			continue
		}
		for number, line := range strings.Split(string(text), "\n") {
			if buildTag.MatchString(line) {
				t.Errorf("%s:%d: sets a build tag; a plain go build must be enough: %s", filepath.ToSlash(name), number+1, strings.TrimSpace(line))
			}
		}
	}
	for line, want := range map[string]bool{
		`go build -tags novulkan ./...`: true, `go test -tags=x`: true, `GOFLAGS=-tags=x`: true,
		`see the tags`: false, `memcity tree --tagged`: false,
	} {
		if buildTag.MatchString(line) != want {
			t.Errorf("%q sets a build tag: %v, want %v", line, !want, want)
		}
	}
}
