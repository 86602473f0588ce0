// Package histogram reads class histograms, as printed by jmap and jcmd, as GC points with counts by type. Package trace/wire/histogram
// reads the lines.
package histogram
