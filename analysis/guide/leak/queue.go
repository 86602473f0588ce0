package leak

import (
	"slices"

	"memcity/trace"
)

// queue is objects in the order in which they were added. What was taken takes no memory any more.
type queue struct {
	chunks [][]trace.ObjectID
	taken  int // of the first chunk
	count  int
}

const queueChunk = 1 << 14

func (q *queue) add(o trace.ObjectID) {
	if n := len(q.chunks); n == 0 || len(q.chunks[n-1]) == queueChunk {
		q.chunks = append(q.chunks, make([]trace.ObjectID, 0, queueChunk))
	}
	last := &q.chunks[len(q.chunks)-1]
	*last = append(*last, o)
	q.count++
}

// all returns what was added and not taken.
func (q *queue) all() []trace.ObjectID {
	return slices.Concat(q.chunks...)[q.taken:]
}

// next returns up to n of those that will be taken next.
func (q *queue) next(n int) []trace.ObjectID {
	if len(q.chunks) == 0 {
		return nil
	}
	first := q.chunks[0][q.taken:]
	return first[:min(n, len(first))]
}

// take takes the first of some objects.
func (q *queue) take() trace.ObjectID {
	o := q.chunks[0][q.taken]
	q.count--
	if q.taken++; q.taken == queueChunk {
		q.chunks[0] = nil // or the array of chunks keeps it
		q.chunks, q.taken = q.chunks[1:], 0
	}
	return o
}
