// Package forked connects to programs that fork a copy of themselves for each GC point.
//
// A program loads a module of memcity at its start, which connects to a socket. For each request, the module forks a child that writes the
// objects of the program to a pipe. The program continues meanwhile. Packages python and ruby contain the modules.
package forked
