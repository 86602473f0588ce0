package antsocket

import (
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/wire/antsocket"
)

// pace contains the polling interval and the idle timeout of a connection.
type pace struct {
	poll time.Duration // between requests to a server that does not push
	idle time.Duration // since the last call of Recording.More
}

// defaultPace polls every 5 seconds, and less often if responses exceed pollBytes. The window calls More once a second, so 30 seconds
// without a call mean that the recording was closed.
var defaultPace = pace{poll: 5 * time.Second, idle: 30 * time.Second}

// pollBytes is the response size in bytes that adds another pace.poll to the interval.
const pollBytes = 20 << 20

// maxFollowWarnings is the largest number of warnings reported.
const maxFollowWarnings = 500

// follower collects trees that a server gets after the first ones were read. While [trace.Recording.More] is being called, it has a
// goroutine with its own connection. The goroutine ends when the calls stop.
type follower struct {
	address *address
	tab     *serverTab
	names   *trace.Names
	pace    pace

	mu       sync.Mutex
	opened   int             // number of points when the recording was opened
	points   []trace.Point   // all points in order of time; forgotten points have only their times
	warnings []trace.Warning // all warnings, including those of the first points
	knows    trace.Knowledge
	last     trace.Millis // time of the newest point
	err      error        // why the goroutine ended; reported once
	ended    bool         // nothing more can come
	idle     *time.Timer
	running  bool
	ends     sync.WaitGroup // waits for the goroutine, in tests
}

func newFollower(a *address, tab *serverTab, r *trace.Recording) *follower {
	return &follower{address: a, tab: tab, names: r.Names, pace: defaultPace, knows: r.Knows,
		opened: len(r.Points), points: slices.Clone(r.Points), warnings: r.Warnings, last: r.Points[len(r.Points)-1].Time}
}

// grow makes first a growing recording. The follower must have been created with the points of first.
func (f *follower) grow(first *trace.Recording) {
	base := *first
	base.Points = nil // so that forgotten trees are freed
	first.More, first.Forget = f.more(&base, f.opened), f.forget
}

// forget releases the trees of points.
func (f *follower) forget(points []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.points = slices.Clone(f.points) // recordings already returned share the old slice
	for _, i := range points {
		if i >= 0 && i < len(f.points) {
			p := f.points[i]
			f.points[i] = trace.Point{Time: p.Time, Source: p.Source, GC: p.GC}
		}
	}
}

// more returns the function More for a recording like base with the given number of points.
func (f *follower) more(base *trace.Recording, known int) func(context.Context) (*trace.Recording, error) {
	return func(ctx context.Context) (*trace.Recording, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if len(f.points) > known {
			r := *base
			r.Points = slices.Clone(f.points)
			r.Warnings = slices.Clone(f.warnings)
			r.Knows |= f.knows & trace.KnowsReferences
			r.More, r.Forget = f.more(base, len(f.points)), f.forget
			f.wake()
			return &r, nil
		}
		switch err := f.err; {
		case f.ended:
			return nil, io.EOF
		case err != nil:
			f.err = nil
			return nil, err
		}
		f.wake()
		return nil, nil
	}
}

// wake starts the goroutine or resets its idle timeout. The caller holds f.mu.
func (f *follower) wake() {
	switch {
	case f.ended:
	case f.running:
		f.idle.Reset(f.pace.idle)
	default:
		ctx, cancel := context.WithCancel(context.Background())
		f.running, f.idle = true, time.AfterFunc(f.pace.idle, cancel)
		f.ends.Go(func() {
			err := guard.Try(func() error { return f.follow(ctx) })
			f.mu.Lock()
			defer f.mu.Unlock()
			f.idle.Stop()
			idle := ctx.Err() != nil
			cancel()
			f.running, f.ended = false, err == io.EOF
			if !idle && !f.ended {
				f.err = err
			}
		})
	}
}

// follow receives new trees until the context ends or the server fails. It returns io.EOF if no more trees can follow.
func (f *follower) follow(ctx context.Context) error {
	l, err := f.address.dial(ctx)
	if err != nil {
		return err
	}
	defer l.conn.Close()
	if f.tab.pushes {
		return f.listen(ctx, l)
	}
	for {
		size, err := f.look(ctx, l)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(f.pace.poll * time.Duration(1+size/pollBytes)):
		}
	}
}

// look requests all trees and adds new ones. size is the size of the response in bytes.
func (f *follower) look(ctx context.Context, l *link) (size int64, err error) {
	trees, err := l.request(ctx, antsocket.NewRequest(f.tab.trees, f.tab.id))
	if err != nil || trees.empty() {
		return 0, err
	}
	l.conn.Renew()
	file := l.file(f.tab.trees, trees)
	r, err := l.parse(ctx, f.tab, f.names, []trace.File{file})
	if err != nil || len(f.newer(r)) == 0 {
		return trees.To, err
	}
	files, missing, err := l.maps(ctx, f.tab)
	if err != nil {
		return 0, err
	}
	if len(files) > 0 {
		if r, err = l.parse(ctx, f.tab, f.names, append(files, file)); err != nil {
			return 0, err
		}
	}
	r.Warnings = append(r.Warnings, missing...)
	f.add(r)
	return trees.To, nil
}

// listen subscribes to new trees and adds them.
func (f *follower) listen(ctx context.Context, l *link) error {
	f.mu.Lock()
	last := f.last
	f.mu.Unlock()
	if _, err := l.request(ctx, antsocket.NewRequest(antsocket.Subscribe, f.tab.id, int64(last))); err != nil {
		return err
	}
	var maps []trace.File // of the next trees
	for {
		a, err := l.receive(ctx, true, "new trees")
		if err != nil {
			return l.wrap(err, "")
		}
		l.conn.Renew()
		switch {
		case a.Failed:
			return l.fault("the server ended the subscription: %.200s", a.Error)
		case a.Pushed == antsocket.End:
			return io.EOF
		case a.Pushed == f.tab.trees && !a.empty():
			r, err := l.parse(ctx, f.tab, f.names, append(maps, l.file(f.tab.trees, a)))
			if err != nil {
				return err
			}
			maps = nil
			f.add(r)
		case mapFolders[a.Pushed] != "" && !a.empty():
			if len(maps) == len(mapFolders) {
				return l.fault("the server sent pointer maps without trees")
			}
			maps = append(maps, l.file(a.Pushed, a))
		}
	}
}

// newer returns the points later than all known ones.
func (f *follower) newer(r *trace.Recording) []trace.Point {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := len(r.Points)
	for i > 0 && r.Points[i-1].Time > f.last {
		i--
	}
	return r.Points[i:]
}

// add adds the new points of r. Trees without a time are ignored, because they cannot be distinguished from known ones.
func (f *follower) add(r *trace.Recording) {
	points := f.newer(r)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range r.Warnings {
		if len(f.warnings) < maxFollowWarnings && !slices.Contains(f.warnings, w) {
			f.warnings = append(f.warnings, w)
		}
	}
	if len(points) == 0 || !r.Knows.Has(trace.KnowsTimes) {
		return
	}
	f.points = append(f.points, points...)
	f.last = points[len(points)-1].Time
	f.knows |= r.Knows
}
