// Package antsocket opens the memory trees of a running AntTracks, or of another program that speaks its protocol, over a
// WebSocket. The messages are those of trace/wire/antsocket, the trees those of trace/memtree.
//
// antsocket has the address and requests, tab picks what to show, follow collects what comes after the first trees.
package antsocket
