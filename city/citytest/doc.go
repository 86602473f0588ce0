// Package citytest builds memory trees, recordings and heap graphs for the tests of the city's rooms.
package citytest
