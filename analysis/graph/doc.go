// Package graph explores what keeps objects alive, step by step: the heap graph of "Guided Exploration: A Method for
// Guiding Novice Users in Interactive Memory Monitoring Tools", section 4.2.3.
//
// A [Graph] starts with the selected objects. [Graph.Expand] adds the neighbours of a node, [Graph.Paths] the paths to the most
// interesting GC roots. Graphs never change: each step returns a new one, so that a step is undone by keeping the graph before
// it. The same steps give the same graph, and nodes keep their keys over steps, and over heap states as far as the same steps
// lead to them.
//
// # Nodes
//
// A node is a group of objects of one type, or GC roots that are alike to a reader. No object is in two nodes. An
// expansion makes nodes, one per type, for the objects reached that are in no node yet. Where it reaches some, but not
// all, objects of a node that another expansion made, these move to a node of their own (figure 13). Two things stay
// together nevertheless, as a reader would only be puzzled: the selected objects, and nodes on the path from them to
// the expanded node. What comes back to those is a cycle, and is shown as one. [Graph.Paths] parts no nodes at all.
//
// Recursion ends: on the paths to GC roots, objects join the node of their type that is already on the way once there are
// [Options].Levels of them. A list of a million entries becomes two nodes, the second with a reference to itself.
//
// # References
//
// Those are followed that hold something, as [closure.Roots] says. Static fields are GC roots and no references: else
// whatever holds a class loader would hold all data of the program.
//
// # Kept alive
//
// An edge from node M to node N keeps alive those of the selected objects that can be reached over it: there is a chain of
// references o₀ → o₁ → … → oₖ, k ≥ 1, with o₀ in M, o₁ in N, oₖ queried, all of them in the graph, and, unless M is
// N, none of o₁ … oₖ in M. Without the last condition everything on a cycle would seem to keep alive all that hangs on the
// cycle. The same object may be kept alive over several edges; cutting one of them need not free it. A node keeps alive
// the selected objects that can be reached from its objects, its own among them.
package graph
