// Package gclog reads garbage collection logs as recordings of GCs and, if they contain class histograms, of counts by type. Package
// trace/wire/gclog reads the lines.
package gclog
