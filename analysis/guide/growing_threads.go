package guide

import (
	"context"
	"slices"
	"time"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
)

// growingThreads returns details of threads that keep growing in number, and the suspects without those that ending these threads frees. It
// skips threads that already are suspects because of what they hold.
func (g *guided) growingThreads(ctx context.Context, times []time.Duration, suspects []leak.Suspect) ([]*detail, []leak.Suspect, error) {
	threads := g.holders.GrowingThreads(times)
	if len(threads) == 0 {
		return nil, suspects, nil
	}
	references, err := g.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return nil, nil, err
	}
	var details []*detail
	for i := range threads[:min(len(threads), maxSuspects)] {
		s := &threads[i]
		isThem := func(x leak.Suspect) bool { return x.Parts[0].Container == s.Parts[0].Container }
		if slices.ContainsFunc(suspects, func(x leak.Suspect) bool { return x.Anchored && x.Root == s.Root && !isThem(x) }) {
			continue
		}
		d := g.begin(s)
		if err := g.freeThreads(ctx, references, d); err != nil {
			return nil, nil, err
		}
		if d.isShared() {
			continue
		}
		details = append(details, d)
		suspects = slices.DeleteFunc(slices.Clone(suspects), func(x leak.Suspect) bool {
			piled := bitset.New(uint(g.last.Heap().Len()))
			for _, o := range g.objectsOf(x.Tops()) {
				piled.Set(uint(o))
			}
			return isThem(x) || isPartly(piled, d.gone)
		})
	}
	return details, suspects, nil
}

// freeThreads computes what ending the threads of d frees.
func (g *guided) freeThreads(ctx context.Context, references *closure.Graph, d *detail) error {
	removals := g.removals([][]RemovalRule{d.rules})
	freed, err := references.WhatIf(ctx, removals, d.targets, g.weak)
	if err != nil {
		return err
	}
	if d.gone, err = references.FreedBy(ctx, removals, g.weak); err != nil {
		return err
	}
	d.freed, d.how = freed[0], [][]RemovalRule{d.rules}
	for _, x := range g.holders.ThreadGroups(g.last.Heap(), 1) {
		if x.Place == d.suspect.Base {
			d.threads = x.Numbers
		}
	}
	d.references = []findings.Reference{{Text: "the " + findings.ThreadsOf(findings.ThreadName(d.suspect.Root)), To: "java.lang.Thread",
		Objects: d.freed.Objects, Bytes: d.freed.Bytes, Recommended: true}}
	return nil
}
