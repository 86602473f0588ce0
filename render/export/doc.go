// Package export writes what the window shows into files the user requests: pictures of the city, what views list, and heap graphs.
// Files are chosen, drawn and written on the side.
package export
