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

// meter keeps the progress of a call and shows it on a terminal.
type meter struct {
	mu    sync.Mutex
	out   *os.File // nil for none
	what  string
	share float64   // done, 0 to 1; 0 if unknown
	since time.Time // start of the current work
	last  time.Time // time of the last display
}

// Times of the progress line: how often it changes, and when it starts to show the time left.
const (
	meterEvery  = 100 * time.Millisecond
	meterSettle = time.Second
)

// Progress returns a function that records the progress of the work. It also shows it on standard error if that is a terminal.
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

// WithProgress returns a context that makes commands report their progress, in words. Several goroutines call notice often; it must not block.
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

// text returns the current work and its share in percent.
func (m *meter) text() string {
	if m.share == 0 || m.share == 1 {
		return m.what
	}
	return m.what + " " + words.WholePercent(math.Floor(100*m.share)/100)
}

// place is text for callers without the lock.
func (m *meter) place() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.text()
}

// left returns the time left at the current speed; empty while it cannot be estimated.
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
