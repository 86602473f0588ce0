package leak

// rows has a list of values for each of some nodes, one after the other.
type rows[T any] struct {
	start  []uint32 // by node, and one more
	values []T
}

// newRows makes the rows of what fill adds, in its order. It is called twice: to count, and to write.
func newRows[T any](nodes int, fill func(add func(node uint32, value T))) (r rows[T]) {
	r.start = make([]uint32, nodes+2) // of the node before, while values are added
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
