// Package structures draws the structures view: the data structures of the heap and how they grew.
package structures
