// Package antsocket opens the memory trees of a running AntTracks, or of another program with its protocol, over a WebSocket. Package
// trace/wire/antsocket reads the messages, and trace/memtree the trees.
//
// antsocket contains the address and requests, tab selects the trees to show, follow collects later trees.
package antsocket
