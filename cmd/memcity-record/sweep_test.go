package main

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"memcity/trace/tracetest/hostile"
)

var fullSweep = flag.Bool("full", false, "TestSweep runs every command line on every damage, not one of them on some")

// someDamages is how many truncations, and how many damaged bytes, the short sweep tries per sample.
const someDamages = 150

// TestSweep runs every command on a sample of each format that is truncated or has one damaged byte. The full sweep runs all command lines
// on all positions. The short one runs each line on some of them, and covers all lines and all parts of the samples.
func TestSweep(t *testing.T) {
	lines := slices.Concat(inputLines, groupLines, changeLines, collectionLines, findingLines)
	files, err := newTrial(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range hostile.Formats {
		sample := f.Sound()
		step, turn := max(1, len(sample)/someDamages), 0
		if *fullSweep {
			step = 1
		}
		for at := 0; at < len(sample); at += step {
			damaged := slices.Clone(sample)
			damaged[at] ^= 0xFF
			for i, input := range [][]byte{sample[:at], damaged} {
				what, some := []string{"cut at", "damaged at"}[i], lines
				if !*fullSweep {
					some, turn = lines[turn%len(lines):][:1], turn+1
				}
				for _, words := range some {
					if !t.Run(fmt.Sprint(f.Name, " ", what, " ", at), func(t *testing.T) { files.Run(t, words, input) }) {
						return
					}
				}
			}
		}
	}
}
