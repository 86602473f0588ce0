// Package citytest builds memory trees, recordings and heap graphs for the tests of the packages below city.
package citytest
