package leak

// rows contains a list of values for each node, stored one after the other.
type rows[T any] struct {
	start  []uint32 // by node, with one more element at the end
	values []T
}

// newRows returns the values that fill adds, by node and in the order added. It calls fill twice: to count and to store.
func newRows[T any](nodes int, fill func(add func(node uint32, value T))) (r rows[T]) {
	r.start = make([]uint32, nodes+2) // start of the previous node's list while values are added
	fill(func(node uint32, _ T) { r.start[node+2]++ })
	for n := 1; n < len(r.start); n++ {
		r.start[n] += r.start[n-1]
	}
	r.values = make([]T, r.start[nodes+1])
	fill(func(node uint32, value T) {
		r.values[r.start[node+1]] = value
		r.start[node+1]++
	})
	return r
}

func (r *rows[T]) of(node uint32) []T {
	start, end := r.start[node], r.start[node+1]
	return r.values[start:end:end]
}
