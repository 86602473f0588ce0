package record

import (
	"errors"
	"fmt"
	"time"
)

// requests contains the requests for GC points of one file, numbered from 1 in their order. Requests that arrive while another waits are
// combined.
type requests struct {
	newest int   // number of the newest request
	sent   []int // for each pending request to the agent, the newest request that it covers; oldest first
	done   int   // number up to which all requests are completed
	kept   int   // number up to which all requests have a point
	reason string
}

// send marks all requests so far as sent.
func (q *requests) send() { q.sent = append(q.sent, q.newest) }

// answer marks the oldest n sent requests as completed. reason is why there is no point; empty if there is one.
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

// Point requests a GC point in all files. It does not wait for the point.
func (r *Recorder) Point() error {
	_, err := r.request()
	return err
}

// PointWithin requests a GC point in all files and waits for it up to the given limit. An error reports that there is no point, or none
// yet: the request stays valid after the limit.
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
			return fmt.Errorf("the requested GC point was not taken within %v", limit)
		}
	}
}

// request requests a point in each file that is being written, and returns the request's number in each.
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
		default: // another request already waits to be sent
		}
	}
	if len(numbers) == 0 {
		return nil, errors.New("no program is being recorded")
	}
	return numbers, nil
}

// served reports whether any of the requests is still waiting, and returns a channel that is closed when that may change. Otherwise err
// reports the requests without a point, and why.
func (r *Recorder) served(numbers map[*track]int) (waiting bool, news <-chan struct{}, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, t := range r.all {
		number, f := numbers[t], &r.status.Files[i]
		switch {
		case number <= t.asked.kept:
		case number <= t.asked.done:
			err = errors.Join(err, fmt.Errorf("%s: no GC point was taken: %s", f.Path, t.asked.reason))
		case f.Ended:
			err = errors.Join(err, fmt.Errorf("%s: the recording ended before the GC point", f.Path))
		default:
			waiting = true
		}
	}
	return waiting, r.news, err
}

// wake makes goroutines that wait for points check again. The caller holds mu.
func (r *Recorder) wake() {
	close(r.news)
	r.news = make(chan struct{})
}

// sending marks all requests so far as sent.
func (t *track) sending() {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.asked.send()
}

// answered marks the oldest n sent requests as completed. reason is why there is no point; empty if there is one.
func (t *track) answered(n int, reason string) {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.asked.answer(n, reason)
	t.r.wake()
}

// replied completes the oldest sent request. err is why there is no point; nil if there is one.
func (t *track) replied(err error) {
	reason := ""
	if err != nil {
		reason = err.Error()
	}
	t.answered(1, reason)
}
