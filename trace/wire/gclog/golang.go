package gclog

import (
	"bytes"
	"regexp"
	"time"
)

// goLine matches a line of Go. The groups are the number of the GC, the time of its start in s, the durations of its phases in ms, the heap at
// the start and the live heap at the end in MB, and a remark.
var goLine = regexp.MustCompile(`^gc (\d{1,9}) @(\d{1,9}(?:\.\d{1,9})?)s \d+%[^:]{0,99}: ([\d.]{1,15})\+([\d.]{1,15})\+([\d.]{1,15}) ms clock, [\d./+]+ ms cpu, ` +
	`(\d{1,9})->\d+->(\d{1,9}) MB, \d+ MB goal,.* \d+ P( \(forced\))?`)

// isGoLine reports whether a line may be one of Go, at little cost.
func isGoLine(line []byte) bool {
	return len(line) > 5 && line[0] == 'g' && line[1] == 'c' && line[2] == ' ' && line[3] >= '0' && line[3] <= '9'
}

// golang reads a line of Go. It returns false if the line is from something else. Each GC has one line, which Go writes at its end.
func (r *Reader) golang(line []byte) bool {
	if !isGoLine(line) {
		return false
	}
	m := goLine.FindSubmatch(line)
	if m == nil {
		if bytes.Contains(line, []byte(" ms clock, ")) {
			r.damaged()
			return true
		}
		return false
	}
	number, _, _ := whole(m[1])
	at, _, _ := decimal(m[2])
	var phases [3]time.Duration
	took := time.Duration(0)
	for i := range phases {
		ms, _, _ := decimal(m[3+i])
		phases[i] = time.Duration(ms / 1000)
		took += phases[i]
	}
	r.marks++
	r.log.Collector = "Go"
	r.clock.timed, r.clock.fromStart = true, true
	n := uint32(max(number, 1) - 1)
	if _, again := r.byID[n]; again || n < r.last {
		r.clock.zero = r.clock.last
		r.restart()
	}
	start := r.clock.zero + time.Duration(at)
	r.passed(start)
	r.passed(start + took)
	c := r.of(n)
	c.extend(start+took, took)
	c.Concurrent, c.closed, c.Kind = true, true, "Mark"
	if len(m[8]) > 0 {
		c.Cause = "runtime.GC()"
	}
	before, _, _ := whole(m[6])
	after, _, _ := whole(m[7])
	c.Before, c.After = before<<20, after<<20
	c.Pause = phases[0] + phases[2]
	r.stop(c, start, phases[0], r.names.split([]byte("Sweep Termination")))
	r.stop(c, start+phases[0]+phases[1], phases[2], r.names.split([]byte("Mark Termination")))
	return true
}
