package rules

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// root is the repository, relative to the working folder of the tests.
const root = ".."

// project is the module's path and the prefix of its import paths. A fork with another host changes it.
var project = modulePath()

func modulePath() string {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		panic(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.TrimPrefix(first, "module "))
}

// A source is a parsed Go file of the project.
type source struct {
	path  string // from the root, with slashes
	dir   string // its folder; "." for the root
	test  bool
	lines int
	ast   *ast.File
	set   *token.FileSet
}

// sources returns every Go file of a package of the project, sorted by path. It skips folders that the go command ignores.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("there are no Go files to check")
	}
	return all
}

// parsed parses the files once for all tests. The tests must not modify the result.
var parsed = sync.OnceValues(func() ([]source, error) {
	var all []source
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && ignored(entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		all = append(all, source{
			path:  relative,
			dir:   path.Dir(relative),
			test:  strings.HasSuffix(relative, "_test.go"),
			lines: set.File(parsed.FileStart).LineCount(),
			ast:   parsed,
			set:   set,
		})
		return nil
	})
	return all, err
})

func ignored(folder string) bool {
	return folder == "testdata" || strings.HasPrefix(folder, ".") || strings.HasPrefix(folder, "_")
}

// imports returns the imports of the file.
func (s source) imports(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, spec := range s.ast.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatalf("%s: import %s: %v", s.path, spec.Path.Value, err)
		}
		paths = append(paths, p)
	}
	return paths
}

// within reports whether the slash-separated path is base or below it.
func within(path, base string) bool {
	return path == base || strings.HasPrefix(path, base+"/")
}

// own returns a package's folder; ok is false for a package outside the project.
func own(importPath string) (dir string, ok bool) {
	if importPath == project {
		return ".", true
	}
	return strings.CutPrefix(importPath, project+"/")
}

// standard reports whether the import is from the standard library, or C.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	_, mine := own(importPath)
	return !mine && !strings.Contains(first, ".")
}

// pure reports whether the package in the folder must build without cgo.
func pure(dir string) bool {
	return !within(dir, "render") && !within(dir, "cmd")
}

// goTool runs the go command at the root with the given cgo setting and returns its standard output.
func goTool(t *testing.T, cgo string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED="+cgo)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("CGO_ENABLED=%s go %s: %v\n%s", cgo, strings.Join(args, " "), err, complaint.String())
	}
	return out
}

// A requirement is a module in go.mod.
type requirement struct {
	Path, Version string
	Indirect      bool
}

// A goMod contains the requirements and tools in go.mod.
type goMod struct {
	Require []requirement
	Tool    []struct{ Path string }
}

func readGoMod(t *testing.T) goMod { return readMod(t, "go.mod") }

// developerTools is the module file of the tools that check the source and build packages. It is separate, so that their dependencies are not
// those of the program.
const developerTools = "scripts/tools.mod"

func readMod(t *testing.T, file string) goMod {
	t.Helper()
	var mod goMod
	if err := json.Unmarshal(goTool(t, "0", "mod", "edit", "-json", file), &mod); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return mod
}

// provider returns the module with the longest path that contains the package.
func (m goMod) provider(importPath string) (requirement, bool) {
	var best requirement
	for _, r := range m.Require {
		if within(importPath, r.Path) && len(r.Path) > len(best.Path) {
			best = r
		}
	}
	return best, best.Path != ""
}

// direct returns the modules that the project itself uses, sorted by path: those that it imports, those of its tools, and those that
// go.mod does not mark as indirect.
func (m goMod) direct(t *testing.T) []requirement {
	t.Helper()
	var used []requirement
	add := func(r requirement) {
		if !slices.ContainsFunc(used, func(u requirement) bool { return u.Path == r.Path }) {
			used = append(used, r)
		}
	}
	for _, r := range m.Require {
		if !r.Indirect {
			add(r)
		}
	}
	for _, mod := range []goMod{m, readMod(t, developerTools)} {
		for _, tool := range mod.Tool {
			if r, ok := mod.provider(tool.Path); ok {
				add(r)
			}
		}
	}
	for _, s := range sources(t) {
		for _, p := range s.imports(t) {
			if r, ok := m.provider(p); ok {
				add(r)
			}
		}
	}
	slices.SortFunc(used, func(a, b requirement) int { return strings.Compare(a.Path, b.Path) })
	return used
}
