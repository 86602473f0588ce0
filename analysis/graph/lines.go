package graph

import "math/bits"

// lines are trails in another order, in which most have what leads to them just before them, so that what is any number of steps before
// one is found at once (heavy paths; Sleator and Tarjan: A Data Structure for Dynamic Trees, 1983, section 4). Sequences of labels are
// compared by polynomial hashes: those of different sequences are the same once in more than 10¹¹ comparisons, even of 10⁷ labels.
type lines struct {
	number []int32 // by trail

	// By number:
	label  []int32
	depth  []int32 // how many labels there are from the beginning
	first  []int32 // of the line
	before []int32 // what leads to the first of the line; -1 for the beginning
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

// above returns what is some steps before, of which there must be as many.
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

// hashOf returns the hash of some labels from one on backwards, given a power of the base for as many.
func (l *lines) hashOf(at, steps int32, power uint64) uint64 {
	return plus(l.hash[at], hashPrime-times(l.hash[l.above(at, steps)], power))
}

// same returns how many labels from a on and from b on are the same, of up to some.
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

// jump returns the most steps over which more than half of the weight has the same labels, and one that has these. Sum is all weight.
func (l *lines) jump(now []traveller, sum int64) (steps, like int32) {
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

// most finds whether more than half of the weight has the same labels over some steps, and one that has these (Boyer and Moore: MJRTY,
// 1981).
func (l *lines) most(now []traveller, sum int64, steps int32) (like int32, ok bool) {
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

// heaviest returns one that has next the label of most weight, the first of several.
func (l *lines) heaviest(now []traveller) (like int32) {
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
