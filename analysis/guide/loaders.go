package guide

import (
	"context"
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/words"
)

// findLoaders finds class loaders that have loaded the same class, and what they retain.
func (g *guided) findLoaders(ctx context.Context) error {
	held := bitset.New(uint(len(g.places))) // without objects that only soft references keep alive
	for o, p := range g.places {
		held.SetTo(uint(o), p != leak.NoPlace)
	}
	references, err := g.last.Subject().ReferenceGraph(ctx)
	if err != nil {
		return err
	}
	for _, x := range leak.FindLoadedAgain(g.last.Heap(), held, loadedTimes) {
		retained, err := references.FreedBy(ctx, []closure.Removal{{Objects: leak.OfLoaders(g.last.Heap(), x.Loaders)}}, g.weak)
		if err != nil {
			return err
		}
		g.loaded = append(g.loaded, loadedAgain{x, retained})
	}
	return nil
}

// loadedAgain is a set of class loaders with everything that they, their classes and the objects of these retain, including themselves.
type loadedAgain struct {
	leak.LoadedAgain
	retained *bitset.BitSet
}

// Limits of the share of class loaders in a pile.
const (
	tooManyLoaders = 500 // least number of loaders that are reported even if they hold little
	loadersFreed   = 0.8 // least share of the loaders that clearing the pile's holders frees
	loadersPart    = 0.5 // least share of the freed objects that the loaders retain
)

// nameLoaders names a pile after class loaders if they retain most of what clearing the holders of d frees.
func (g *guided) nameLoaders(d *detail) {
	for i := range g.loaded {
		x := &g.loaded[i]
		freed := 0
		for _, o := range x.Loaders {
			if d.gone.Test(uint(o)) {
				freed++
			}
		}
		if float64(freed) >= loadersFreed*float64(len(x.Loaders)) &&
			float64(x.retained.IntersectionCardinality(d.gone)) >= loadersPart*float64(d.gone.Count()) {
			g.pileUpLoaders(d, x)
			return
		}
	}
}

// pileUpLoaders names a pile after class loaders, unless their type belongs to the runtime and the pile's type to the program.
func (g *guided) pileUpLoaders(d *detail, x *loadedAgain) {
	if d.loaders = x; leak.OfRuntime(x.Type) && g.domain().Owns(d.kind) { // the loaded objects say more than the loader
		return
	}
	d.kind, d.top = leak.Alike(x.Type), leak.Top{}
	d.counted = g.holders.PlacesOf(g.places, x.Loaders)
	d.objects = g.countsOf(d.counted)
	d.look(g, x.Loaders)
	if pile := &d.suspect.Parts[0]; len(pile.Tops) > 0 {
		d.leadOver(g, pile)
	}
}

// loaders reports class loaders that are not yet part of a finding, with all their holders.
func (g *guided) loaders(ctx context.Context, references *closure.Graph) error {
	for i := range g.loaded {
		x := &g.loaded[i]
		if g.known != nil && 2*g.known.IntersectionCardinality(x.retained) >= x.retained.Count() {
			continue
		}
		d := g.pile(g.holders.PileOf(g.places, x.Loaders), x.Loaders, x.Type)
		if err := g.chooseHolders(ctx, references, d); err != nil {
			return err
		}
		if d.suspect.Entry != leak.NoPlace {
			if err := g.threadLocal(ctx, references, d); err != nil {
				return err
			}
		}
		g.pileUpLoaders(d, x)
		g.know(x.retained)
		g.know(d.gone)
		if err := g.freeAlongPath(ctx, references, d); err != nil {
			return err
		}
		if f := g.loaderFinding(d, &x.LoadedAgain); float64(d.freed.Bytes) >= listedShare*float64(g.Bytes()) || len(x.Loaders) >= tooManyLoaders {
			g.add(f, d.how...)
		} else {
			g.quiet(f.Title + ". They hold little memory.")
		}
	}
	return nil
}

const whatLoadersKeep = "A class loader keeps all its classes and their static fields alive. If an application was redeployed, something outside it still references classes or objects of its old class loaders."

func (g *guided) loaderFinding(d *detail, x *leak.LoadedAgain) findings.Finding {
	n := int64(len(x.Loaders))
	part := float64(d.freed.Bytes) / float64(max(1, g.Bytes()))
	byLoader := findings.Highlight{View: findings.HeapView, By: []string{"loader", "type"}, At: g.point + 1}
	f := findings.Finding{Rule: findings.RuleLoader, Confidence: min(0.9, 0.5+part/2), Pile: g.pileOf(d), References: d.references,
		Highlight: byLoader,
		Title: fmt.Sprintf("Class loaders: %s %s are alive and have each loaded %s, held %s", words.Count(n), words.TypeName(x.Type), x.Class,
			loaderHolderText(d)),
		Numbers: []findings.FindingNumber{{Name: "class loaders", Value: float64(n), Unit: "objects"},
			{Name: "classes", Value: float64(x.Classes), Unit: "objects"},
			{Name: "freed by clearing the references", Value: float64(d.freed.Bytes), Unit: "bytes"},
			{Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Explain: []string{whatLoadersKeep},
		Doubts:  []string{"Plug-ins that each contain a class with this name look the same. One of the class loaders may still be in use."}}
	if text := d.heldText("class loader"); text != "" {
		f.Explain = append(f.Explain, text)
	}
	if text := g.otherPaths(d); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, g.referenceLines(d)...)
	f.Next = append([]findings.Step{{Text: "See the objects by class loader", Show: byLoader,
		Command: []string{"tree", findings.Path, "--by", "loader,type", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}},
		g.standingSteps(x.Type)...)
	return f
}
