package rules

import (
	"go/ast"
	"path"
	"strings"
	"testing"
)

// viewNames lists the files of shared code that may name a view, with the reasons. A view is named by its variable View and its type State, or
// by the import of the package that draws it. Queries and reports are not names: shared code may read a result.
var viewNames = map[string]string{
	"render/ui/panels.go":       "it is the list of panels",
	"render/picture/picture.go": "a picture of the memory tree is a separate output of a command",

	"render/picture/over_time.go": "a picture of the heap and the pauses over time stands for the city of an input without heap states",

	// Each of these changes belongs to one view. Views share some of the queries.
	"city/state/tree.go":    "changes of the tree view",
	"city/state/trends.go":  "changes of the trends view",
	"city/state/table.go":   "the walk over rows, which selects",
	"city/state/explore.go": "changes of the group view and of the graph",
	"city/state/views.go":   "a visit of an object begins the graph at that object",
	"city/state/queries.go": "two views share the threshold and the treatment of probable pairs",

	"cmd/memcity/findings/report_collections.go": "the report uses the default of the view",
}

// TestViewsAreNotNamed: shared code handles views by their traits, so that a view can be added, changed and removed alone. A view finds
// another one by its subject; see view.That.
func TestViewsAreNotNamed(t *testing.T) {
	all := sources(t)
	declared := map[string]bool{} // folders that declare a view
	for _, s := range all {
		if !s.test && within(s.dir, "city/view") && declaresView(s) {
			declared[s.dir] = true
		}
	}
	if len(declared) < 5 {
		t.Fatalf("found only the views %v", declared)
	}
	used := map[string]bool{}
	for _, s := range all {
		if s.test || testSupport(s.dir) || within(s.dir, "city/view") {
			continue
		}
		for _, name := range viewsNamedIn(t, s, declared) {
			used[s.path] = true
			if viewNames[s.path] == "" {
				t.Errorf("%s: names %s; loop over the traits of views, or use view.That", s.path, name)
			}
		}
	}
	for file := range viewNames {
		if !used[file] {
			t.Errorf("%s names no view, and need not be listed", file)
		}
	}
}

// declaresView reports whether a file declares a view: a variable View set to a call of view.New.
func declaresView(s source) (found bool) {
	ast.Inspect(s.ast, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || spec.Names[0].Name != "View" {
			return true
		}
		call, ok := spec.Values[0].(*ast.CallExpr)
		if ok {
			fun, isSelector := call.Fun.(*ast.SelectorExpr)
			found = found || isSelector && isName(fun.X, "view") && fun.Sel.Name == "New"
		}
		return true
	})
	return found
}

// viewsNamedIn returns the names of views in a file. A package that draws a view may name that one, the first in its file panel.go.
func viewsNamedIn(t *testing.T, s source, declared map[string]bool) (names []string) {
	t.Helper()
	packages := map[string]string{} // folder by name in the file
	for _, spec := range s.ast.Imports {
		dir, mine := own(strings.Trim(spec.Path.Value, `"`))
		switch {
		case !mine:
		case declared[dir]:
			name := path.Base(dir)
			if spec.Name != nil {
				name = spec.Name.Name
			}
			packages[name] = dir
		case within(dir, "render/ui/view") && !within(s.dir, dir):
			names = append(names, dir)
		}
	}
	ownName := ""
	if within(s.dir, "render/ui/view") {
		ownName = drawnIn(t, s.dir)
	}
	ast.Inspect(s.ast, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok || selector.Sel.Name != "View" && selector.Sel.Name != "State" {
			return true
		}
		if base, ok := selector.X.(*ast.Ident); ok && packages[base.Name] != "" && base.Obj == nil && packages[base.Name] != ownName {
			names = append(names, packages[base.Name]+"."+selector.Sel.Name)
		}
		return true
	})
	return names
}

// drawnIn returns the folder of the view that a package draws.
func drawnIn(t *testing.T, dir string) (view string) {
	t.Helper()
	for _, s := range sources(t) {
		if s.path != dir+"/panel.go" {
			continue
		}
		for _, p := range s.imports(t) {
			if of, mine := own(p); mine && within(of, "city/view") && of != "city/view" {
				if view != "" {
					t.Errorf("%s: imports %s and %s; the panel of a view shows one", s.path, view, of)
				}
				view = of
			}
		}
	}
	return view
}
