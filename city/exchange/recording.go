package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/city/trees"
	"memcity/words"
)

// Program is a running program that can be chosen for recording.
type Program struct {
	PID       int
	Name      string        // main class, jar or command
	Arguments string        // arguments after the name, shortened
	VM        string        // such as "OpenJDK 17.0.9"; empty if unknown
	Running   time.Duration // time since its start; negative if unknown
	User      string        // name of the owner; empty if unknown
	Foreign   bool          // the owner is another user
	Folder    string        // current folder, as the program sees it; empty if unknown
	Problem   string        // why it cannot be recorded, in words; empty if it can
}

// RecordMode selects how a program is recorded.
type RecordMode uint8

// Modes.
const (
	RecordSampled    RecordMode = iota // every object at GC points, allocation sites of a sample
	RecordExact                        // every allocation as well
	RecordCounts                       // objects and bytes of each type, no single objects
	RecordDumps                        // heap dumps by the JVM, without an agent
	RecordHistograms                   // objects and bytes of each type, counted by the JVM, without an agent
	recordModes
)

var recordModeNames = [...]string{"sampled", "exact", "counts", "dumps", "histograms"}

func (m RecordMode) String() string { return recordModeNames[m] }

// ParseRecordMode reads "sampled", "exact", "counts", "dumps" or "histograms".
func ParseRecordMode(text string) (RecordMode, error) {
	return trees.ParseName[RecordMode]("mode", recordModeNames[:], text)
}

// Limits of [RecordOptions].
const (
	MaxRecordDepth  = 64
	MaxRecordBudget = 100 // percent
	MaxRecordEvery  = 24 * time.Hour
)

// RecordOptions contains the user's choices for a recording.
type RecordOptions struct {
	Mode   RecordMode
	Depth  int           // call sites of an allocation site, 1 … MaxRecordDepth
	Budget int           // percent of the run time for GC points, 1 … MaxRecordBudget
	Every  time.Duration // minimum interval between GC points, up to MaxRecordEvery
	Out    string        // output file; empty for one named after the program and the time
}

// DefaultRecordOptions returns options that suit most programs.
func DefaultRecordOptions() RecordOptions {
	return RecordOptions{Depth: 16, Budget: 5, Every: RecordSampled.every()}
}

// every returns the default interval between GC points of a mode. It is longer for more expensive points.
func (m RecordMode) every() time.Duration {
	switch m {
	case RecordDumps:
		return 10 * time.Second
	case RecordHistograms:
		return 2 * time.Second
	}
	return 500 * time.Millisecond
}

// With returns o for another mode. If the interval is the default of the old mode, it changes to that of the new mode.
func (o RecordOptions) With(m RecordMode) RecordOptions {
	if o.Every == o.Mode.every() {
		o.Every = m.every()
	}
	o.Mode = m
	return o
}

// Normal returns o with every value inside its range.
func (o RecordOptions) Normal() RecordOptions {
	if o.Mode >= recordModes {
		o.Mode = RecordSampled
	}
	o.Depth = min(max(o.Depth, 1), MaxRecordDepth)
	o.Budget = min(max(o.Budget, 1), MaxRecordBudget)
	o.Every = min(max(o.Every, 0), MaxRecordEvery)
	return o
}

// RecordRequest configures a recording.
type RecordRequest struct {
	PID     int      // of a running program; 0 to start Command
	Command []string // program and arguments
	Folder  string   // working directory; empty for that of this program
	RecordOptions
}

// RecordStatus is the progress of a recording. It is a value; its slices are read-only.
type RecordStatus struct {
	Program string
	PID     int    // 0 if unknown
	File    string // output file
	Started bool   // true if the program was started for the recording, so that it has Output and ends with the window

	For      time.Duration // recorded time so far
	Points   int           // GC points written
	GCs      int           // completed GCs; not all become GC points
	Objects  int64         // live at the newest GC point
	Size     int64         // of the file, in bytes
	Overhead float64       // share of the run time that recording took, 0 … 1; negative if unknown
	Held     int           // the budget in percent if it delays GC points; otherwise 0
	Warnings []string      // non-fatal faults and omissions, oldest first
	Output   []string      // last lines of the program's output

	Ended  bool
	Exited bool  // true if the program has ended, with status Exit
	Exit   int   // in the convention of shells
	Err    error // why the recording ended early; nil if it did not
}

// judgedPoints is the number of GC points needed to distinguish growth from noise, as in analysis/guide.
const judgedPoints = 3

// Statuses of programs that the user ended, with Ctrl+C or kill.
const (
	interrupted = 128 + 2
	terminated  = 128 + 15
)

// FewPoints returns advice for a recording that ended with too few GC points; empty if there are enough, or none. status is that of the program;
// 0 if it is unknown. A program that failed would end as early with other options.
func FewPoints(points, status int) string {
	if points == 0 || points >= judgedPoints {
		return ""
	}
	text := fmt.Sprintf("too few GC points to show growth: %d of %d", points, judgedPoints)
	switch status {
	case 0, interrupted, terminated:
		return text + "; record for longer, or with a shorter time between points (--every) or a larger budget (--budget)"
	}
	return text + "; the program " + words.ExitText(status)
}

// RecordFault is the reason that a program cannot be recorded as requested.
type RecordFault struct {
	Text  string
	Dumps bool // true if recording by heap dumps may work, because it needs no agent
}

func (f *RecordFault) Error() string { return f.Text }

// MaxCommand is the maximum length of a typed command line, in bytes.
const MaxCommand = 8000

// SplitCommand splits a command line into words like a shell: at blanks, except those in single or double quotes or after a backslash. It
// does not interpret other shell syntax, such as $ and *. A backslash before anything but a blank or a quote is an ordinary character, as
// in Windows paths.
func SplitCommand(line string) ([]string, error) {
	if len(line) > MaxCommand {
		return nil, fmt.Errorf("command line: longer than %d bytes", MaxCommand)
	}
	var words []string
	var word strings.Builder
	var quote byte
	within := false
	for i := 0; i < len(line); i++ {
		b := line[i]
		blank := b == ' ' || b == '\t' || b == '\n'
		switch {
		case b == '\\' && i+1 < len(line) && escapes(quote, line[i+1]):
			i++
			word.WriteByte(line[i])
			within = true
		case quote != 0 && b == quote:
			quote = 0
		case quote == 0 && (b == '\'' || b == '"'):
			quote, within = b, true
		case quote == 0 && blank && within:
			words = append(words, word.String())
			word.Reset()
			within = false
		case quote != 0 || !blank:
			word.WriteByte(b)
			within = true
		}
	}
	if within {
		words = append(words, word.String())
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("command line: a %c is not closed", quote)
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("command line: there is no program to start")
	}
	return words, nil
}

// escapes reports whether a backslash escapes the next byte, inside the given quote or outside for 0.
func escapes(quote, next byte) bool {
	if quote == 0 {
		return next == ' ' || next == '\'' || next == '"'
	}
	return quote == '"' && next == '"'
}

// liveSchemes are the URL schemes of programs that are watched over a network.
var liveSchemes = []string{"ws://", "wss://"}

// IsAddress reports whether a text entered in place of a file is an address to watch.
func IsAddress(text string) bool {
	return slices.ContainsFunc(liveSchemes, func(s string) bool { return strings.HasPrefix(strings.ToLower(text), s) && len(text) > len(s) })
}
