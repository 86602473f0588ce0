// Package dominators computes immediate dominators: for each object ([Find], [FindTree]) and for each node of any graph ([Immediate]). The
// dominator tree yields the retained sizes of any number of groups in one pass ([Sizes]).
package dominators
