package recording

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"memcity/analysis/group"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/record"
	"memcity/trace/record/usage"
)

// recordFlags contains the options of record and attach.
type recordFlags struct {
	mode, interval, memory, stopping string
	collections                      string
	ruleTexts                        []string
	rules                            []budget.Rule
	options                          record.Options
	service                          serviceFlags
}

func (f *recordFlags) register(set *pflag.FlagSet) {
	o := &f.options
	set.StringVar(&f.mode, "mode", record.Sampled.String(), "")
	set.IntVar(&o.Depth, "depth", record.DefaultDepth, "")
	set.StringVar(&f.interval, "interval", "512k", "")
	set.DurationVar(&o.Every, "every", 0, "")
	set.IntVar(&o.Budget, "budget", record.DefaultBudget, "")
	set.DurationVar(&o.MaxPause, "max-pause", 0, "")
	set.StringVar(&f.memory, "agent-memory", "64m", "")
	set.Int64Var(&o.MaxObjects, "max-objects", record.DefaultMaxObjects, "")
	set.BoolVar(&o.TagAll, "tag-all", false, "")
	set.BoolVar(&o.NoInternals, "no-internals", false, "")
	set.BoolVar(&o.All, "all", false, "")
	set.BoolVar(&o.KeepDumps, "keep-dumps", false, "")
	set.StringVar(&f.collections, "collections", "", "")
	set.StringVar(&o.Temp, "temp", "", "")
	set.StringVarP(&o.Out, "out", "o", "", "")
	set.BoolVar(&o.Overwrite, "force", false, "")
	set.StringVar(&f.stopping, "stop-after", "", "")
	set.StringArrayVar(&f.ruleTexts, "rule", nil, "")
	f.service.register(set, o)
}

// apply validates the options. stopAfter is 0 for no time limit.
func (f *recordFlags) apply(set *pflag.FlagSet) (o record.Options, stopAfter time.Duration, err error) {
	o = f.options
	o.Now, o.Tool, o.IsOwn = time.Now, cli.ToolName(), group.DefaultDomain().Owns
	if o.Mode, err = record.ParseMode(f.mode); err != nil {
		return o, 0, cli.UsageError{Err: err}
	}
	if o.Interval, err = cli.ParseBytes("interval", f.interval); err != nil {
		return o, 0, err
	}
	if o.AgentMemory, err = cli.ParseBytes("agent-memory", f.memory); err != nil {
		return o, 0, err
	}
	if set.Changed("collections") {
		if o.Collections, err = usage.Parse(f.collections); err != nil {
			return o, 0, cli.UsageError{Err: err}
		}
	}
	zero := map[string]bool{"depth": o.Depth == 0, "budget": o.Budget == 0, "max-objects": o.MaxObjects == 0, "every": o.Every == 0,
		"max-pause": o.MaxPause == 0}
	for name, is := range zero {
		if is && set.Changed(name) {
			return o, 0, cli.Usagef("%s 0: expected more than 0", name)
		}
	}
	if f.stopping != "" {
		if stopAfter, err = time.ParseDuration(f.stopping); err != nil || stopAfter <= 0 {
			return o, 0, cli.Usagef("stop-after %q: expected a time such as 90s or 5m", f.stopping)
		}
	}
	if err := f.service.apply(set, &o); err != nil {
		return o, 0, err
	}
	if f.rules, err = parseRules(f.ruleTexts); err != nil {
		return o, 0, err
	}
	if err := o.Check(); err != nil {
		return o, 0, cli.UsageError{Err: err}
	}
	return o, stopAfter, nil
}

// recordProgram starts a program and records it.
func recordProgram(c *cli.Call) error {
	set := c.Flags()
	set.SetInterspersed(false)
	var f recordFlags
	f.register(set)
	list := set.Bool("list", false, "")
	format := set.String("format", "table", "")
	strict := set.Bool("strict", false, "")
	status := set.Bool("status", false, "")
	profiles := set.String("pprof", "", "")
	argv, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if *list {
		return listPrograms(c, argv, *format)
	}
	if *status {
		return printStatus(c, argv, *format)
	}
	if set.Changed("format") {
		return cli.Usagef("format: only with --list and --status")
	}
	o, stopAfter, err := f.apply(set)
	if err != nil {
		return err
	}
	if set.Changed("pprof") {
		if set.Changed("mode") {
			return cli.Usagef("mode: not with --pprof")
		}
		return recordProfiles(c, *profiles, argv, o, &f, stopAfter)
	}
	if len(argv) == 0 {
		return cli.Usagef("record: expected a program to start, as in memcity record -- java -jar app.jar; to record a running program, use memcity attach")
	}
	o.Stdin, o.Stdout, o.Stderr = c.Stdin, c.Stdout, c.Stderr
	spare()
	prompts := prompts(c)
	signals := make(chan os.Signal, 4)
	if prompts {
		signal.Ignore(os.Interrupt) // inherited by the program: Ctrl+C is meant for memcity
	}
	r, err := record.Start(context.WithoutCancel(c.Ctx), argv, o)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	if err != nil {
		return err
	}
	w := watching{Call: c, recorder: r, signals: signals, prompts: prompts, strict: *strict, stopAfter: stopAfter,
		rules: watchRules(context.WithoutCancel(c.Ctx), f.rules, r, recording.Options{})}
	defer w.line.clear()
	return w.watch(f.service, w.waitStarted)
}

// recordProfiles records a running program by its heap profiles.
func recordProfiles(c *cli.Call, address string, rest []string, o record.Options, f *recordFlags, stopAfter time.Duration) error {
	if len(rest) > 0 {
		return cli.Usagef("pprof: expected only the address of a program that is running, but a program to start is given too")
	}
	r, err := record.Profile(c.Ctx, address, o)
	if err != nil {
		return err
	}
	w := watching{Call: c, recorder: r, stopAfter: stopAfter, rules: watchRules(context.WithoutCancel(c.Ctx), f.rules, r, recording.Options{})}
	defer w.line.clear()
	return w.watch(f.service, w.waitAttached)
}

// attach records a running program.
func attach(c *cli.Call) error {
	set := c.Flags()
	var f recordFlags
	f.register(set)
	var there remoteFlags
	there.register(set)
	atEOF := set.Bool("stop-at-eof", false, "")
	yes := set.BoolP("yes", "y", false, "")
	who, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	o, stopAfter, err := f.apply(set)
	if err != nil {
		return err
	}
	if host, ok, err := there.host(); err != nil || ok {
		if err == nil {
			err = attachRemote(c, set, &o, &there, host, who)
		}
		return err
	}
	if len(who) != 1 {
		return cli.Usagef("attach: expected one process ID, part of a program's name, or the address of an inspector; memcity record --list shows all")
	}
	if o.Out == "-" {
		if len(f.rules) > 0 {
			return cli.Usagef("rule: not with --out -")
		}
		o.Stream = toStream(c)
	}
	begin, err := attaching(c, who[0], o, *yes)
	if err != nil || begin == nil {
		return err
	}
	ctx := c.Ctx
	if *atEOF {
		var cancel context.CancelFunc
		ctx, cancel = untilEOF(c)
		defer cancel()
	}
	spare()
	r, err := begin(ctx)
	if err != nil {
		return err
	}
	w := watching{Call: c, recorder: r, stopAfter: stopAfter, rules: watchRules(context.WithoutCancel(c.Ctx), f.rules, r, recording.Options{})}
	defer w.line.clear()
	return w.watch(f.service, w.waitAttached)
}

// attaching returns a function that begins to record a program, given by its process ID, a part of its name, or the address of its
// inspector. The function is nil if the user declines.
func attaching(c *cli.Call, who string, o record.Options, yes bool) (func(ctx context.Context) (*record.Recorder, error), error) {
	if strings.Contains(who, "://") {
		return func(ctx context.Context) (*record.Recorder, error) { return record.AttachInspector(ctx, who, o) }, nil
	}
	p, err := findProgram(c.Ctx, who)
	if err != nil {
		return nil, err
	}
	if ok, err := forecast(c, p, o, yes); err != nil || !ok {
		return nil, err
	}
	return func(ctx context.Context) (*record.Recorder, error) { return record.Attach(ctx, p.PID, o) }, nil
}

// prompts reports whether the user can be prompted.
func prompts(c *cli.Call) bool {
	return runtime.GOOS != "windows" && isTerminal(c.Stdin) && isTerminal(c.Stderr)
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 && info.Name() != os.DevNull && !isNull(info)
}

// isNull reports whether a file is the null device, which is also a character device.
func isNull(info fs.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(null, info)
}

// findProgram returns a running program by its process number or a part of its name.
func findProgram(ctx context.Context, who string) (record.Process, error) {
	if pid, err := strconv.Atoi(who); err == nil {
		return record.Find(pid)
	}
	list, err := record.List(ctx)
	if err != nil {
		return record.Process{}, err
	}
	var found []record.Process
	for _, p := range list {
		if p.Name == who {
			found = append(found, p)
		}
	}
	for _, p := range list {
		if len(found) == 0 || found[0].Name != who {
			if strings.Contains(strings.ToLower(p.Name), strings.ToLower(who)) {
				found = append(found, p)
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0 && who == "":
		return record.Process{}, errors.New("no program that can be recorded is running there")
	case len(found) == 0:
		return record.Process{}, fmt.Errorf("%s: no running program that can be recorded has this in its name; memcity record --list shows all", who)
	}
	var all []string
	for _, p := range found {
		all = append(all, fmt.Sprintf("%s (%d)", p.Name, p.PID))
	}
	if who == "" {
		return record.Process{}, cli.Usagef("several programs are running there: %s; give a process ID", strings.Join(all, ", "))
	}
	return record.Process{}, cli.Usagef("%s: several programs have this in their names: %s; give a process ID", who, strings.Join(all, ", "))
}

// Program is a running program in the output of record --list.
type Program struct {
	PID       int    `json:"pid"`
	Runtime   string `json:"runtime"` // jvm or v8
	Name      string `json:"name"`
	Command   string `json:"command"`
	VM        string `json:"vm,omitempty"`
	Java      int    `json:"java,omitempty"`
	Started   int64  `json:"started_unix_ms,omitempty"`
	User      string `json:"user,omitempty"` // empty for the current user
	Container bool   `json:"own_file_system,omitempty"`
	Usable    bool   `json:"usable"`
	Refusal   string `json:"refusal,omitempty"`
	NoAgent   string `json:"no_agent,omitempty"`
}

// listedPrograms is the output of record --list.
type listedPrograms struct {
	Programs []Program `json:"programs"`
}

func listPrograms(c *cli.Call, rest []string, format string) error {
	if len(rest) > 0 {
		return cli.Usagef("record --list: takes no arguments")
	}
	if err := cli.CheckFormat(format, "table", "json"); err != nil {
		return err
	}
	list, err := record.List(c.Ctx)
	if err != nil {
		return err
	}
	out := &listedPrograms{Programs: []Program{}}
	for _, p := range list {
		out.Programs = append(out.Programs, Program{p.PID, p.Runtime.String(), p.Name, p.Command, p.VM, p.Version, p.Started, p.User, p.Elsewhere,
			p.Refusal == "", p.Refusal, p.NoAgent})
	}
	return c.Print(format, out)
}

func (l *listedPrograms) Table(out io.Writer) error {
	if len(l.Programs) == 0 {
		_, err := fmt.Fprintln(out, "no Java, Node.js or .NET program is running; memcity record -- COMMAND starts one, or a program in Python or Ruby")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "pid\tprogram\truntime\trunning\t")
	for _, p := range l.Programs {
		runtime, running := p.VM, "?"
		if p.Runtime == trace.JVM.String() {
			runtime = "Java"
			if p.Java > 0 {
				runtime = fmt.Sprintf("Java %d", p.Java)
			}
		}
		if p.Started > 0 {
			running = time.Since(time.UnixMilli(p.Started)).Round(time.Second).String()
		}
		note := ""
		switch {
		case p.Refusal != "":
			note = "cannot be recorded: " + p.Refusal
		case p.NoAgent != "":
			note = "only with --mode dumps or histograms: " + p.NoAgent
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", p.PID, cmp.Or(p.Command, p.Name), runtime, running, note)
	}
	return w.Flush()
}

// errNothing reports that a recording has no GC point.
var errNothing = errors.New("nothing was recorded: the program had no GC point")
