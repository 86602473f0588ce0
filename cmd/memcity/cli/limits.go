package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"memcity/city/memory"
	"memcity/city/memory/allowance"
	"memcity/trace/guard"
	"memcity/trace/index"
	"memcity/trace/open"
	"memcity/trace/scratch"
	"memcity/words"
)

// limits contains the options of all commands that open recordings: the memory, the folder for columns that do not fit in memory, the time,
// and the class files of the recorded program.
type limits struct {
	memory  string
	scratch string
	noIndex bool
	classes []string
	timeout time.Duration
	account *memory.Account
	folder  *scratch.Folder
	index   *index.Folder // nil for none
	before  func()        // restores the previous folder of indexes
}

// register adds the options of the command's limits.
func (l *limits) register(c *Call, set *pflag.FlagSet) {
	if c.Plain {
		return
	}
	set.StringVar(&l.memory, "memory", "", "")
	set.BoolVar(&l.noIndex, "no-index", false, "") // also accepted by commands that make no index, so that scripts can always pass it
	set.StringArrayVar(&l.classes, "classes", nil, "")
	if !c.Endless {
		set.DurationVar(&l.timeout, "timeout", 0, "")
		set.StringVar(&l.scratch, "scratch", "", "")
	}
}

// makesIndexes reports whether the command keeps an index of large inputs.
func (c *Call) makesIndexes() bool { return c.Program.Indexes && !c.Once }

// NoIndex is the only limit that takes no value.
const NoIndex = "--no-index"

// IsLimit reports whether an option is a limit. Limits may also be typed before a command.
func IsLimit(option string) bool {
	return slices.Contains([]string{"--memory", "--timeout", "--scratch", NoIndex}, option)
}

// limitsLast moves limits that are typed before a command to after its name.
func (p *Program) limitsLast(args []string) []string {
	n := 0
	for n < len(args) {
		name, _, joined := strings.Cut(args[n], "=")
		if !IsLimit(name) {
			break
		}
		if n++; !joined && name != NoIndex {
			n++
		}
	}
	if n == 0 || n >= len(args) || !slices.ContainsFunc(p.All(), func(c Command) bool { return c.Name == args[n] }) {
		return args
	}
	return slices.Concat(args[n:n+1], args[:n], args[n+1:])
}

// limit applies the limits once the options are parsed.
func (c *Call) limit(set *pflag.FlagSet) error {
	if c.Plain {
		return nil
	}
	read := c.Program.Allowance
	if read == nil {
		read = allowance.Read
	}
	may := read()
	if c.limits.memory != "" {
		bytes, err := ParseBytes("memory", c.limits.memory)
		if err != nil {
			return err
		}
		may = may.Within(bytes, "--memory")
	}
	c.limits.account = memory.NewAccount(may)
	if may.Limited() {
		debug.SetMemoryLimit(may.Bytes)
	}
	if c.limits.scratch != "" {
		folder, err := scratch.Use(c.limits.scratch, scratch.Least)
		if err != nil {
			return Usagef("scratch %w", err)
		}
		c.limits.folder = folder
		c.limits.account.KeepIn(folder)
	}
	if c.makesIndexes() {
		c.limits.keepIndexes()
	}
	if len(c.limits.classes) > 0 {
		c.Ctx = open.WithClasses(c.Ctx, c.limits.classes)
	}
	if os.Getenv("GOGC") == "" {
		c.limits.account.Watch(collectOften())
	}
	if set.Changed("timeout") {
		if c.limits.timeout <= 0 {
			return Usagef("timeout %s: expected a time such as 30s or 5m", c.limits.timeout)
		}
		ctx, cancel := context.WithCancelCause(c.Ctx)
		time.AfterFunc(c.limits.timeout, func() { cancel(&timeout{c.limits.timeout}) })
		c.Ctx = ctx
	}
	if exit := c.Program.exit; exit != nil && !c.Endless {
		context.AfterFunc(c.Ctx, guard.Safe(func() {
			time.Sleep(patience)
			c.meter.clear()
			exit(errors.Join(c.explain(c.Ctx.Err()), c.Program.profile.endSoon()))
		}))
	}
	return nil
}

// keepIndexes keeps indexes of large dumps, unless columns are in files: these need the disk.
func (l *limits) keepIndexes() {
	path, err := index.DefaultPath()
	if l.noIndex || l.folder != nil || err != nil {
		return
	}
	l.index = index.In(path, index.Least, index.Limit, time.Now)
	l.before = index.Use(l.index)
}

// endIndexes waits until the indexes are written. For an endless command it discards unfinished indexes instead.
func (l *limits) endIndexes(endless bool) {
	if l.index == nil {
		return
	}
	if endless {
		l.index.Close()
	} else {
		l.index.Wait()
	}
	l.before()
}

// patience is how long a command may run after an interrupt before the process ends. Files are written under another name until they
// are complete, so that none is left half done.
const patience = 200 * time.Millisecond

// Memory returns the account that shares out the memory of the process.
func (c *Call) Memory() *memory.Account {
	if c.limits.account == nil { // the command is plain
		c.limits.account = memory.NewAccount(allowance.None)
	}
	return c.limits.account
}

// Reading returns the context for reading heap states without a session, for the given work.
func (c *Call) Reading(work memory.Work) (ctx context.Context, end func()) {
	ctx, task := c.Memory().Part(c.Ctx, work)
	return task.Admitting(ctx), task.End
}

// opening returns the context for opening recordings. Unpacked archives stay in memory.
func (c *Call) opening() context.Context {
	ctx := c.Memory().Lasting(c.Ctx, memory.Counts)
	return c.Memory().TaskOf(ctx).Admitting(c.Ctx)
}

// timeout is the error of a command that --timeout ended.
type timeout struct{ after time.Duration }

func (t *timeout) Error() string { return fmt.Sprintf("ended after %s by --timeout", t.after) }

// explain adds the cause to err: the time limit and the work that it interrupted, or a command that needs less memory.
func (c *Call) explain(err error) error {
	var over *timeout
	switch {
	case err != nil && c.Ctx.Err() != nil && errors.As(context.Cause(c.Ctx), &over) && errors.Is(err, context.Canceled):
		if at := c.meter.place(); at != "" {
			return fmt.Errorf("%s: %w, while %s", c.Name, over, at)
		}
		return fmt.Errorf("%s: %w", c.Name, over)
	case memory.RefusedBy(err) != nil:
		return fmt.Errorf("%w%s", err, c.offers(memory.RefusedBy(err)))
	}
	return err
}

// offers returns a hint at work that fits in memory instead of the refused work; empty for none.
func (c *Call) offers(r *memory.Refused) string {
	if need, disk, fits := r.WithFiles(); fits && scratch.Possible && !c.Endless {
		return fmt.Sprintf("; with --scratch FOLDER it needs %s, and %s of disk space in the folder", words.Size(need), words.Size(disk))
	}
	offers := r.Offers()
	if len(offers) == 0 {
		return ""
	}
	command := slices.Concat([]string{"memcity", "tree"}, c.paths, []string{"--by", "type"})
	if offers[0].Work == memory.Sizes {
		command = append(command, "--sizes", "retained")
	}
	return fmt.Sprintf("; `%s` needs %s", words.ShellWords(command), words.Size(offers[0].Need))
}

// Garbage that may accumulate, in percent of the memory in use. The GC does not scan heap states, which are columns without pointers, so
// it is cheap even for large ones. With 18 million objects analyze takes 1.06 GB with 96 MiB of garbage and 1.13 with 256; structures
// 1.22 and 1.43, in the same time. Without a bound it took 2.8. With 3 million objects, frequent GCs would cost a tenth more time.
const (
	largeHeap     = 1 << 30  // planned use in bytes, above which less garbage may accumulate
	largeGarbage  = 96 << 20 // permitted garbage in such a heap, in bytes
	defaultGrowth = 100
	minGrowth     = 6
)

// growth returns the GC percentage for a given number of bytes in use.
func growth(used int64) int {
	if used < largeHeap {
		return defaultGrowth
	}
	return int(max(minGrowth, largeGarbage*100/used))
}

// collectOften returns a function that takes the bytes in use and makes the GC run more often when they are many.
func collectOften() func(used int64) {
	now := defaultGrowth
	return func(used int64) {
		if next := growth(used); next != now {
			now = next
			debug.SetGCPercent(next)
		}
	}
}

// restore returns a function that restores the memory limit and the GC percentage, ends the indexes, and keeps columns in memory again.
func (c *Call) restore() func() {
	limit, growth := debug.SetMemoryLimit(-1), debug.SetGCPercent(-1)
	debug.SetGCPercent(growth)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(growth)
		c.limits.endIndexes(c.Endless)
		if c.limits.folder != nil {
			c.limits.folder.Stop()
		}
	}
}

// maxBytes is the largest number of bytes that [ParseBytes] accepts.
const maxBytes = 1 << 40

// ParseBytes parses a number of bytes such as 512k or 1.5GB. The letters k, m and g stand for powers of 1,024, as in options of the VM,
// and so do KiB, MiB and GiB; kB, MB and GB stand for powers of 1,000. The given name is that of the option, for the error.
func ParseBytes(name, text string) (int64, error) {
	number, bytes := strings.CutSuffix(strings.TrimSpace(text), "B")
	number, binary := strings.CutSuffix(number, "i")
	step, factor := 1024.0, 1.0
	if bytes && !binary {
		step = 1000
	}
	number = strings.ToLower(strings.TrimSpace(number))
	for i, unit := range []string{"k", "m", "g"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, factor = strings.TrimSpace(rest), math.Pow(step, float64(i+1))
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if n *= factor; err != nil || strings.Trim(number, "0123456789.") != "" || n < 1 || n > maxBytes {
		return 0, Usagef("%s %q: expected bytes, such as 65536, 512k or 4m", name, text)
	}
	return int64(n), nil
}
