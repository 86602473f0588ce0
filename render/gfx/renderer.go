package gfx

import "github.com/g3n/engine/core"

// Render draws the visible nodes of a tree in tree order: a node before its children, and children in the order of the tree. A hidden node
// hides everything below it. Nodes that are not a Node[P] only group others. Render stops at the first error and returns it.
//
// The engine's renderer sorts by transparency and distance instead, and links the engine's GUI.
func Render[P any](tree core.INode, p P) error {
	if !tree.Visible() {
		return nil
	}
	if n, ok := tree.(Node[P]); ok {
		if err := n.Draw(p); err != nil {
			return err
		}
	}
	for _, child := range tree.Children() {
		if err := Render(child, p); err != nil {
			return err
		}
	}
	return nil
}
