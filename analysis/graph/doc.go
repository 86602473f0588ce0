// Package graph explores the holders of objects step by step. It implements the heap graph of "Guided Exploration: A Method for Guiding
// Novice Users in Interactive Memory Monitoring Tools", section 4.2.3.
//
// A [Graph] starts with the selected objects. [Graph.Expand] adds the neighbors of a node. [Graph.Paths] adds the paths to the most
// interesting GC roots. Graphs are immutable: each step returns a new one, and keeping the previous graph allows undo. The same steps
// produce the same graph. Nodes keep their keys across steps, and across heap states as long as the same steps lead to them.
//
// # Nodes
//
// A node is a group of objects of one type, or of GC roots that are the same to a reader. No object is in two nodes. An expansion creates
// one node per type for the objects it reaches that are in no node yet. If it reaches only some objects of a node that another expansion
// created, it moves them to a node of their own (figure 13). Two kinds of nodes are never split, because that would confuse readers:
// selected objects, and nodes on the path from them to the expanded node. References back to these nodes are shown as cycles. [Graph.Paths]
// splits no nodes at all.
//
// Recursion ends. Once a path to GC roots contains [Options].Levels nodes of a type, further objects of that type join the last of them. A
// list of a million entries becomes two nodes, the second with a reference to itself.
//
// # References
//
// The graph follows references that hold something, as defined by [closure.Roots]. Static fields are GC roots and not references. Otherwise
// any holder of a class loader would hold all data of the program.
//
// # Kept alive
//
// An edge from node M to node N keeps alive the selected objects that can be reached over it. That is, there is a chain of references o₀ →
// o₁ → … → oₖ in the graph, k ≥ 1, where o₀ is in M, o₁ is in N, oₖ is selected and, unless M is N, none of o₁ … oₖ is in M. Without the
// last condition each edge of a cycle would seem to keep alive everything reachable from the cycle. Several edges may keep the same object
// alive, and clearing one of them need not free it. A node keeps alive the selected objects that can be reached from its objects, including
// its own.
package graph
