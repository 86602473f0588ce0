package agent

import (
	"fmt"
	"strings"
	"time"
)

// MaxReach is the maximum number of frames of a sample.
const MaxReach = 128

// Options contains the options of the agent. Zero values select the agent's defaults unless noted otherwise.
type Options struct {
	// Socket is the path of a Unix socket or, in the form 127.0.0.1:PORT, a port on this machine.
	Socket string
	// Token authenticates the agent to the collector, so that no other program can take the agent's place. It has at most 79 bytes. All
	// users of the machine can read it in the program's arguments: use it only in tests.
	Token string
	// TokenFile is the path of a file that contains the token, as seen by the VM.
	TokenFile string
	// Mode is sampled, exact or counts; sampled by default.
	Mode string
	// Depth is the number of frames kept per call chain, at most 64; 16 by default.
	Depth int
	// Reach is the number of frames sent per sample if it exceeds Depth, at most 128. The collector keeps the frames up to the innermost
	// frame of the program's own code.
	Reach int
	// Interval is the mean number of bytes between two sampled allocations in mode sampled; 512 KiB by default.
	Interval int64
	// Every is the minimum time between two heap walks; 100 ms by default.
	Every time.Duration
	// Budget is the share of the run time that walks may take, in percent; 5 by default. Runs shorter than 40 s may exceed it by 4 s times
	// the budget, 0.2 s by default.
	Budget int
	// MaxPause is the maximum time for which a walk may stop the program; 1 s by default. The agent skips a walk that would take longer, and
	// aborts one that does. It then counts the objects by type instead.
	MaxPause time.Duration
	// Memory is the maximum memory of the agent inside the VM, in bytes; 64 MiB by default. The VM itself needs about 60 more bytes for each
	// recorded object.
	Memory int64
	// MaxObjects is the maximum number of objects for a walk; 50 million by default. In a larger heap they are only counted.
	MaxObjects int64
	// NoFinal disables the point at the end of the program, which is subject to the budget too.
	NoFinal bool
	// TagAll gives every object its identity when it is allocated, in mode exact.
	TagAll bool
	// Check verifies the agent in mode exact: one site in every Check is also read from the VM and compared. The number of differences is
	// reported at the end. By default, one in 4,096 is compared and only a difference is reported.
	Check int
	// NoInternals disables the use of the VM's internal structures, as in untested versions of the VM.
	NoInternals bool
	// Collections is the path of the jar that records collections, as seen by the VM; empty for none.
	Collections string
	// KeepGarbage skips the GC before points that are requested by jcmd's JVMTI.data_dump.
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

// escape encodes bytes that would end a value, or that JAVA_TOOL_OPTIONS would interpret, as %XX.
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
