// Package python records programs in Python from their start.
//
// [Prepare] writes a module, which Python loads at its start instead of any other module sitecustomize. The module connects to a socket in
// the same folder. For each request, it forks a child that writes the objects of the program to a pipe, as objects in JSON lines; see
// package trace/lines. The program continues meanwhile.
package python
