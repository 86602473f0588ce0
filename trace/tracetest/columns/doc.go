// Package columns lets tests store columns in files, as package scratch does for columns larger than memory, and indexes of inputs of any
// size, as package index does for large ones.
package columns
