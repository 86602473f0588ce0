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

// pace says how often a server is polled, and how long a connection is kept that nobody looks at.
type pace struct {
	poll time.Duration // between two looks at a server that sends nothing by itself
	idle time.Duration // after the last call of Recording.More
}

// defaultPace polls every 5 seconds, and more rarely for responses above pollBytes. The window looks once a second, so that 30
// seconds without a look mean that the recording was closed.
var defaultPace = pace{poll: 5 * time.Second, idle: 30 * time.Second}

// pollBytes is the size of a response that takes a second pause of pace.poll.
const pollBytes = 20 << 20

// maxFollowWarnings is the number of warnings after which new ones are no longer reported.
const maxFollowWarnings = 500

// follower collects the trees that a server gets after the first ones were read. While [trace.Recording.More] is being called it
// has one goroutine with a connection of its own, which ends by itself when the calls do.
type follower struct {
	address *address
	tab     *serverTab
	names   *trace.Names
	pace    pace

	mu       sync.Mutex
	opened   int             // points that were there when the recording was opened
	points   []trace.Point   // all, in order of time; those that were forgotten have their times alone
	warnings []trace.Warning // all, those of the first points included
	knows    trace.Knowledge
	last     trace.Millis // time of the newest point
	err      error        // why the goroutine ended; reported once
	ended    bool         // nothing more can come
	idle     *time.Timer
	running  bool
	ends     sync.WaitGroup // of the goroutine, for tests
}

func newFollower(a *address, tab *serverTab, r *trace.Recording) *follower {
	return &follower{address: a, tab: tab, names: r.Names, pace: defaultPace, knows: r.Knows,
		opened: len(r.Points), points: slices.Clone(r.Points), warnings: r.Warnings, last: r.Points[len(r.Points)-1].Time}
}

// grow makes first, whose points are those that the follower began with, a recording that grows.
func (f *follower) grow(first *trace.Recording) {
	base := *first
	base.Points = nil // so that forgotten trees are not kept
	first.More, first.Forget = f.more(&base, f.opened), f.forget
}

// forget lets go of the trees of points.
func (f *follower) forget(points []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.points = slices.Clone(f.points) // recordings that were returned have the others
	for _, i := range points {
		if i >= 0 && i < len(f.points) {
			p := f.points[i]
			f.points[i] = trace.Point{Time: p.Time, Source: p.Source, GC: p.GC}
		}
	}
}

// more returns the function More of a recording like base that has the first known points.
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

// wake starts the goroutine or lets it live longer. The follower is locked.
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

// follow takes in what comes until the context ends, the server fails, or, with io.EOF, nothing more can come.
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

// look requests all trees and takes those that are new. Size is that of the response.
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

// listen subscribes and takes what the server sends.
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
			return l.fault("the server has ended the subscription: %.200s", a.Error)
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
				return l.fault("the server sends pointer maps without trees")
			}
			maps = append(maps, l.file(a.Pushed, a))
		}
	}
}

// newer returns the points that came after all that are known.
func (f *follower) newer(r *trace.Recording) []trace.Point {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := len(r.Points)
	for i > 0 && r.Points[i-1].Time > f.last {
		i--
	}
	return r.Points[i:]
}

// add takes the new points of r. Trees without a time cannot be distinguished from known ones, and are left out.
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
