package graph

import "math/bits"

// lines contains the trails in an order that makes it fast to find the ancestor any number of steps up (heavy paths; Sleator and Tarjan: A
// Data Structure for Dynamic Trees, 1983, section 4). A line is a heavy path, whose trails are adjacent. Label sequences are compared by
// polynomial hashes. The probability of a collision is below 10⁻¹¹ per comparison, even for 10⁷ labels.
type lines struct {
	number []int32 // number by trail

	// By number:
	label  []int32
	depth  []int32 // number of labels from the root
	first  []int32 // first trail of the line
	before []int32 // parent of the first trail of the line; -1 for none
	hash   []uint64
}

func (t *trails) lines() *lines {
	n := len(t.labels)
	size, heavy := make([]int32, n), make([]int32, n)
	for at := n - 1; at > 0; at-- {
		size[at]++
		up := t.parents[at]
		size[up] += size[at]
		if h := heavy[up]; h == 0 || size[at] > size[h] {
			heavy[up] = int32(at)
		}
	}
	l := &lines{number: size, label: make([]int32, n), depth: make([]int32, n), first: make([]int32, n), before: make([]int32, n),
		hash: make([]uint64, n)}
	next := int32(0)
	for at := range int32(n) {
		up := int32(-1)
		if at > 0 {
			if up = t.parents[at]; heavy[up] == at {
				continue
			}
			up = l.number[up]
		}
		first := next
		for before := up; ; before = next - 1 {
			l.number[at], l.label[next], l.first[next], l.before[next] = next, t.labels[at], first, up
			if before >= 0 {
				l.depth[next], l.hash[next] = l.depth[before]+1, plus(times(l.hash[before], hashBase), uint64(t.labels[at]+1))
			}
			next++
			if at = heavy[at]; at == 0 {
				break
			}
		}
	}
	return l
}

// above returns the ancestor the given number of steps up, which must exist.
func (l *lines) above(at, steps int32) int32 {
	for {
		first := l.first[at]
		if at-first >= steps {
			return at - steps
		}
		steps -= at - first + 1
		at = l.before[first]
	}
}

// hashOf returns the hash of the given number of labels, from at upward. power is the power of the base for that number.
func (l *lines) hashOf(at, steps int32, power uint64) uint64 {
	return plus(l.hash[at], hashPrime-times(l.hash[l.above(at, steps)], power))
}

// same returns the number of equal labels from a and from b upward, at most steps.
func (l *lines) same(a, b, steps int32) int32 {
	low, high := int32(0), min(steps, l.depth[a], l.depth[b])
	for try := high; low < high; try = low + (high-low+1)/2 {
		power := powerOf(try)
		if l.hashOf(a, try, power) == l.hashOf(b, try, power) {
			low = try
		} else {
			high = try - 1
		}
	}
	return low
}

// jump returns the largest number of steps for which more than half of the weight has the same labels, and a traveler with these labels.
// sum is the total weight.
func (l *lines) jump(now []traveler, sum int64) (steps, like int32) {
	low, high := int32(0), int32(1)
	for {
		next, ok := l.most(now, sum, high)
		if !ok {
			break
		}
		low, high, like = high, high*2, next
	}
	for high-low > 1 {
		try := low + (high-low)/2
		if next, ok := l.most(now, sum, try); ok {
			low, like = try, next
		} else {
			high = try
		}
	}
	return low, like
}

// most reports whether more than half of the weight has the same labels over the given number of steps, and returns a traveler with these
// labels (Boyer and Moore: MJRTY, 1981).
func (l *lines) most(now []traveler, sum int64, steps int32) (like int32, ok bool) {
	power := powerOf(steps)
	var hash uint64
	var ahead, has int64
	for _, w := range now {
		if l.depth[w.next] < steps {
			continue
		}
		switch h := l.hashOf(w.next, steps, power); {
		case ahead > 0 && h == hash:
			ahead += w.weight
		case ahead >= w.weight:
			ahead -= w.weight
		default:
			ahead, hash, like = w.weight-ahead, h, w.next
		}
	}
	for _, w := range now {
		if l.depth[w.next] >= steps && l.hashOf(w.next, steps, power) == hash {
			has += w.weight
		}
	}
	return like, has*2 > sum
}

// heaviest returns a traveler whose next label has the highest weight, the first one if there are ties.
func (l *lines) heaviest(now []traveler) (like int32) {
	weight := map[int32]int64{}
	for _, w := range now {
		if l.depth[w.next] > 0 {
			weight[l.label[w.next]] += w.weight
		}
	}
	most := int64(0)
	for _, w := range now {
		if l.depth[w.next] > 0 && weight[l.label[w.next]] > most {
			most, like = weight[l.label[w.next]], w.next
		}
	}
	return like
}

// Hashes are modulo a Mersenne prime.
const (
	hashPrime = 1<<61 - 1
	hashBase  = 0x0b5ad4eceda1ce2a
)

func plus(a, b uint64) uint64 {
	sum := a + b
	if sum >= hashPrime {
		sum -= hashPrime
	}
	return sum
}

func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return plus(low&hashPrime, high<<3|low>>61)
}

func powerOf(n int32) uint64 {
	power := uint64(1)
	for square := uint64(hashBase); n > 0; n >>= 1 {
		if n&1 != 0 {
			power = times(power, square)
		}
		square = times(square, square)
	}
	return power
}
