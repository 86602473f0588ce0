package recording

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
	"memcity/trace/record"
	"memcity/trace/record/condition"
	"memcity/trace/record/metrics"
	"memcity/trace/record/ring"
	"memcity/trace/record/runs"
	"memcity/words"
)

// serviceFlags contains the options of record and attach for long-running programs.
type serviceFlags struct {
	startAfter, when string
	metrics, file    string
	keep, thin       string
	rotate           string
}

func (f *serviceFlags) register(set *pflag.FlagSet, o *record.Options) {
	set.StringVar(&f.startAfter, "start-after", "", "")
	set.StringVar(&f.when, "when", "", "")
	set.IntVar(&o.Points, "points", 0, "")
	set.StringVar(&f.metrics, "metrics", "", "")
	set.StringVar(&f.file, "metrics-file", "", "")
	set.StringVar(&f.keep, "keep", "", "")
	set.StringVar(&f.thin, "thin", "", "")
	set.Lookup("thin").NoOptDefVal = ring.DefaultThin
	set.StringVar(&f.rotate, "rotate", "", "")
}

// apply validates the options and stores them in o.
func (f *serviceFlags) apply(set *pflag.FlagSet, o *record.Options) error {
	var err error
	if f.startAfter != "" {
		if o.StartAfter, err = time.ParseDuration(f.startAfter); err != nil || o.StartAfter <= 0 {
			return cli.Usagef("start-after %q: expected a time such as 90s or 5m", f.startAfter)
		}
	}
	if set.Changed("when") {
		if o.When, err = condition.Parse(f.when); err != nil {
			return cli.Usagef("when %q: %v", f.when, err)
		}
	}
	if o.Ring.Keep, o.Ring.Bytes, err = timeOrBytes("keep", f.keep); err != nil {
		return err
	}
	if o.RotateAfter, o.RotateBytes, err = timeOrBytes("rotate", f.rotate); err != nil {
		return err
	}
	if f.thin != "" {
		if o.Ring.Thin, err = ring.ParseThin(f.thin); err != nil {
			return cli.Usagef("thin %v", err)
		}
	}
	if !o.Ring.IsZero() && set.Changed("rule") {
		return cli.Usagef("rule: not together with keep or thin, which may remove the points that the rule checks")
	}
	if set.Changed("points") && o.Points < 1 {
		return cli.Usagef("points %d: expected 1 or more", o.Points)
	}
	return nil
}

// timeOrBytes parses a duration such as 2h or a size such as 200MB; 0 for an empty text.
func timeOrBytes(name, text string) (d time.Duration, bytes int64, err error) {
	if text == "" {
		return 0, 0, nil
	}
	if d, err = time.ParseDuration(text); err == nil && d > 0 {
		return d, 0, nil
	}
	if bytes, err = cli.ParseBytes(name, text); err != nil || bytes < minFile {
		return 0, 0, cli.Usagef("%s %q: expected a time such as 2h, or a size such as 200MB, at least 1MB", name, text)
	}
	return 0, bytes, nil
}

// minFile is the smallest size limit for files, in bytes.
const minFile = 1_000_000

// publish publishes the figures of a recording until the returned function is called. It reports problems to say.
func (f *serviceFlags) publish(r *record.Recorder, say func(string)) (end func(), err error) {
	ctx, cancel := context.WithCancel(context.Background())
	var kept <-chan struct{}
	if f.metrics != "" {
		l, err := metrics.Listen(f.metrics)
		if err != nil {
			cancel()
			return nil, err
		}
		say(fmt.Sprintf("metrics of the recorder: http://%s/metrics", l.Addr()))
		guard.Go(func() error { metrics.Serve(ctx, l, r.Report); return nil }, nil)
	}
	if f.file != "" {
		if kept, err = metrics.Keep(ctx, f.file, r.Report, func(err error) { say("warning: " + err.Error()) }); err != nil {
			cancel()
			return nil, err
		}
	}
	return func() {
		cancel()
		if kept != nil {
			<-kept
		}
	}, nil
}

// heapGrowth is the growth of the recorder's own heap between two GCs, in percent. For a heap of 137,000 objects the process took 126 MB
// with Go's default of 100 (106 without graphics), 107 with 40, and 97 (80) with 20. With 20, a quarter of the recorder's CPU time went
// into its own GCs.
const heapGrowth = 40

// spare makes the recorder use less memory than other commands, since it shares the machine with a service.
func spare() {
	debug.SetGCPercent(heapGrowth)
	debug.FreeOSMemory() // memory left over from the program's start
}

// pointSignals takes a GC point on each signal USR1 until the returned function is called.
func pointSignals(r *record.Recorder, say func(string)) (end func()) {
	if len(pointSignal) == 0 {
		return func() {}
	}
	signals := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(signals, pointSignal...)
	guard.Go(func() error {
		for {
			select {
			case <-signals:
				if err := r.Point(); err != nil {
					say(err.Error())
				}
			case <-done:
				return nil
			}
		}
	}, nil)
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// mark adds a mark to a running recording.
func mark(c *cli.Call) error {
	set := c.Flags()
	point := set.Bool("point", false, "")
	within := set.Duration("wait", time.Minute, "")
	words, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if *within < 0 || *within > runs.MaxWithin {
		return cli.Usagef("mark: --wait %v: expected 0s to %v", *within, runs.MaxWithin)
	}
	if len(words) < 2 {
		return cli.Usagef("mark: expected a process ID or a trace, and a text, as in memcity mark shop.mct load test begins")
	}
	found, err := runs.Find(words[0])
	if err != nil {
		return err
	}
	if err := found.Send(c.Ctx, runs.Request{Do: "mark", Text: strings.Join(words[1:], " ")}, nil); err != nil {
		return err
	}
	if *point {
		return found.Send(c.Ctx, runs.Request{Do: "point", Within: within.Milliseconds()}, nil)
	}
	return nil
}

// printedReport prints the figures of a recording.
type printedReport struct{ metrics.Report }

// printStatus prints the figures of a running recording.
func printStatus(c *cli.Call, who []string, format string) error {
	if len(who) != 1 {
		return cli.Usagef("record --status: expected a process ID or a trace")
	}
	if err := cli.CheckFormat(format, "table", "json", "openmetrics"); err != nil {
		return err
	}
	found, err := runs.Find(who[0])
	if err != nil {
		return err
	}
	var r printedReport
	if err := found.Send(c.Ctx, runs.Request{Do: "status"}, &r.Report); err != nil {
		return err
	}
	if format == "openmetrics" {
		return r.WriteOpenMetrics(c.Text())
	}
	return c.Print(format, &r)
}

func (r *printedReport) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "recorder\tprocess %d, for %v\n", r.PID, time.Duration(r.Seconds*float64(time.Second)).Round(time.Second))
	if r.Waiting != "" {
		fmt.Fprintf(w, "waiting for\t%s\n", r.Waiting)
	}
	for _, f := range r.Files {
		fmt.Fprintf(w, "\ntrace\t%s, %s\n", f.Path, words.RoundSize(f.FileBytes))
		fmt.Fprintf(w, "program\t%s (process %d)%s\n", f.Program, f.PID, map[bool]string{true: ", recording has ended"}[f.Ended])
		fmt.Fprintf(w, "points\t%d, of which %d with single objects, %d removed again; %d GCs, %d marks\n", f.Points, f.FullPoints, f.PointsRemoved, f.GCs, f.Marks)
		fmt.Fprintf(w, "newest point\t%s objects, %s\n", words.Count(f.Objects), words.RoundSize(f.HeapBytes))
		fmt.Fprintf(w, "pauses\tworst %s, 99th percentile %s, total %s: %s of the time, of %s allowed\n", seconds(f.WorstPause), seconds(f.P99Pause),
			seconds(f.Paused), words.PercentOf(f.Share), words.PercentOf(f.Budget))
		fmt.Fprintf(w, "dropped samples\t%d\n", f.Dropped)
	}
	if len(r.Files) == 0 && r.Waiting == "" {
		fmt.Fprintf(w, "waiting for\ta Java, Node.js, Python, Ruby or .NET program\n")
	}
	if r.Error != "" {
		fmt.Fprintf(w, "\nerror\t%s\n", r.Error)
	}
	return w.Flush()
}

func seconds(s float64) string { return words.Duration(time.Duration(s * float64(time.Second))) }
