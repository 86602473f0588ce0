// Package structures draws the structures view: the data structures of the heap and their growth.
package structures
