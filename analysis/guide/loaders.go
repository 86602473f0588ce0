package guide

import (
	"context"
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/words"
)

// loaders reports class loaders that have loaded a class of one name again and again, with all that keeps them alive.
func (g *guided) loaders(ctx context.Context, references *closure.Graph) error {
	held := bitset.New(uint(len(g.places))) // without what only soft references keep alive
	for o, p := range g.places {
		held.SetTo(uint(o), p != leak.NoPlace)
	}
	for _, x := range leak.FindLoadedAgain(g.last.Heap(), held, loadedTimes) {
		d := g.pile(g.holders.PileOf(g.places, x.Loaders), x.Loaders, x.Type)
		if err := g.chooseHolders(ctx, references, d); err != nil {
			return err
		}
		if d.suspect.Entry != leak.NoPlace {
			if err := g.threadLocal(ctx, references, d); err != nil {
				return err
			}
		}
		whole, err := references.FreedBy(ctx, []closure.Removal{{Objects: x.Loaders}}, graph.WeakAndSoft(g.last.Heap()))
		if err != nil {
			return err
		}
		g.know(whole)
		if err := g.freeAlongPath(ctx, references, d); err != nil {
			return err
		}
		g.add(g.loaderFinding(d, &x), d.how...)
	}
	return nil
}

func (g *guided) loaderFinding(d *detail, x *leak.LoadedAgain) findings.Finding {
	n := int64(len(x.Loaders))
	part := float64(d.freed.Bytes) / float64(max(1, g.Bytes()))
	byLoader := findings.Highlight{View: findings.HeapView, By: []string{"loader", "type"}, At: g.point + 1}
	f := findings.Finding{Rule: findings.RuleLoader, Confidence: min(0.9, 0.5+part/2), Pile: g.pileOf(d), References: d.references, Highlight: byLoader,
		Title: fmt.Sprintf("Class loaders: %s %s are alive that have all loaded %s, held %s", words.Count(n), words.TypeName(x.Type), x.Class, loaderHolderText(d)),
		Numbers: []findings.FindingNumber{{Name: "class loaders", Value: float64(n), Unit: "objects"}, {Name: "classes", Value: float64(x.Classes), Unit: "objects"},
			{Name: "freed by clearing the references", Value: float64(d.freed.Bytes), Unit: "bytes"}, {Name: "heap", Value: float64(g.Bytes()), Unit: "bytes"}},
		Explain: []string{"A class loader keeps all its classes and their static fields alive. If an application was deployed again, something outside still refers to what its older class loaders have loaded."},
		Doubts:  []string{"Plug-ins that each bring a class of this name look the same. One of the class loaders may be in use."}}
	if text := d.heldText("class loader"); text != "" {
		f.Explain = append(f.Explain, text)
	}
	f.Explain = append(f.Explain, g.pathText(d))
	f.Explain = append(f.Explain, g.referenceLines(d)...)
	f.Next = append([]findings.Step{{Text: "See the objects by class loader", Show: byLoader,
		Command: []string{"tree", findings.Path, "--by", "loader,type", "--at", fmt.Sprint(g.point + 1), "--top", "5"}}}, g.standingSteps(x.Type)...)
	return f
}
