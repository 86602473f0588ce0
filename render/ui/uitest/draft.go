package uitest

import (
	"fmt"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/drafts"
	"memcity/render/ui/model"
)

// DraftModel shows the grouping window with a draft chain and its groups.
func DraftModel() model.Model {
	m := Sample()
	m.ChainOpen = true
	by := m.State.Settings.Grouping()
	by.SizeKind = trees.Shallow
	m.State = state.Step(m.State, state.SetDraft{To: by})
	q := drafts.Query{Heap: trees.HeapState{By: by}}
	r := &drafts.Report{Query: q, Total: 1479, Sized: true}
	for i := range int64(30) {
		r.Groups = append(r.Groups, drafts.Group{Name: fmt.Sprintf("java.util.concurrent.group%d", i), Level: int(i % 3 / 2),
			Shallow: trees.Amount{Objects: 90 - i, Bytes: 4000 - 100*i}, Retained: trees.Amount{Objects: 900 - i, Bytes: 9_000_000 - 200_000*i}})
	}
	m.Results = drafts.Kind.With(m.Results, q, r)
	return m
}
