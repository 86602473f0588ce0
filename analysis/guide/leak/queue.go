package leak

import (
	"slices"

	"memcity/trace"
)

// queue is a first-in, first-out list of objects. It releases the memory of taken objects.
type queue struct {
	chunks [][]trace.ObjectID
	taken  int // number of taken objects of the first chunk
	count  int
}

// Chunks have firstChunk objects at first, as most queues are short, and twice as many as the last chunk afterwards, up to queueChunk.
const (
	firstChunk = 1 << 6
	queueChunk = 1 << 14
)

func (q *queue) add(o trace.ObjectID) {
	if n := len(q.chunks); n == 0 {
		q.chunks = append(q.chunks, make([]trace.ObjectID, 0, firstChunk))
	} else if size := cap(q.chunks[n-1]); len(q.chunks[n-1]) == size {
		q.chunks = append(q.chunks, make([]trace.ObjectID, 0, min(2*size, queueChunk)))
	}
	last := &q.chunks[len(q.chunks)-1]
	*last = append(*last, o)
	q.count++
}

// all returns the queued objects.
func (q *queue) all() []trace.ObjectID {
	return slices.Concat(q.chunks...)[q.taken:]
}

// next returns up to n of the objects that take returns next.
func (q *queue) next(n int) []trace.ObjectID {
	if len(q.chunks) == 0 {
		return nil
	}
	first := q.chunks[0][q.taken:]
	return first[:min(n, len(first))]
}

// take removes and returns the first object. The queue must not be empty.
func (q *queue) take() trace.ObjectID {
	o := q.chunks[0][q.taken]
	q.count--
	if q.taken++; q.taken == cap(q.chunks[0]) {
		q.chunks[0] = nil // otherwise the array of chunks keeps it alive
		q.chunks, q.taken = q.chunks[1:], 0
	}
	return o
}
