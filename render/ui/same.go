package ui

import "reflect"

// sameShown reports whether two shown models look the same. Plans and answers are immutable and too large to be compared
// in full, so others count as different.
func sameShown(a, b *shown) bool {
	x, y := &a.model.Answers, &b.model.Answers
	return a.size == b.size && a.scale == b.scale && a.model.Plan == b.model.Plan && x.Sizes == y.Sizes && x.Group == y.Group &&
		x.Object == y.Object && x.Graph == y.Graph &&
		x.Overview == y.Overview && x.Trends == y.Trends && x.Diff == y.Diff && x.Structures == y.Structures && x.Held == y.Held && x.Churn == y.Churn && reflect.DeepEqual(a.model, b.model)
}
