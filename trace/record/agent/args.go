package agent

import (
	"fmt"
	"strings"
	"time"
)

// MaxReach is the most frames of a sample.
const MaxReach = 128

// Options say what the agent records. Zero values stand for the agent's defaults unless said otherwise.
type Options struct {
	// Socket is the path of a Unix socket or, as 127.0.0.1:PORT, a port of this machine.
	Socket string
	// Token is what the collector expects, so that nobody else takes the agent's place. At most 79 bytes. All users of the machine
	// can read it among the program's arguments: it is for tests.
	Token string
	// TokenFile is the path of a file that holds the token, as the VM sees it.
	TokenFile string
	// Mode is sampled, exact or counts; sampled by default.
	Mode string
	// Depth is the number of frames kept of a call chain, at most 64; 16 by default.
	Depth int
	// Reach is the number of frames sent for a sample, if larger than Depth; at most 128. The collector keeps the frames up to the program's
	// innermost frame.
	Reach int
	// Interval is the mean number of bytes between two allocations whose site is taken, in mode sampled; 512 KiB by default.
	Interval int64
	// Every is the least time between two walks; 100 ms by default.
	Every time.Duration
	// Budget is the share of the run time that walks may take, in per cent; 5 by default. Runs of less than 40 s may exceed
	// it by at most 4 s of the budget, 0.2 s by default.
	Budget int
	// MaxPause is the longest time that the program may stand still at once; 1 s by default. A look at the heap that would take
	// longer is not made, one that does is given up, and the objects are counted by type instead.
	MaxPause time.Duration
	// Memory is the most that the agent takes inside of the VM, in bytes; 64 MiB by default. The VM takes some 60 bytes more for each
	// object that is recorded.
	Memory int64
	// MaxObjects is the largest heap that is walked; larger ones are counted. 50 million by default.
	MaxObjects int64
	// NoFinal leaves out the point at the end of the program, which is within the budget too.
	NoFinal bool
	// TagAll gives every object its identity when it is allocated, in mode exact.
	TagAll bool
	// Check is for finding faults of the agent: in mode exact one of so many sites is also read from the VM and compared, and how
	// many differed is reported at the end. By default it is one of 4,096, and only a difference is reported.
	Check int
	// NoInternals has the agent do without the VM's internal structures, as in versions of it that were not tested.
	NoInternals bool
	// Collections is the path of the jar that records collections, as the VM sees it; empty for none.
	Collections string
	// KeepGarbage lets points that are requested by jcmd's JVMTI.data_dump be without a GC before.
	KeepGarbage bool
}

// Args returns the option string of the agent.
func Args(o Options) string {
	var parts []string
	add := func(name, value string, is bool) {
		if is {
			parts = append(parts, name+"="+escape(value))
		}
	}
	add("socket", o.Socket, true)
	add("token", o.Token, o.Token != "")
	add("tokenfile", o.TokenFile, o.TokenFile != "")
	add("mode", o.Mode, o.Mode != "")
	for _, n := range []struct {
		name  string
		value int64
	}{{"depth", int64(o.Depth)}, {"reach", int64(o.Reach)}, {"interval", o.Interval}, {"every", o.Every.Milliseconds()}, {"budget", int64(o.Budget)},
		{"pause", o.MaxPause.Milliseconds()}, {"memory", o.Memory}, {"max", o.MaxObjects}} {
		add(n.name, fmt.Sprint(n.value), n.value != 0)
	}
	add("final", "0", o.NoFinal)
	add("tag", "all", o.TagAll)
	add("check", fmt.Sprint(o.Check), o.Check != 0)
	add("internals", "0", o.NoInternals)
	add("collect", "0", o.KeepGarbage)
	add("uses", o.Collections, o.Collections != "")
	return strings.Join(parts, ",")
}

// escape writes what would end a value, and what JAVA_TOOL_OPTIONS would take for its own, as %XX.
func escape(value string) string {
	var b strings.Builder
	for _, c := range []byte(value) {
		if c <= ' ' || strings.IndexByte(`,%="'`, c) >= 0 {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
