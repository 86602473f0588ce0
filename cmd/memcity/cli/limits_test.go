package cli

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"memcity/city/memory"
	"memcity/trace"
	"memcity/trace/scratch"
	stored "memcity/trace/tracetest/columns"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "512k": 512 << 10, "4M": 4 << 20, "1 ": 1, "2KiB": 2 << 10, "2kB": 2000, "3MB": 3e6,
		"k": 0, "-1": 0, "1x": 0, "1.5k": 1536, "2 GB": 2e9, "1e3": 0, "inf": 0, "NaN": 0, "0x1p4": 0, "": 0, "0.5": 0, "1024g": 1 << 40, "1025g": 0} {
		if got, err := ParseBytes("interval", text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
}

// TestStatuses: a memory refusal and a timeout have exit statuses of their own, even when wrapped by an input error.
func TestStatuses(t *testing.T) {
	refused := &trace.InputError{Source: "a", Text: "x", Err: &trace.Refused{Err: &memory.Refused{}}}
	for err, want := range map[error]int{refused: ExitMemory, &timeout{time.Second}: ExitTimeout, &trace.InputError{}: ExitInput} {
		if got := Status(fmt.Errorf("b: %w", err)); got != want {
			t.Errorf("%v: status %d, want %d", err, got, want)
		}
	}
}

// limited runs do as a command of a program with limits.
func limited(t *testing.T, do func(c *Call) error, args ...string) error {
	p := &Program{Name: "p", Commands: []Command{{Name: "work", Run: func(c *Call) error {
		if _, _, err := c.Parse(c.Flags()); err != nil {
			return err
		}
		return do(c)
	}}, {Name: "idle", Plain: true, Run: func(c *Call) error { _, _, err := c.Parse(c.Flags()); return err }}}}
	return p.Run(t.Context(), args, strings.NewReader(""), io.Discard, io.Discard)
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		work := func(c *Call) error {
			c.Progress()(25, 100, "reading a")
			<-c.Ctx.Done()
			return c.Ctx.Err()
		}
		err := limited(t, work, "work", "--timeout", "90s")
		if Status(err) != ExitTimeout || err.Error() != "work: ended after 1m30s by --timeout, while reading a 25 %" {
			t.Errorf("status %d, %v", Status(err), err)
		}
		if err := limited(t, func(*Call) error { return io.EOF }, "work", "--timeout", "90s"); err != io.EOF {
			t.Errorf("another error stays: %v", err)
		}
	})
	for _, wrong := range []string{"0", "-1s", "5", "x", ""} {
		if err := limited(t, nil, "work", "--timeout", wrong); Status(err) != ExitUsage {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if err := limited(t, nil, "idle", "--timeout", "5s"); Status(err) != ExitUsage {
		t.Errorf("a command that computes nothing: %v", err)
	}
}

// TestGarbageOfLargeHeaps: GCs are more frequent while much memory is in use, unless GOGC is set.
func TestGarbageOfLargeHeaps(t *testing.T) {
	set := func() int {
		now := debug.SetGCPercent(-1)
		debug.SetGCPercent(now)
		return now
	}
	before := set()
	defer debug.SetGCPercent(before)
	debug.SetGCPercent(defaultGrowth)
	for _, test := range []struct {
		environment string
		used        int64
		want        int
	}{{"", largeHeap - 1, defaultGrowth}, {"", largeHeap, 9}, {"", largeHeap + largeHeap/4, 7}, {"", 2 * largeHeap, minGrowth},
		{"", 6 * largeHeap, minGrowth}, {"100", largeHeap, defaultGrowth}} {
		t.Setenv("GOGC", test.environment)
		err := limited(t, func(c *Call) error {
			if got := set(); got != defaultGrowth {
				t.Errorf("%+v: %d before anything is used", test, got)
			}
			ctx, end := c.Reading(memory.Tree)
			v := trace.Volume{ByType: true}
			v.Bytes = test.used - memory.Tree.Process(v)
			if err := trace.Admit(ctx, v); err != nil {
				return err
			}
			if got := set(); got != test.want {
				t.Errorf("%+v: %d", test, got)
			}
			end()
			if got := set(); got != defaultGrowth {
				t.Errorf("%+v: %d afterwards", test, got)
			}
			return nil
		}, "work", "--memory", "8GB")
		if err != nil {
			t.Error(err)
		}
	}
	err := limited(t, func(c *Call) error { // a command that ignores the context
		ctx, _ := c.Reading(memory.Tree)
		return trace.Admit(ctx, trace.Volume{Bytes: largeHeap})
	}, "work", "--memory", "8GB")
	if err != nil || set() != defaultGrowth {
		t.Errorf("%d after a command, %v", set(), err)
	}
}

func TestMemoryOption(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	v := trace.Volume{Objects: 1e6, ByType: true}
	hold := func(c *Call) error {
		if got := debug.SetMemoryLimit(-1); got != 90e6 {
			t.Errorf("the soft limit is %d", got)
		}
		ctx, end := c.Reading(memory.Owners)
		defer end()
		return trace.Admit(ctx, v)
	}
	err := limited(t, hold, "work", "a b.hprof", "--memory", "90MB")
	want := "owners: 1,000,000 objects need about 117 MB of memory, but only 90 MB can be used (--memory); `memcity tree 'a b.hprof' --by type` needs "
	if Status(err) != ExitMemory || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("status %d, %v", Status(err), err)
	}
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("the soft limit stays at %d", got)
	}
	v.Objects = 1
	if err := limited(t, hold, "work", "--memory", "90MB"); err != nil {
		t.Error(err)
	}
	if err := limited(t, nil, "work", "--memory", "much"); Status(err) != ExitUsage {
		t.Error(err)
	}
}

func TestLeft(t *testing.T) {
	for _, test := range []struct {
		share float64
		since time.Duration
		want  string
	}{{0.5, time.Second - 1, ""}, {0.5, time.Second, ", 1 s left"}, {0.019, time.Hour, ""}, {0.02, 2 * time.Second, ", 1 min 38 s left"},
		{0.9, 4 * time.Second, ""}, {0.25, 10 * time.Second, ", 30 s left"}, {1, 10 * time.Second, ""}, {0.5, time.Minute, ", 1 min 00 s left"}} {
		if got := left(test.share, test.since); got != test.want {
			t.Errorf("%v after %s: %q, want %q", test.share, test.since, got, test.want)
		}
	}
}

// TestLimitsBeforeTheCommand: limits may precede an existing command, and nothing else moves.
func TestLimitsBeforeTheCommand(t *testing.T) {
	p := &Program{Commands: []Command{{Name: "analyze"}}}
	for typed, want := range map[string]string{
		"--memory 4GB analyze x --top 3":       "analyze --memory 4GB x --top 3",
		"--timeout=5m --memory 4GB analyze x":  "analyze --timeout=5m --memory 4GB x",
		"--scratch /x analyze y":               "analyze --scratch /x y",
		"--no-index --memory 4GB analyze x":    "analyze --no-index --memory 4GB x",
		"--memory=4GB version":                 "version --memory=4GB",
		"--memory 4GB x":                       "--memory 4GB x",
		"--memory analyze x":                   "--memory analyze x",
		"--memory":                             "--memory",
		"--memory 4GB":                         "--memory 4GB",
		"--top 3 analyze x":                    "--top 3 analyze x",
		"analyze --memory 4GB analyze":         "analyze --memory 4GB analyze",
		"--memory 4GB --format json analyze x": "--memory 4GB --format json analyze x",
		"":                                     "",
	} {
		if got := strings.Join(p.limitsLast(strings.Fields(typed)), " "); got != want {
			t.Errorf("%q is run as %q, want %q", typed, got, want)
		}
	}
}

// TestScratch: columns that do not fit in the folder are reported, and the folder is empty afterwards.
func TestScratch(t *testing.T) {
	folder := stored.Folder(t)
	for _, gone := range []bool{false, true} {
		var stderr strings.Builder
		p := &Program{Name: "p", Commands: []Command{{Name: "work", Run: func(c *Call) error {
			if _, _, err := c.Parse(c.Flags()); err != nil {
				return err
			}
			if gone {
				if err := os.Remove(folder); err != nil {
					return err
				}
			}
			if column := scratch.Make[byte](scratch.Least); len(column) != scratch.Least {
				t.Error("there is no column")
			}
			return nil
		}}}}
		if err := p.Run(t.Context(), []string{"work", "--scratch", folder}, strings.NewReader(""), io.Discard, &stderr); err != nil {
			t.Error(err)
		}
		if warned := strings.Contains(stderr.String(), "warning: "+folder+": some columns were kept in memory: "); warned != gone || scratch.Used() != nil {
			t.Errorf("gone %v: %q, %v", gone, stderr.String(), scratch.Used())
		}
	}
}
