// Package gclog reads logs of garbage collections: they report GCs and, with class histograms in them, counts per type. The
// lines are those of trace/wire/gclog.
package gclog
