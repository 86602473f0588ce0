package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

type result struct {
	mutant
	outcome outcome
}

type results []result

// counted returns the number of mutants that compile. Only these belong to the sample.
func (r results) counted() int {
	n := 0
	for _, one := range r {
		if one.outcome != notCompiled {
			n++
		}
	}
	return n
}

// A tally counts outcomes.
type tally map[outcome]int

// score returns the percentage of noticed mutants, without equivalent ones.
func (t tally) score() string {
	noticed := t[killed] + t[hung]
	if noticed+t[survived] == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(noticed)/float64(noticed+t[survived]))
}

// write writes the survivors, in the format of the list of equivalent mutants, and a table by package and operator.
func (r results) write(w io.Writer) {
	folders, operators, total := map[string]tally{}, map[string]tally{}, tally{}
	add := func(to map[string]tally, name string, o outcome) {
		if to[name] == nil {
			to[name] = tally{}
		}
		to[name][o]++
	}
	fmt.Fprint(w, "\nSurvivors:\n")
	for _, one := range slices.SortedStableFunc(slices.Values(r), byPlace) {
		add(folders, one.key.folder, one.outcome)
		add(operators, one.key.operator, one.outcome)
		total[one.outcome]++
		if one.outcome == survived {
			fmt.Fprintf(w, "\n# %s\n", one.place())
			one.key.write(w)
		}
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, t tally) {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\n", name, t[killed], t[hung], t[survived], t[isEquivalent], t.score())
	}
	for _, by := range []struct {
		name    string
		tallies map[string]tally
	}{{"package", folders}, {"operator", operators}} {
		fmt.Fprintf(table, "\n%s\tkilled\thung\tsurvived\tequivalent\tscore\n", by.name)
		for _, name := range slices.Sorted(maps.Keys(by.tallies)) {
			row(name, by.tallies[name])
		}
	}
	row("all", total)
	table.Flush()
}

func byPlace(a, b result) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.start, b.start))
}
