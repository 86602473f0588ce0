package proof

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"memcity/analysis/group"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/record"
	"memcity/words"
)

// budget is the largest share of the run time, in percent, for which a program may be paused. It is larger than that of the command record:
// runs are short, need several GC points, and are slowed down alike on both sides.
const budget = 50

// record runs the command of a side once and returns the path of its recording. The output of the program goes to a file beside it.
func (f *proveFlags) record(c *cli.Call, s *side, folder string, round int) (path string, err error) {
	base := filepath.Join(folder, fmt.Sprintf("%s-%d", s.name, round+1))
	output, err := os.OpenFile(base+".txt", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return "", err
	}
	defer output.Close()
	r, err := record.Start(context.WithoutCancel(c.Ctx), s.argv, record.Options{Now: time.Now, Tool: cli.ToolName(), IsOwn: group.DefaultDomain().Owns,
		Out: base + ".mct", Overwrite: true, Every: f.interval(), Budget: budget, Stdout: output, Stderr: output})
	if err != nil {
		return "", err
	}
	failed := f.await(c.Ctx, r)
	if err := c.Ctx.Err(); err != nil {
		return "", err
	}
	status := r.Status()
	best := -1
	for i := range status.Files {
		if best < 0 || status.Files[i].Points > status.Files[best].Points {
			best = i
		}
	}
	fault := func(text string) error {
		written, _ := os.ReadFile(output.Name())
		if last := tail(string(written)); last != "" {
			text += "; its output ends with: " + last
		}
		return &trace.InputError{Source: fmt.Sprintf("%s, round %d", s.name, round+1), Offset: -1, Text: text}
	}
	switch {
	case f.duration == 0 && status.Exit != 0:
		return "", fault("the program " + words.ExitText(status.Exit))
	case failed != nil:
		return "", fault(failed.Error())
	case best < 0 || status.Files[best].Points == 0:
		return "", fault("nothing was recorded: the program had no GC point")
	}
	file := &status.Files[best]
	if s.seconds = 0; f.duration == 0 {
		s.seconds = status.For.Seconds()
	}
	c.Notify(fmt.Sprintf("%s, round %d of %d: recorded %s for %s, %s", s.name, round+1, f.rounds, file.Program, words.Duration(status.For),
		words.Counted(int64(file.Points), "GC point")))
	return file.Path, nil
}

// patience is how long a program has to end after it was asked to.
const patience = 5 * time.Second

// await waits for the end of the program, which --for and ctx cause. It returns why the recording ended early.
func (f *proveFlags) await(ctx context.Context, r *record.Recorder) error {
	ended := make(chan struct{})
	guard.Go(func() error { r.WaitProgram(); close(ended); return nil }, nil)
	var over <-chan time.Time
	if f.duration > 0 {
		timer := time.NewTimer(f.duration)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-ended:
		return r.Wait()
	case <-over:
	case <-ctx.Done():
	}
	err := r.Stop() // before the program ends, which may release objects
	_ = r.Signal(syscall.SIGTERM)
	select {
	case <-ended:
	case <-time.After(patience):
		_ = r.Signal(os.Kill)
		<-ended
	}
	return err
}

// tail returns the last lines of a text, shortened, on one line.
func tail(text string) string {
	const lines, length = 3, 300
	all := strings.Split(strings.TrimSpace(text), "\n")
	last := strings.TrimSpace(strings.Join(all[max(0, len(all)-lines):], " "))
	return last[max(0, len(last)-length):]
}

// interval returns the time between two GC points of a recording, for at least about 20 points; 0 for the default of the recorder.
func (f *proveFlags) interval() time.Duration {
	const points, least, most = 20, 250 * time.Millisecond, 30 * time.Second
	switch {
	case f.every > 0:
		return f.every
	case f.duration > 0:
		return min(max(f.duration/points, least), most)
	}
	return time.Second
}
