package gfx

import "github.com/g3n/engine/core"

// Node is a node of the engine's scene graph that draws itself, with a few instanced draw calls. The engine's own graphics are not used, as
// each is one mesh. P is the common input of all nodes of a tree.
type Node[P any] interface {
	core.INode
	Draw(p P) error
}

// Group returns a node that draws its children, in the given order. It initializes them.
func Group(children ...core.INode) *core.Node {
	g := core.NewNode()
	for _, child := range children {
		child.GetNode().Init(child)
		g.Add(child)
	}
	return g
}
