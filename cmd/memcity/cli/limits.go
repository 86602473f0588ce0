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
	"memcity/trace/scratch"
	"memcity/words"
)

// limits are how much memory a command may use, where it keeps what it has no memory for, and for how long it may work.
type limits struct {
	memory  string
	scratch string
	noIndex bool
	timeout time.Duration
	account *memory.Account
	folder  *scratch.Folder
	index   *index.Folder // nil for none
	before  func()        // has indexes be where they were before
}

// register adds the options that a command has.
func (l *limits) register(c *Call, set *pflag.FlagSet) {
	if c.Plain {
		return
	}
	set.StringVar(&l.memory, "memory", "", "")
	set.BoolVar(&l.noIndex, "no-index", false, "") // without effect where no index is made, so that scripts may always add it
	if !c.Endless {
		set.DurationVar(&l.timeout, "timeout", 0, "")
		set.StringVar(&l.scratch, "scratch", "", "")
	}
}

// makesIndexes reports whether what the command finds out about large inputs is kept.
func (c *Call) makesIndexes() bool { return c.Program.Indexes && !c.Once }

// NoIndex is the limit that takes no value.
const NoIndex = "--no-index"

// IsLimit reports whether an option is a limit, which may stand before a command as well.
func IsLimit(option string) bool {
	return slices.Contains([]string{"--memory", "--timeout", "--scratch", NoIndex}, option)
}

// limitsLast moves limits that are typed before a command behind it, where its other options are.
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

// limit begins to hold the limits, which are known now.
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

// keepIndexes has indexes of large dumps be kept, unless columns are in files: then the disk is needed for these.
func (l *limits) keepIndexes() {
	path, err := index.DefaultPath()
	if l.noIndex || l.folder != nil || err != nil {
		return
	}
	l.index = index.In(path, index.Least, index.Limit, time.Now)
	l.before = index.Use(l.index)
}

// endIndexes waits until what is kept is written. A command that goes on until the user ends it gives up what is not.
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

// patience is how long a command may go on after it was interrupted. Where it has not looked at its context by then, the process ends:
// files are written under another name until they are whole, so that nothing is left half done.
const patience = 200 * time.Millisecond

// Memory shares out the memory of the process.
func (c *Call) Memory() *memory.Account {
	if c.limits.account == nil { // the command is plain
		c.limits.account = memory.NewAccount(allowance.None)
	}
	return c.limits.account
}

// Reading returns the context for reading heap states without a session, for some work.
func (c *Call) Reading(work memory.Work) (ctx context.Context, end func()) {
	ctx, task := c.Memory().Part(c.Ctx, work)
	return task.Admitting(ctx), task.End
}

// opening returns the context for opening recordings. What archives are unpacked to stays in memory.
func (c *Call) opening() context.Context {
	ctx := c.Memory().Lasting(c.Ctx, memory.Counts)
	return c.Memory().TaskOf(ctx).Admitting(c.Ctx)
}

// timeout is the error of a command that was ended by --timeout.
type timeout struct{ after time.Duration }

func (t *timeout) Error() string { return fmt.Sprintf("ended after %s by --timeout", t.after) }

// explain makes err, which a command ended with, one that says what its limits have to do with it.
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

// offers says what fits in place of what was refused.
func (c *Call) offers(r *memory.Refused) string {
	if need, disk, fits := r.WithFiles(); fits && scratch.Possible && !c.Endless {
		return fmt.Sprintf("; with --scratch FOLDER it needs %s, and %s on the disk of the folder", words.Size(need), words.Size(disk))
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

// Garbage that is let grow, in percent of what is in use. Heap states are columns without pointers, which a collection does not look at:
// of large ones it costs hardly anything. With 18 million objects analyze takes 1.06 GB with 96 MiB of garbage and 1.13 with 256, structures
// 1.22 and 1.43, in the same time; without bound it was 2.8. With 3 million it would take a tenth more time to collect often.
const (
	largeHeap    = 1 << 30  // bytes of planned use, from which on less garbage is let grow
	largeGarbage = 96 << 20 // bytes of garbage then
	usualGrowth  = 100
	leastGrowth  = 6
)

// growth returns how much garbage is let grow while bytes are used.
func growth(used int64) int {
	if used < largeHeap {
		return usualGrowth
	}
	return int(max(leastGrowth, largeGarbage*100/used))
}

// collectOften returns what watches how much memory is used, and has garbage collected more often where that is much.
func collectOften() func(used int64) {
	now := usualGrowth
	return func(used int64) {
		if next := growth(used); next != now {
			now = next
			debug.SetGCPercent(next)
		}
	}
}

// restore sets the limit of memory and the growth of garbage to what they were, and has columns be in memory.
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

// maxBytes bounds what is read as a number of bytes.
const maxBytes = 1 << 40

// ParseBytes reads a number of bytes such as 512k or 1.5GB. The letters k, m and g stand for powers of 1,024, as in options of the VM,
// and so do KiB, MiB and GiB; kB, MB and GB for powers of 1,000. The name is that of the option, for the error.
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
