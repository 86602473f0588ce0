// Package ruby records programs in Ruby from their start.
//
// [Prepare] writes a file, which Ruby loads at its start by the variable RUBYOPT. The file connects to a socket in the same folder. For each
// request, it forks a child that writes the objects of the program to a pipe, as a heap dump with names; see package trace/ruby. The program
// continues meanwhile.
package ruby
