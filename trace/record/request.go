package record

import (
	"errors"
	"fmt"
	"time"
)

// requests are those for GC points of one file, numbered from 1 in their order. Those that come while one waits are dealt with together.
type requests struct {
	newest int   // that was made
	sent   []int // the newest that each request to the agent stands for, oldest first; of those not dealt with yet
	done   int   // up to which all were dealt with
	kept   int   // up to which all have a point
	reason string
}

// send notes that all requests up to now are on their way.
func (q *requests) send() { q.sent = append(q.sent, q.newest) }

// answer notes that the oldest n that are on their way were dealt with, and why there is no point; empty if there is one.
func (q *requests) answer(n int, reason string) {
	n = min(n, len(q.sent))
	if n == 0 {
		return
	}
	q.done = q.sent[n-1]
	q.sent = q.sent[n:]
	if q.reason = reason; reason == "" {
		q.kept = q.done
	}
}

// Point requests a GC point now, in all files. It does not wait for it.
func (r *Recorder) Point() error {
	_, err := r.request()
	return err
}

// PointWithin requests a GC point now, in all files, and waits until they have it, for as long as the limit. An error says that there is
// none, or none yet: the request holds after the limit too.
func (r *Recorder) PointWithin(limit time.Duration) error {
	numbers, err := r.request()
	if err != nil {
		return err
	}
	over := time.NewTimer(limit)
	defer over.Stop()
	for {
		waiting, news, err := r.served(numbers)
		if !waiting {
			return err
		}
		select {
		case <-news:
		case <-over.C:
			return fmt.Errorf("the GC point was requested, but not taken within %v", limit)
		}
	}
}

// request returns the number of the request in each file that is being written.
func (r *Recorder) request() (map[*track]int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	numbers := map[*track]int{}
	for i, t := range r.all {
		if r.status.Files[i].Ended {
			continue
		}
		t.asked.newest++
		numbers[t] = t.asked.newest
		select {
		case t.point <- struct{}{}:
		default: // one waits to be sent already
		}
	}
	if len(numbers) == 0 {
		return nil, errors.New("no program is being recorded at the moment")
	}
	return numbers, nil
}

// served reports whether requests wait still, and what is closed when that may have changed; else which of them have no point, and why.
func (r *Recorder) served(numbers map[*track]int) (waiting bool, news <-chan struct{}, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, t := range r.all {
		number, f := numbers[t], &r.status.Files[i]
		switch {
		case number <= t.asked.kept:
		case number <= t.asked.done:
			err = errors.Join(err, fmt.Errorf("%s: there is no GC point: %s", f.Path, t.asked.reason))
		case f.Ended:
			err = errors.Join(err, fmt.Errorf("%s: the recording ended before the GC point", f.Path))
		default:
			waiting = true
		}
	}
	return waiting, r.news, err
}

// wake makes those look again who wait for points; under the lock.
func (r *Recorder) wake() {
	close(r.news)
	r.news = make(chan struct{})
}

// sending notes that the requests up to now are on their way.
func (t *track) sending() {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.asked.send()
}

// answered notes that the oldest n requests on their way were dealt with, and why there is no point; empty if there is one.
func (t *track) answered(n int, reason string) {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.asked.answer(n, reason)
	t.r.wake()
}
