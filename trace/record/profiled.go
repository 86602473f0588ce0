package record

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/native"
	"memcity/trace/pprof"
	"memcity/trace/record/profiling"
)

// profiled records a program by fetching its heap profiles.
type profiled struct {
	*track
	source *profiling.Source
	reader *pprof.Reader
	first  *pprof.Profile // fetched before the file was created; nil once written

	every  time.Duration
	began  time.Time // time zero of the file
	warned bool      // true if a warning about profiles is in the file
}

// Profile begins to record a program by fetching heap profiles from an address, such as http://HOST:PORT of a Go program with net/http/pprof.
// When ctx is done, the recording stops.
func Profile(ctx context.Context, address string, o Options) (*Recorder, error) {
	o, err := o.normal()
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return nil, err
	}
	if o.late() {
		return nil, &Fault{Text: "start-after, when: are not available for heap profiles"}
	}
	o.Mode = Histograms // points have counts only
	source, err := profiling.NewSource(address)
	if err != nil {
		return nil, err
	}
	r := newRecorder(ctx, o)
	r.enter()
	return r.attached(r.profile(ctx, source))
}

// profile fetches the first profile, creates the file and starts to record.
func (r *Recorder) profile(ctx context.Context, source *profiling.Source) error {
	p := &profiled{source: source, reader: pprof.NewReader(), every: r.o.Every, began: r.o.Now()}
	if !r.o.hasEvery {
		p.every = DefaultProfileEvery
	}
	first, err := p.fetch(ctx, !r.o.All)
	if err != nil {
		return err
	}
	p.first = first
	info := trace.WriterInfo{Program: source.Name(), Runtime: first.Runtime, Tool: r.o.Tool, Mode: modeProfiles, StartUnix: p.began.UnixMilli(),
		Interval: first.Interval, Knows: trace.KnowsTimes}
	if p.track, err = r.newTrack(FileStatus{Program: source.Name(), VM: first.Runtime.String()}, info); err != nil {
		return err
	}
	r.part("recording "+source.Name(), p.run)
	return nil
}

// modeProfiles is the recording mode in the file.
const modeProfiles = "profiles"

// fetch returns a profile of the program. If collect is true, the program collects garbage first.
func (p *profiled) fetch(ctx context.Context, collect bool) (*pprof.Profile, error) {
	data, err := p.source.Fetch(ctx, collect)
	if err != nil {
		return nil, err
	}
	profile, err := p.reader.Read(ctx, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.source.Name(), err)
	}
	return profile, nil
}

// run records until the recording is stopped or the program cannot be reached.
func (p *profiled) run() {
	request, stop := p.r.untilStopping()
	defer stop()
	p.close(guard.While("recording "+p.source.Name(), func() error { return cmp.Or(p.loop(request), p.lastMarks()) }))
}

func (p *profiled) loop(request context.Context) error {
	due, failures := p.began, 0
	for wanted := false; ; {
		if now := p.r.o.Now(); wanted || !now.Before(due) {
			wanted = false
			var err error
			due, err = p.next(request, now)
			if request.Err() != nil {
				return nil
			}
			p.replied(err)
			switch {
			case err == nil:
				failures = 0
			case p.out.err != nil:
				return err
			default:
				p.r.note(fmt.Sprintf("a GC point was skipped: %v", err))
				if failures++; failures == maxFailures {
					p.r.note(p.source.Name() + ": no longer serves profiles, so the recording ends")
					return nil
				}
			}
		}
		wait := time.NewTimer(max(due.Sub(p.r.o.Now()), 0))
		select {
		case <-request.Done():
		case <-p.point:
			p.sending()
			wanted = true
		case m := <-p.marks:
			if err := p.out.done(p.out.Marks([]trace.Mark{m})); err != nil {
				return err
			}
		case <-wait.C:
		}
		wait.Stop()
		if request.Err() != nil {
			return nil
		}
	}
}

// next makes a point and returns when the next one is due: at least every after begin, and late enough for the budget. Fetching counts as a
// pause, although the program runs meanwhile: it bounds the share of time that the program spends on profiles.
func (p *profiled) next(request context.Context, begin time.Time) (due time.Time, err error) {
	profile := p.first
	p.first = nil
	if profile == nil {
		profile, err = p.fetch(request, !p.r.o.All)
		end := p.r.o.Now()
		due = end.Add(p.r.o.rest(end.Sub(begin)))
	}
	if earliest := begin.Add(p.every); due.Before(earliest) {
		due = earliest
	}
	if err != nil {
		return due, err
	}
	at := begin.Sub(p.began)
	if profile.Warning != "" && !p.warned {
		p.warned = true
		if err := p.out.done(p.out.Report(at, profile.Warning)); err != nil {
			return due, err
		}
	}
	if err := p.out.done(p.out.Counts(native.PointInfo{Time: at}, profile.Counts)); err != nil {
		return due, err
	}
	if err := p.tidy(true); err != nil {
		return due, err
	}
	p.update(func(f *FileStatus) {
		f.Points++
		f.Objects, f.Bytes, f.Size = 0, 0, p.out.size
		for _, c := range profile.Counts {
			f.Objects, f.Bytes = f.Objects+c.Objects, f.Bytes+c.Bytes
		}
		p.enough(*f)
	})
	return due, nil
}
