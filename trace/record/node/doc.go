// Package node finds running Node.js programs, and makes them open their inspector.
//
// A program is Node.js if its executable is, by name and content; it is never started to find out. Processes are read from /proc, so on
// systems other than Linux no running programs are found.
package node
