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

// root is the repository, seen from the folder that the tests run in.
const root = ".."

// project is the module's path, with which its packages' import paths begin. Whoever hosts the module changes it.
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
	dir   string // its folder, "." for the root
	test  bool
	lines int
	ast   *ast.File
	set   *token.FileSet
}

// sources returns every Go file that belongs to a package of the project, in order of their paths.
// Folders that the go command ignores are left out.
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

// parsed reads the files once for all tests, which change nothing of them.
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

// imports returns what the file imports.
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

// within reports whether the slashed path is base or lies below it.
func within(path, base string) bool {
	return path == base || strings.HasPrefix(path, base+"/")
}

// own returns a package's folder, and whether it is one of the project.
func own(importPath string) (dir string, ok bool) {
	if importPath == project {
		return ".", true
	}
	return strings.CutPrefix(importPath, project+"/")
}

// standard reports whether the import is of the standard library, or of C.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	_, mine := own(importPath)
	return !mine && !strings.Contains(first, ".")
}

// pure reports whether the package in the folder must do without cgo.
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

// A goMod is what go.mod says.
type goMod struct {
	Require []requirement
	Tool    []struct{ Path string }
}

func readGoMod(t *testing.T) goMod { return readMod(t, "go.mod") }

// packagingTools has the tools that make packages. They are in a file of their own, as what they need is no concern of the program's.
const packagingTools = "scripts/packaging/tools.mod"

func readMod(t *testing.T, file string) goMod {
	t.Helper()
	var mod goMod
	if err := json.Unmarshal(goTool(t, "0", "mod", "edit", "-json", file), &mod); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return mod
}

// provider returns the module with the longest path that holds the package.
func (m goMod) provider(importPath string) (requirement, bool) {
	var best requirement
	for _, r := range m.Require {
		if within(importPath, r.Path) && len(r.Path) > len(best.Path) {
			best = r
		}
	}
	return best, best.Path != ""
}

// direct returns the modules that the project itself uses, by path: those it imports from, those of its
// tools, and those that go.mod does not mark as indirect.
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
	for _, mod := range []goMod{m, readMod(t, packagingTools)} {
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
