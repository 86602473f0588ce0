package cli

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sync"
	"time"

	"memcity/trace"
	"memcity/words"
)

// meter keeps how far the work of a call is, and shows it on a terminal.
type meter struct {
	mu    sync.Mutex
	out   *os.File // nil for none
	what  string
	share float64   // of what is done, 0 if that is not known
	since time.Time // when it began with it
	last  time.Time // when it was shown
}

// Times of the line on a terminal: how often it changes, and from when on it says how much is left.
const (
	meterEvery  = 100 * time.Millisecond
	meterSettle = time.Second
)

// Progress keeps how far the work is, and reports it to standard error if that is a terminal.
func (c *Call) Progress() trace.Progress {
	if f, ok := c.Stderr.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&fs.ModeCharDevice != 0 {
			c.meter.out = f
		}
	}
	notice, _ := c.Ctx.Value(noticeKey{}).(func(string))
	return func(done, total int64, what string) {
		c.meter.report(time.Now(), done, total, what)
		if notice != nil {
			notice(c.meter.place())
		}
	}
}

type noticeKey struct{}

// WithProgress returns a context that has commands say how far they are, in words. Notice is called often, by several goroutines, and must not wait.
func WithProgress(ctx context.Context, notice func(text string)) context.Context {
	return context.WithValue(ctx, noticeKey{}, notice)
}

func (m *meter) report(now time.Time, done, total int64, what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	share := 0.0
	if total > 0 {
		share = min(float64(done)/float64(total), 1)
	}
	if what != m.what || share < m.share {
		m.since = now
	}
	m.what, m.share = what, share
	if m.out == nil || now.Sub(m.last) < meterEvery {
		return
	}
	m.last = now
	if share == 1 {
		fmt.Fprint(m.out, "\r\x1b[K")
		return
	}
	fmt.Fprintf(m.out, "\r\x1b[K%s%s", words.Printable(m.text()), left(share, now.Sub(m.since)))
}

// clear removes the line.
func (m *meter) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.out != nil && m.what != "" {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}

// text says what is done and how much of it.
func (m *meter) text() string {
	if m.share == 0 || m.share == 1 {
		return m.what
	}
	return m.what + " " + words.WholePercent(math.Floor(100*m.share)/100)
}

// place is text for whoever asks from elsewhere.
func (m *meter) place() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.text()
}

// left says how long the rest takes if it goes on as before; empty as long as that is not known.
func left(share float64, since time.Duration) string {
	if since < meterSettle || share < 0.02 {
		return ""
	}
	rest := time.Duration(float64(since) * (1 - share) / share).Round(time.Second)
	if rest < time.Second {
		return ""
	}
	if rest < time.Minute {
		return fmt.Sprintf(", %s left", words.StepTime(rest, time.Second))
	}
	return fmt.Sprintf(", %s left", words.Duration(rest))
}
