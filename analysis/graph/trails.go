package graph

// trails are the sequences of labels from the GC roots to objects, as a trie: one that leads to another is its parent, and the empty
// one, number 0, leads to all. Few are different where the heap has no long lists.
type trails struct {
	parents, labels []int32 // by number; a parent has a lower number than its children
	children        map[[2]int32]int32
	last            []int32 // by number: the child found last, which most have in a row; 0 for none
}

func newTrails() *trails {
	return &trails{parents: []int32{-1}, labels: []int32{-1}, children: map[[2]int32]int32{}, last: []int32{0}}
}

// child returns the trail that goes on with a label.
func (t *trails) child(parent, label int32) int32 {
	if at := t.last[parent]; at > 0 && t.labels[at] == label {
		return at
	}
	key := [2]int32{parent, label}
	at, ok := t.children[key]
	if !ok {
		at = int32(len(t.labels))
		t.parents, t.labels, t.last = append(t.parents, parent), append(t.labels, label), append(t.last, 0)
		t.children[key] = at
	}
	t.last[parent] = at
	return at
}

// follow goes from the ends of trails, each of which has a weight, towards their beginnings, all of them in step, and keeps at each
// step those whose label is the one of most weight, or of several that of the first trail. It ends where at least half of the weight
// that is left has come to the beginning. It returns the labels, and by trail how many of its labels were passed. The trails must be
// different; their list is used up.
//
// A list of n elements has trails of all lengths up to n, so that going label by label costs n². Steps over which more than half of the
// weight has the same labels have one outcome, whatever the others do: as many of these as there are are made at once. What has the
// same label as the most after them is half of the weight at most, so that there are few such jumps: the cost is that of sorting.
func (t *trails) follow(now []traveller) (labels, passed []int32) {
	l := t.lines()
	passed = make([]int32, len(t.labels))
	for i := range now {
		now[i].next = l.number[now[i].trail]
	}
	for {
		held, sum := int64(0), int64(0)
		for _, w := range now {
			sum += w.weight
			if l.depth[w.next] == 0 {
				held += w.weight
			}
		}
		if held*2 >= sum {
			break
		}
		steps, like := l.jump(now, sum)
		if steps == 0 {
			steps, like = 1, l.heaviest(now)
		}
		kept := now[:0]
		for _, w := range now {
			if same := l.same(w.next, like, steps); same < steps {
				passed[w.trail] = int32(len(labels)) + same
				continue
			}
			w.next = l.above(w.next, steps)
			kept = append(kept, w)
		}
		for i := range steps {
			labels = append(labels, l.label[l.above(like, i)])
		}
		now = kept
	}
	for _, w := range now {
		passed[w.trail] = int32(len(labels))
	}
	return labels, passed
}

// traveller is a trail on the way to its beginning.
type traveller struct {
	trail  int32
	next   int32 // the line number of what is to be passed next
	weight int64
}
