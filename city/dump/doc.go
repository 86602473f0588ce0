// Package dump writes a city as text and as JSON, for the command line and for tests. The names of its fields are what scripts
// rely on.
package dump
