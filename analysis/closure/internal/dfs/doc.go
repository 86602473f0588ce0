// Package dfs numbers the objects of a heap in depth-first order. On request it also returns the post-order, the cycles, or the spanning
// tree with the references outside it.
package dfs
