package structure_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// world is a heap state whose objects keep their numbers: lists by their negative index, and their contents.
type world struct {
	detection *structure.Detection
	number    map[trace.ObjectID]int
	object    map[int]trace.ObjectID
}

// newWorld creates lists with contents by number; a nil list is missing. Every third object of a list is itself a list.
func newWorld(t *testing.T, r *rand.Rand, l *structure.Library, alive []int, lists [][]int) world {
	t.Helper()
	b := tracetest.NewHeap()
	list, array := b.Type("List", 24, "elements"), b.ArrayType("Object[]")
	data := b.Type("Data", 16)
	w := world{number: map[trace.ObjectID]int{}, object: map[int]trace.ObjectID{}}
	add := func(n int, o trace.ObjectID) { w.number[o], w.object[n] = n, o }
	root := b.Array(array, len(lists)+len(alive))
	b.Root(root, trace.RootStaticField, "app.Main.all")
	for i, at := range r.Perm(len(alive)) {
		n := alive[at]
		if n%3 == 0 {
			add(n, b.Object(list))
		} else {
			add(n, b.Object(data))
		}
		b.Element(root, len(lists)+i, w.object[n])
	}
	for _, i := range r.Perm(len(lists)) {
		if lists[i] == nil {
			continue
		}
		head, elements := b.Object(list), b.Array(array, 100)
		add(-1-i, head)
		b.Refer(head, "elements", elements)
		b.Element(root, i, head)
		for j, n := range lists[i] {
			b.Element(elements, j, w.object[n])
		}
	}
	d, err := structure.Detect(t.Context(), b.Heap(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.detection = d
	return w
}

func (w world) follow(to world) func(trace.ObjectID) trace.ObjectID {
	return func(o trace.ObjectID) trace.ObjectID {
		if n, ok := w.number[o]; ok {
			if later, ok := to.object[n]; ok {
				return later
			}
		}
		return trace.NoObject
	}
}

// story has the contents of some lists at several points, and the objects that are alive there.
type story struct {
	lists [][][]int // by point and list; nil once it is gone
	alive [][]int
}

func randomStory(r *rand.Rand) story {
	points, count := 1+r.IntN(6), 1+r.IntN(4)
	s := story{}
	var lists [][]int
	for range count {
		lists = append(lists, []int{})
	}
	next := 0
	dead := map[int]bool{}
	for range points {
		for i := range lists {
			if lists[i] == nil {
				continue
			}
			lists[i] = slices.DeleteFunc(slices.Clone(lists[i]), func(int) bool { return r.IntN(4) == 0 })
			for range r.IntN(6) {
				lists[i] = append(lists[i], next)
				next++
			}
			if r.IntN(12) == 0 {
				lists[i] = nil
			}
		}
		var alive []int
		for n := range next {
			held := slices.ContainsFunc(lists, func(l []int) bool { return slices.Contains(l, n) })
			if !held && r.IntN(3) == 0 {
				dead[n] = true
			}
			if !dead[n] {
				alive = append(alive, n)
			}
		}
		s.lists, s.alive = append(s.lists, slices.Clone(lists)), append(s.alive, alive)
	}
	return s
}

// turnover is the definition, one list and one object at a time.
func (s *story) turnover(list int) structure.Turnover {
	var t structure.Turnover
	var sum float64
	since := map[int]int{}
	for at := range s.lists {
		now := s.lists[at][list]
		if now == nil {
			break
		}
		t.Points++
		t.Last = int64(len(now))
		added, removed := int64(0), int64(0)
		if at == 0 {
			t.First = t.Last
			for _, n := range now {
				since[n] = 0
			}
			continue
		}
		before := s.lists[at-1][list]
		for _, n := range now {
			if !slices.Contains(before, n) {
				added++
				since[n] = at
			}
		}
		for _, n := range before {
			if !slices.Contains(now, n) {
				removed++
				delete(since, n)
				if !slices.Contains(s.alive[at], n) {
					t.Freed++
				}
			}
		}
		t.Added += added
		t.Removed += removed
		if len(before) > 0 {
			sum += float64(min(added, removed)) / float64(len(before))
		}
	}
	for _, at := range since {
		t.Age += float64(t.Points-1-at) / float64(len(since))
		if at == 0 {
			t.Kept++
		}
	}
	if t.Points > 1 {
		t.Replaced = sum / float64(t.Points-1)
	}
	return t
}

// TestTurnover compares random stories with the definition.
func TestTurnover(t *testing.T) {
	l := library(t, "DS List { Object[]; }")
	var removed, freed, replaced, gone int
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := randomStory(r)
		world := newWorld(t, r, l, s.alive[0], s.lists[0])
		var heads []trace.ObjectID
		var lists []int
		for i, list := range s.lists[0] {
			if list != nil {
				heads, lists = append(heads, world.object[-1-i]), append(lists, i)
			}
		}
		f := structure.NewFollower(world.detection, heads)
		for at := 1; at < len(s.lists); at++ {
			next := newWorld(t, r, l, s.alive[at], s.lists[at])
			if err := f.Step(t.Context(), next.detection, world.follow(next), nil); err != nil {
				t.Fatal(err)
			}
			world = next
		}
		for i, got := range f.Turnovers() {
			want := s.turnover(lists[i])
			if math.Abs(got.Age-want.Age) > 1e-9 || math.Abs(got.Replaced-want.Replaced) > 1e-9 {
				t.Fatalf("seed %d, list %d: %+v, want %+v", seed, lists[i], got, want)
			}
			got.Age, got.Replaced = want.Age, want.Replaced
			if got != want {
				t.Fatalf("seed %d, list %d: %+v, want %+v", seed, lists[i], got, want)
			}
			removed += int(want.Removed)
			freed += int(want.Freed)
			if want.Replaced > 0 {
				replaced++
			}
			if want.Points < len(s.lists) {
				gone++
			}
		}
	}
	if removed <= freed || freed == 0 || replaced == 0 || gone == 0 {
		t.Errorf("the stories have %d removed, %d freed, %d replaced, %d gone", removed, freed, replaced, gone)
	}
}

func TestTurnoverIsCancelled(t *testing.T) {
	l := library(t, "DS List { Object[]; }")
	w := newWorld(t, rand.New(rand.NewPCG(1, 1)), l, []int{1}, [][]int{{1}})
	f := structure.NewFollower(w.detection, []trace.ObjectID{w.object[-1]})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Step(ctx, w.detection, w.follow(w), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
