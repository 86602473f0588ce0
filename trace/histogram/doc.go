// Package histogram reads class histograms, as jmap and jcmd print them, as GC points with counts per type. The lines are
// those of trace/wire/histogram.
package histogram
