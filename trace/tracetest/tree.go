package tracetest

import (
	"fmt"
	"strings"
	"testing"

	"memcity/trace"
)

// Files returns files in memory from alternating names and contents.
func Files(namesAndTexts ...string) []trace.File {
	var files []trace.File
	for i := 0; i < len(namesAndTexts); i += 2 {
		files = append(files, trace.MemoryFile(namesAndTexts[i], []byte(namesAndTexts[i+1])))
	}
	return files
}

// TreeText returns the trees of a recording as text, one node per line.
func TreeText(rec *trace.Recording) string {
	var b strings.Builder
	for _, p := range rec.Points {
		fmt.Fprintln(&b, "at", p.Time)
		for i := range int32(len(p.Tree.Nodes)) {
			n := &p.Tree.Nodes[i]
			fmt.Fprintf(&b, "%q %s %d %d\n", p.Tree.Path(i), rec.Names.Text(n.Role), n.Objects, n.Bytes)
		}
		if p.Pointers != nil {
			fmt.Fprint(&b, MapText(p.Tree, "->", &p.Pointers.PointsTo), MapText(p.Tree, "<-", &p.Pointers.PointedFrom))
		}
	}
	return b.String()
}

// MapText returns a pointer map as text, one entry per line.
func MapText(t *trace.Tree, arrow string, m *trace.PointerMap) string {
	var b strings.Builder
	for n := range int32(len(t.Nodes)) {
		to, counts := m.Row(n)
		for k := range to {
			fmt.Fprintln(&b, t.Key(n), arrow, t.Key(to[k]), counts[k])
		}
	}
	return b.String()
}

// CheckTree fails the test unless the tree satisfies the invariants of [trace.Tree].
func CheckTree(t testing.TB, tree *trace.Tree) {
	t.Helper()
	for i := range int32(len(tree.Nodes)) {
		names := map[trace.NameID]bool{}
		for c := range tree.Children(i) {
			if tree.Nodes[c].Parent != i || names[tree.Nodes[c].Name] {
				t.Fatalf("node %d: child %d has parent %d, or the name of a sibling", i, c, tree.Nodes[c].Parent)
			}
			names[tree.Nodes[c].Name] = true
		}
	}
	if tree.Nodes[0].Parent != -1 || int(tree.Nodes[0].End) != len(tree.Nodes) {
		t.Fatalf("root is %+v of %d nodes", tree.Nodes[0], len(tree.Nodes))
	}
}
