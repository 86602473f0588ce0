// Package dump writes a city as text and as JSON, for the command line and for tests. Scripts rely on the names of its fields.
package dump
