package collect

import (
	"slices"
	"strings"
)

// ownClasses is the name prefix of classes that record the program from inside. Objects reachable only from their instances do not belong
// to the program.
const ownClasses = "memcity/usage/"

// isOwn reports whether an object is an instance of a recording class or its class object.
func (c *collector) isOwn(s uint32) bool {
	if number, ok := c.names.bySlot[s]; ok {
		return isOwnClass(c.names.classes[number])
	}
	o := c.find(s)
	return o != nil && o.class != 0 && isOwnClass(c.names.class(o.class-1))
}

func isOwnClass(k *class) bool {
	return k != nil && strings.HasPrefix(strings.TrimPrefix(innermost(k.signature), "L"), ownClasses)
}

// leaveOwnOut removes the objects of recording classes from a walk, and all objects reachable only through them. It returns the number of
// removed objects. The cost is linear in the references.
func (c *collector) leaveOwnOut(w *walk) (left int64) {
	if !slices.ContainsFunc(c.names.classes, isOwnClass) {
		return 0
	}
	slots := len(c.slots) << slotPage
	first, next := make([]int32, slots), make([]int32, len(w.runs)) // runs of each object as linked lists, +1
	for i, r := range w.runs {
		if int(r.from) < slots {
			next[i], first[r.from] = first[r.from], int32(i+1)
		}
	}
	reached, stack := make([]bool, slots), []uint32(nil)
	reach := func(s uint32) {
		if int(s) < slots && !reached[s] && !c.isOwn(s) {
			reached[s] = true
			stack = append(stack, s)
		}
	}
	for i := range w.roots {
		reach(w.roots[i].slot)
	}
	for _, s := range w.seen { // not all references to classes are reported
		if _, is := c.names.bySlot[s]; is {
			reach(s)
		}
	}
	for len(stack) > 0 {
		from := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := first[from]; i != 0; i = next[i-1] {
			for _, to := range w.to[w.runs[i-1].start:w.end(int(i-1))] {
				reach(to)
			}
		}
	}
	before := len(w.seen)
	w.seen = slices.DeleteFunc(w.seen, func(s uint32) bool { return !reached[s] })
	return int64(before - len(w.seen))
}
