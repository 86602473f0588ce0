// Package gclog reads the garbage collection logs of Java virtual machines and of Go. It supports -Xlog:gc and -Xlog:gc* (JDK 9 and later) with
// any decorations, -XX:+PrintGC and -XX:+PrintGCDetails (JDK 8), and the XML of OpenJ9 and IBM J9 (-Xverbosegclog). It combines the lines of
// each GC.
//
// In JDK 9 and later, a line consists of decorations in brackets, the number of a GC and a text. The relevant texts end with sizes or a
// duration:
//
//	[1.376s][info][gc,start] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
//	[1.381s][info][gc      ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 4.764ms
//	[5.334s][info][gc      ] GC(22) Pause Remark 21M->17M(36M) 2.585ms
//	[5.370s][info][gc      ] GC(22) Concurrent Mark Cycle 70.289ms
//	[0.542s][info][gc      ] GC(0) Garbage Collection (Warmup) 6M(12%)->4M(8%)
//	[0.463s][info][gc      ] Allocation Stall (main) 1.953ms
//
// JDK 8 nests brackets:
//
//	2026-01-02T03:04:05.678+0000: 0.123: [GC (Allocation Failure) [PSYoungGen: 65K->10K(76K)] 65K->12K(251K), 0.0123 secs]
//
// OpenJ9 writes a tag per line. The program is stopped from exclusive-start to exclusive-end:
//
//	<exclusive-end id="13" timestamp="2026-01-02T03:04:05.703" durationms="25.388" />
//
// Its dates have no time zone and are taken as UTC. Its sizes are exact.
//
// Go writes a line per GC with GODEBUG=gctrace=1. The program is stopped in the first and the last phase:
//
//	gc 11 @0.013s 7%: 0.037+2.6+0.004 ms clock, 0.075+0.035/0.023/0.071+0.009 ms cpu, 5->24->22 MB, 5 MB goal, 0 MB stacks, 0 MB globals, 2 P
//
// Sizes are as precise as the log: whole megabytes in most lines, kilobytes where the log has the generations of the Serial, Parallel and
// CMS collectors. Times have the precision of the decoration, durations the precision of the text.
//
// Lines that are damaged, longer than [MaxLine], or not part of a log are skipped and counted. At most [MaxGCs] GCs are read.
package gclog

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"time"
)

// Limits for reading.
const (
	MaxLine      = 64 << 10
	MaxGCs       = 16 << 20
	MaxHistogram = 16 << 20 // bytes of text
)

// ErrTooMany reports that a log has more than [MaxGCs] GCs or stops.
var ErrTooMany = errors.New("more than 16777216 GCs or safepoints")

// A GC is a garbage collection. Times are relative to time zero of the log.
type GC struct {
	Number     uint32 // 0-based, as in the log; numbers continue if the program was restarted
	Start, End time.Duration
	Pause      time.Duration // sum of its pauses
	Kind       string        // such as "Young (Normal)" or "Concurrent Mark Cycle"
	Cause      string        // empty if not reported
	// Before, After and Capacity are in bytes; 0 if not reported. Other GCs may happen during a cycle of G1, so its sizes are taken from
	// the pause that freed the most.
	Before, After, Capacity int64
	Concurrent              bool // the program ran during the GC, except for its pauses
}

// A Stall is a period in which a thread waited for memory.
type Stall struct{ Start, End time.Duration }

// A Histogram is the text of a class histogram in a log.
type Histogram struct {
	At     time.Duration
	Number uint32 // of the GC
	After  bool   // whether it was printed after the full GC, not before it
	Plain  bool   // whether it was printed on request, outside a GC; Number is meaningless
	Text   []byte // lines without decorations; valid until the next call
}

// A Log is the content of a log.
type Log struct {
	Collector string // such as G1; empty if not reported
	Version   string // of the VM; empty if not reported
	GCs       []GC   // in the order of their ends
	Stops     Stops
	Stalls    []Stall
	Timed     bool // whether lines have times

	// FromStart means that time zero is the start of the program. Otherwise, it is the first line with a time.
	FromStart bool
	StartUnix int64         // wall-clock time of time zero in ms since 1970; 0 if unknown
	First     time.Duration // of the first line
	Last      time.Duration // of the last line

	Lines       int64
	Skipped     int64 // lines that are damaged or not part of a log
	SkippedLine int64 // number of the first skipped line, 1-based
	Restarts    int   // number of restarts of the program
	Open        bool  // the last GC has no end
}

// A Reader reads a log.
type Reader struct {
	// Found is called with every class histogram. It may be nil.
	Found func(Histogram)

	log   Log
	line  decoration
	clock clock
	names names
	gcs   []collection
	byID  map[uint32]int // index into gcs, since the last restart
	last  uint32         // newest GC number
	base  uint32         // added to GC numbers

	paused     time.Duration // sum of the pauses since the last safepoint
	operation  *splitName    // at the current safepoint; nil if unknown
	operations names
	trigger    string // reason for the next cycle of Shenandoah
	cancelled  string // why the cycle of Shenandoah was canceled
	histogram  histogramText
	legacy     legacyText
	j9         j9Text
	marks      int // number of lines that only occur in GC logs
	decorated  bool
	began      bool // a line with a time has been read
}

// Read reads a log. For a log in several files, call it once per file, in order of time. The error is an error of src or [ErrTooMany]; data
// read before it remains.
func (r *Reader) Read(src io.Reader) error {
	buf := make([]byte, 4*MaxLine)
	kept, long := 0, false // bytes of an incomplete line; whether the line is too long
	for {
		n, err := src.Read(buf[kept:])
		rest := buf[:kept+n]
		for {
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				break
			}
			if long || end > MaxLine {
				r.skip()
			} else {
				r.take(rest[:end])
			}
			rest, long = rest[end+1:], false
			if len(r.gcs) > MaxGCs || r.log.Stops.count > MaxGCs {
				return ErrTooMany
			}
		}
		if kept = copy(buf, rest); kept > MaxLine {
			kept, long = 0, true
		}
		switch {
		case err == nil:
			continue
		case err != io.EOF:
			return err
		case long:
			r.skip()
		case kept > 0:
			r.take(buf[:kept])
		}
		return nil
	}
}

func (r *Reader) skip() {
	r.log.Lines++
	r.damaged()
}

// damaged counts the current line as skipped.
func (r *Reader) damaged() {
	if r.log.Skipped++; r.log.Skipped == 1 {
		r.log.SkippedLine = r.log.Lines
	}
}

// take reads a line.
func (r *Reader) take(line []byte) {
	r.log.Lines++
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if len(line) == 0 {
		return
	}
	if r.legacy.pending && (r.histogram.open || bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("num "))) {
		r.histogramLine(r.clock.last, uint32(len(r.gcs)), line)
		return
	}
	if (r.histogram.plain || (line[0] == ' ' || line[0] == 'n') && isHeading(line)) && r.plainHistogramLine(line) {
		return
	}
	if start := bytes.TrimLeft(line, " \t"); len(start) > 0 && start[0] == '<' && r.j9Line(start) {
		return
	}
	if r.golang(line) {
		return
	}
	text, ok := r.legacy.line(line)
	if r.legacy.lost {
		r.legacy.lost = false
		r.damaged()
	}
	if !ok && bytes.HasPrefix(text, []byte(stoppedText)) {
		r.legacyStopped(line, text[len(stoppedText):])
		return
	}
	if ok {
		r.legacyLine(text)
		return
	}
	text, ok = r.line.split(line)
	switch {
	case !ok:
		if r.decorated || line[0] == '[' {
			r.damaged()
		}
		return
	case r.line.other:
		r.decorated = true
		r.passed(r.clock.read(&r.line))
		return
	case r.line.count > 0:
		r.decorated = true
	case r.decorated: // output of the program
		r.damaged()
		return
	}
	if r.line.gc || r.line.safepoint {
		r.marks++
	}
	number, rest, numbered := gcNumber(text)
	at := r.clock.read(&r.line)
	if numbered && r.restarted(at, number) {
		at = r.clock.restart(&r.line)
		r.restart()
	}
	r.passed(at)
	if numbered {
		r.ofGC(number, at, rest)
	} else {
		r.ofVM(at, text)
	}
}

// passed stores the time of a line.
func (r *Reader) passed(at time.Duration) {
	if r.clock.timed && !r.began {
		r.began, r.log.First = true, at
	}
	r.log.Last = max(r.log.Last, at)
	r.clock.last = at
}

// gcNumber removes "GC(12) " from the start of a text and returns the number.
func gcNumber(text []byte) (number uint32, rest []byte, ok bool) {
	if len(text) < 6 || text[0] != 'G' || text[1] != 'C' || text[2] != '(' {
		return 0, text, false
	}
	n := uint64(0)
	for i := 3; i < len(text) && i < 14; i++ {
		c := text[i]
		if c == ')' && i > 3 && i+1 < len(text) && text[i+1] == ' ' && n < 1<<31 {
			return uint32(n), text[i+2:], true
		}
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + uint64(c-'0')
	}
	return 0, text, false
}

// ofVM reads a text that does not belong to a GC.
func (r *Reader) ofVM(at time.Duration, text []byte) {
	switch {
	case len(text) < 6:
	case r.line.safepoint:
		r.safepointLine(at, text)
	case text[0] == 'U' && bytes.HasPrefix(text, []byte("Using ")):
		if name := string(text[6:]); r.decorated && r.line.gc || slices.Contains(collectors, name) {
			r.marks++
			r.log.Collector = name
		}
	case text[0] == 'V' && bytes.HasPrefix(text, []byte("Version: ")):
		r.log.Version = string(text[9:])
	case text[0] == 'A' && bytes.HasPrefix(text, []byte("Allocation Stall ")):
		if end, ok := closing(text); ok && end.timed {
			r.log.Stalls = append(r.log.Stalls, Stall{max(0, at-end.took), at})
		} else {
			r.damaged()
		}
	case text[0] == 'T' && bytes.HasPrefix(text, []byte("Trigger")):
		r.trigger = sentence(text)
	case text[0] == 'C' && bytes.HasPrefix(text, []byte("CommandLine flags: -XX:")):
		r.marks++ // JDK 8 starts every file with the options
	case text[0] == 'C' && bytes.HasPrefix(text, []byte("Cancelling GC: ")):
		r.cancelled = string(text[len("Cancelling GC: "):])
	case text[0] == 'C' && bytes.HasPrefix(text, []byte(histogramTitle)):
		r.histogram.title(text)
	case r.histogram.open:
		r.histogramLine(at, 0, text)
	}
}

// collectors are the collector names in the first line of a log.
var collectors = []string{"G1", "Serial", "Parallel", "Concurrent Mark Sweep", "The Z Garbage Collector", "Shenandoah",
	"Epsilon", "Epsilon, non-resizeable heap"}

// restarted reports whether the number of a GC and the time show that the program was restarted.
func (r *Reader) restarted(at time.Duration, number uint32) bool {
	return number < r.last && r.line.uptime >= 0 && at < r.log.Last-time.Second
}

func (r *Reader) restart() {
	r.log.Restarts++
	r.base += r.last + 1
	r.last = 0
	clear(r.byID)
}

// Last returns the time of the last line read.
func (r *Reader) Last() time.Duration { return r.log.Last }

// Log returns the data read so far.
func (r *Reader) Log() *Log {
	l := r.log
	l.Timed, l.FromStart, l.StartUnix = r.clock.timed, r.clock.fromStart, r.clock.startUnix
	whole := len(r.gcs)
	for whole > 0 && !r.gcs[whole-1].closed {
		l.Open = l.Open || r.gcs[whole-1].lines > 0
		whole--
	}
	l.GCs = make([]GC, 0, len(r.gcs))
	for i := range r.gcs {
		if r.gcs[i].lines > 0 && (i < whole || r.gcs[i].Pause > 0) { // an unfinished cycle has stopped the program, too
			l.GCs = append(l.GCs, r.gcs[i].finish())
		}
	}
	slices.SortStableFunc(l.GCs, func(a, b GC) int { return cmp.Compare(a.End, b.End) })
	l.Stops.gcs = r.gcs
	return &l
}
