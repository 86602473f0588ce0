package structure

import (
	"context"
	"fmt"

	"memcity/trace"
	"memcity/words"
)

// Turnover describes how the contents of a data structure changed over several GC points. Contents are its leaves and the heads of data
// structures that it contains directly. Objects that were added and removed between two adjacent points do not count.
type Turnover struct {
	Points  int   `json:"points"` // number of points at which it existed, at least 1
	First   int64 `json:"first"`  // number of contents at the first point
	Last    int64 `json:"last"`   // and at the last
	Added   int64 `json:"added"`  // sum over all points of those added since the previous one
	Removed int64 `json:"removed"`
	Freed   int64 `json:"freed"` // of the removed ones, those that were freed until the next point
	Kept    int64 `json:"kept"`  // contents of the first point that were there at all others
	// Indistinct is the number of contents that are not told apart from as many at the next point, summed. They stayed, or equal objects
	// replaced them.
	Indistinct int64 `json:"not_told_apart,omitempty"`
	// Replaced is the mean share of the contents that others replace from one point to the next, 0 to 1.
	Replaced float64 `json:"replaced"`
	// Age is the mean age of the contents of the last point, in points, from 0 to Points-1.
	Age float64 `json:"age"`
}

// Live is the minimum share of contents replaced between adjacent points for a data structure that is in use.
const Live = 0.25

// IsLive reports whether contents come and go, as in a cache or queue that is in use.
func (t *Turnover) IsLive() bool { return t.Replaced >= Live }

// Text returns a sentence on how the contents changed, and one with their mean age if there is more than one point.
func (t *Turnover) Text() string { return t.TextOf("object", "objects") }

// TextOf is [Turnover.Text] with a noun for the contents, in the singular and in the plural.
func (t *Turnover) TextOf(one, many string) string {
	text := t.changes(func(n int64) string {
		if n == 1 {
			return "1 " + one + " was"
		}
		return words.Count(n) + " " + many + " were"
	})
	if t.Points > 1 && t.Last > 0 && t.Indistinct == 0 {
		text += fmt.Sprintf(" Mean age of its contents: %.1f GC points.", t.Age)
	}
	return text
}

// changes returns the changes as sentences. were returns a number of contents with the verb.
func (t *Turnover) changes(were func(n int64) string) string {
	over := fmt.Sprintf("Over %s ", words.Counted(int64(t.Points), "GC point"))
	switch {
	case t.First+t.Added == 0:
		return over + "it was empty."
	case t.Indistinct > 0 && t.Added+t.Removed == 0:
		return over + fmt.Sprintf("%s either kept or replaced by similar objects.", were(t.Indistinct))
	case t.Indistinct > 0:
		return over + fmt.Sprintf("at least %s added to it and %s removed. %s either kept or replaced by similar objects.",
			were(t.Added), words.Count(t.Removed), were(t.Indistinct))
	case t.Added+t.Removed == 0:
		return over + "nothing was added to it or removed from it."
	case t.Removed == 0:
		return over + fmt.Sprintf("%s added to it and none was removed.", were(t.Added))
	case t.IsLive():
		return over + fmt.Sprintf("%s added to it and %s removed. %s of its contents are replaced between GC points, like in an active cache or queue.",
			were(t.Added), words.Count(t.Removed), words.PercentOf(t.Replaced))
	}
	text := over + fmt.Sprintf("%s added to it and %s removed", were(t.Added), words.Count(t.Removed))
	if t.First > 0 {
		text += fmt.Sprintf("; %s of the %s at the first point were kept the whole time", words.Count(t.Kept), words.Count(t.First))
	}
	return text + "."
}

// A Follower follows the contents of data structures from one GC point to the next. It takes 8 bytes per object in them.
type Follower struct {
	followed []followed
	place    []uint32 // by object of the later point: 1-based index in the contents of the current data structure
}

type followed struct {
	head     trace.ObjectID // at the last point at which it existed
	gone     bool
	contents []trace.ObjectID
	ages     []uint32 // by index in contents, in points
	replaced float64  // sum of the shares
	Turnover
}

// NewFollower starts with data structures of the first GC point, given by their heads.
func NewFollower(d *Detection, heads []trace.ObjectID) *Follower {
	f := &Follower{followed: make([]followed, len(heads))}
	for i, head := range heads {
		id := d.Of(head)
		contents := d.contents(id)
		f.followed[i] = followed{head: d.Heads[id], contents: contents, ages: make([]uint32, len(contents)),
			Turnover: Turnover{Points: 1, First: int64(len(contents)), Last: int64(len(contents))}}
	}
	return f
}

// Step goes on to the next GC point. Follow returns the later object for an earlier one, or [trace.NoObject] if it died or is not told
// apart; class returns the class of an object of either point that is not told apart. What is no longer there, or no longer a data
// structure, stays as it was. An error is ctx's.
func (f *Follower) Step(ctx context.Context, after *Detection, follow func(trace.ObjectID) trace.ObjectID, class ClassOf) error {
	f.place = make([]uint32, after.Heap.Len())
	for i := range f.followed {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.step(&f.followed[i], after, follow, class)
	}
	return nil
}

func (f *Follower) step(s *followed, after *Detection, follow func(trace.ObjectID) trace.ObjectID, class ClassOf) {
	id := None
	if !s.gone {
		if head := follow(s.head); head != trace.NoObject {
			id = after.Of(head)
		}
	}
	if id == None {
		s.gone = true
		return
	}
	contents := after.contents(id)
	for i, o := range contents {
		f.place[o] = uint32(i) + 1
	}
	ages := make([]uint32, len(contents))
	var removed, stayed, indistinct int64
	unclear := map[uint32]int64{} // removed objects, by class
	for i, o := range s.contents {
		later := follow(o)
		switch {
		case later == trace.NoObject:
			if c, ok := class.of(o, false); ok {
				unclear[c]++
			} else {
				s.Freed++
			}
			removed++
		case f.place[later] == 0:
			removed++
		default:
			stayed++
			ages[f.place[later]-1] = s.ages[i] + 1
		}
	}
	for _, o := range contents {
		f.place[o] = 0
		if c, ok := class.of(o, true); ok && unclear[c] > 0 {
			unclear[c]--
			indistinct++
		}
	}
	removed -= indistinct
	added := int64(len(contents)) - stayed - indistinct
	s.Indistinct += indistinct
	if len(s.contents) > 0 {
		s.replaced += float64(min(added, removed)) / float64(len(s.contents))
	}
	s.Points++
	s.Added += added
	s.Removed += removed
	s.Last = int64(len(contents))
	s.head, s.contents, s.ages = after.Heads[id], contents, ages
}

// Turnovers returns the turnover of each data structure, in the order given to [NewFollower].
func (f *Follower) Turnovers() []Turnover {
	all := make([]Turnover, len(f.followed))
	for i := range f.followed {
		s := &f.followed[i]
		t, steps := s.Turnover, s.Points-1
		var sum int64
		for _, age := range s.ages {
			sum += int64(age)
			if int(age) == steps {
				t.Kept++
			}
		}
		if len(s.ages) > 0 {
			t.Age = float64(sum) / float64(len(s.ages))
		}
		if steps > 0 {
			t.Replaced = s.replaced / float64(steps)
		}
		all[i] = t
	}
	return all
}
