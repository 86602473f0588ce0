package groups

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"memcity/analysis/group"
)

// samplesOf returns a tree's samples as go tool pprof reads them: stacks starting at the outermost frame, with objects and bytes.
func samplesOf(t *testing.T, root *TreeNode) (all []string) {
	t.Helper()
	var out bytes.Buffer
	if err := (&Tree{Root: root}).Profile(&out); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&out)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sample {
		var frames []string
		for _, l := range slices.Backward(s.Location) {
			frame := l.Line[0].Function.Name
			if f := l.Line[0].Function.Filename; f != "" {
				frame += fmt.Sprintf("@%s:%d", f, l.Line[0].Line)
			}
			frames = append(frames, frame)
		}
		all = append(all, fmt.Sprintf("%s %d %d", strings.Join(frames, ";"), s.Value[0], s.Value[1]))
	}
	return all
}

// TestProfile: a sample contains the objects in no subgroup, and callers precede their callees.
func TestProfile(t *testing.T) {
	node := func(role, name string, objects, size int64, children ...*TreeNode) *TreeNode {
		return &TreeNode{Role: role, Name: name, Objects: objects, Bytes: size, Children: children}
	}
	typ := func(objects, size int64) *TreeNode { return node("Type", "A", objects, size) }
	root := node("Overall", "Heap", 20, 200,
		node(group.SiteRole, "a.B.make(B.java:7)", 9, 90,
			node(group.CallSiteRole, "a.B.call(B.java:8)", 6, 60,
				node(group.CallSiteRole, "(hidden internal call sites)", 6, 60, typ(6, 60))),
			typ(2, 20)),
		node("Package", "p", 5, 50, node("Type", "X", 5, 50), node("Type", "Y", 5, 50)), // the same objects twice
		typ(1, 0))
	want := []string{
		"(no group) 5 60",
		"a.B.make@B.java:7 1 10",
		"(hidden internal call sites);a.B.call@B.java:8;a.B.make@B.java:7;A 6 60",
		"a.B.make@B.java:7;A 2 20",
		"p;X 5 50",
		"p;Y 5 50",
		"A 1 0",
	}
	if got := samplesOf(t, root); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := samplesOf(t, node("Overall", "Heap", 0, 0)); len(got) != 0 {
		t.Errorf("an empty tree: %q", got)
	}
}

func TestFrameOf(t *testing.T) {
	for name, want := range map[string]frame{
		"a.B.c(B.java:12)":        {"a.B.c", "B.java", 12},
		"a.B.c(Native Method)":    {"a.B.c(Native Method)", "", 0},
		"a.B.c(B.java)":           {"a.B.c(B.java)", "", 0},
		"a.B.c(B.java:-3)":        {"a.B.c(B.java:-3)", "", 0},
		"(not sampled)":           {"(not sampled)", "", 0},
		"a.B.c(B.java:1234567:8)": {"a.B.c(B.java:1234567:8)", "", 0},
	} {
		if got := frameOf(&TreeNode{Role: group.SiteRole, Name: name}); got != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := frameOf(&TreeNode{Role: "Type", Name: "a(b:1)"}); got != (frame{name: "a(b:1)"}) {
		t.Errorf("a type: %+v", got)
	}
}
