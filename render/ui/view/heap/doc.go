// Package heap draws the heap view: the groups as a table with shallow, deep and retained sizes.
package heap
