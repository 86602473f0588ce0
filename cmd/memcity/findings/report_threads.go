package findings

import (
	"errors"

	"memcity/analysis/guide/findings"
	"memcity/analysis/threads"
	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/trace"
	"memcity/words"
)

// A report lists the threads that hold at least leastThreadShare of the reachable heap, at most maxThreads, and the thread that failed.
const (
	leastThreadShare = 0.01
	maxThreads       = 10
)

// pageThreads contains the threads that hold much.
type pageThreads struct {
	Text    string
	List    []pageThread
	Command string
}

type pageThread struct {
	Title, State, Share string
	Alone               trace.Amount
	Frames              []pageFrame // the innermost, and all that hold something
}

type pageFrame struct{ Text, Held, Variables string }

// threads returns the threads at the default GC point that hold much or failed; nil for none, or if the recording has no GC roots.
func (r *reporter) threads() (*pageThreads, error) {
	point := r.opened.Recording.Initial()
	if !r.opened.Recording.Knows.Has(trace.KnowsRoots) || r.opened.Recording.Points[point].Load == nil {
		return nil, nil
	}
	found, err := objects.Threads(r.Ctx, r.opened, point, r.Progress())
	if errors.Is(err, recording.ErrNoRoots) { // such as a dump that was cut before them
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &pageThreads{Text: words.Counted(int64(len(found.Threads)), "thread") + ". The memory in the column Alone would be freed if the thread ended.",
		Command: r.line([]string{"threads", findings.Path})}
	for i := range found.Threads {
		t := &found.Threads[i]
		share := float64(t.Alone.Bytes) / float64(max(1, found.Reachable.Bytes))
		if !t.Failed && (share < leastThreadShare || len(p.List) >= maxThreads) {
			continue
		}
		p.List = append(p.List, pageThread{t.Title(), t.State, words.PercentFixed(share), t.Alone, framesOf(t)})
	}
	if len(p.List) == 0 {
		return nil, nil
	}
	return p, nil
}

// framesOf returns the innermost frame of a thread, and all frames that hold something.
func framesOf(t *threads.Thread) (list []pageFrame) {
	for i := range t.Frames {
		f := &t.Frames[i]
		if i > 0 && f.Freed.Bytes == 0 {
			continue
		}
		held := ""
		if f.Freed.Bytes > 0 {
			held = words.RoundSize(f.Freed.Bytes)
		}
		list = append(list, pageFrame{f.Text, held, threads.TypesText(f.Variables)})
	}
	return list
}
