package graph

// trails contains the label sequences from GC roots to objects, as a trie. Number 0 is the empty trail. Distinct trails are few unless the
// heap contains long lists.
type trails struct {
	parents, labels []int32 // by number; parents have lower numbers than their children
	children        map[[2]int32]int32
	last            []int32 // by number: most recent child, which is mostly used again; 0 for none
}

func newTrails() *trails {
	return &trails{parents: []int32{-1}, labels: []int32{-1}, children: map[[2]int32]int32{}, last: []int32{0}}
}

// child returns the trail that extends parent by a label, and adds it if it is new.
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

// follow walks from the ends of weighted trails toward their start, all in step. Each step keeps the trails whose label has the highest
// weight. Ties go to the label of the first trail. It stops when trails with at least half of the remaining weight are at their start. It
// returns the labels and, by trail, how many of its labels were followed. The trails must be distinct. follow overwrites the slice.
//
// A list of n elements has trails of all lengths up to n, so walking label by label would cost n². If trails with more than half of the
// weight share several labels, the outcome of these steps is certain, and follow takes them in one jump. After a jump, the trails that
// share the next label have at most half of the weight. Jumps are therefore few, and the cost is that of sorting.
func (t *trails) follow(now []traveler) (labels, passed []int32) {
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

// traveler is a trail that is being walked toward its start.
type traveler struct {
	trail  int32
	next   int32 // number in lines of the next trail
	weight int64
}
