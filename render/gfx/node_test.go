package gfx

import (
	"errors"
	"slices"
	"testing"

	"github.com/g3n/engine/core"
)

// noted is a node that adds its letter to a list.
type noted struct {
	core.Node
	letter byte
	err    error
	gone   bool
}

func (n *noted) Draw(list *[]byte) error {
	*list = append(*list, n.letter)
	return n.err
}

func (n *noted) Dispose() { n.gone = true }

// TestRender checks the order of nodes, hidden nodes, errors, and that disposing of a tree reaches all nodes.
func TestRender(t *testing.T) {
	a, b, c, d := &noted{letter: 'a'}, &noted{letter: 'b'}, &noted{letter: 'c'}, &noted{letter: 'd'}
	inner := Group(b, c)
	tree := Group(a)
	tree.Add(inner)
	last := Group(d)
	tree.Add(last)
	drawn := func() (string, error) {
		var list []byte
		err := Render(tree, &list)
		return string(list), err
	}
	for _, step := range []struct {
		change func()
		want   string
	}{
		{func() {}, "abcd"},
		{func() { b.SetVisible(false) }, "acd"},
		{func() { inner.SetVisible(false) }, "ad"},
		{func() { inner.SetVisible(true) }, "acd"},
		{func() { c.Add(b); b.SetVisible(true) }, "acbd"},
		{func() { c.err = errors.New("full") }, "ac"},
		{func() { tree.SetVisible(false) }, ""},
	} {
		step.change()
		if got, err := drawn(); got != step.want || (err != nil) != (got == "ac") {
			t.Errorf("drawn %q, %v, want %q", got, err, step.want)
		}
	}
	tree.DisposeChildren(true)
	if alive := slices.DeleteFunc([]*noted{a, b, c, d}, func(n *noted) bool { return n.gone }); len(alive) > 0 {
		t.Errorf("%d nodes are alive", len(alive))
	}
}
