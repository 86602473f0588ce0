package exchange

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"memcity/city/trees"
)

// Program is a running program as it is offered for recording.
type Program struct {
	PID       int
	Name      string        // main class, jar or command
	Arguments string        // that follow it, shortened
	VM        string        // such as "OpenJDK 17.0.9"; empty if not known
	Running   time.Duration // since it was started; negative if not known
	Problem   string        // why it cannot be recorded, in words; empty if it can
}

// RecordMode is how a program is recorded.
type RecordMode uint8

// The modes.
const (
	RecordSampled    RecordMode = iota // every object at GC points, allocation sites of a sample
	RecordExact                        // every allocation as well
	RecordCounts                       // objects and bytes of each type, no single objects
	RecordDumps                        // heap dumps that the JVM writes itself, without an agent
	RecordHistograms                   // objects and bytes of each type, as the JVM counts them itself, without an agent
	recordModes
)

var recordModeNames = [...]string{"sampled", "exact", "counts", "dumps", "histograms"}

func (m RecordMode) String() string { return recordModeNames[m] }

// ParseRecordMode reads "sampled", "exact", "counts", "dumps" or "histograms".
func ParseRecordMode(text string) (RecordMode, error) {
	return trees.ParseName[RecordMode]("mode", recordModeNames[:], text)
}

// Bounds of [RecordOptions].
const (
	MaxRecordDepth  = 64
	MaxRecordBudget = 100 // per cent
	MaxRecordEvery  = 24 * time.Hour
)

// RecordOptions are the user's choices about a recording.
type RecordOptions struct {
	Mode   RecordMode
	Depth  int           // call sites of an allocation site, 1 … MaxRecordDepth
	Budget int           // per cent of the run time that GC points may take, 1 … MaxRecordBudget
	Every  time.Duration // least distance of two GC points, up to MaxRecordEvery
	Out    string        // file to write; empty for one named after the program and the time
}

// DefaultRecordOptions are those that suit most programs.
func DefaultRecordOptions() RecordOptions {
	return RecordOptions{Depth: 16, Budget: 5, Every: RecordSampled.every()}
}

// every is the least distance of GC points that suits a mode: the more a point costs, the longer.
func (m RecordMode) every() time.Duration {
	switch m {
	case RecordDumps:
		return 10 * time.Second
	case RecordHistograms:
		return 2 * time.Second
	}
	return 500 * time.Millisecond
}

// With returns o for another mode. The distance of GC points that suits the one before gives way to that of the other.
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

// RecordRequest says what is to be recorded, and how.
type RecordRequest struct {
	PID     int      // of a running program; 0 to start Command
	Command []string // program and arguments
	Folder  string   // to start it in; empty for that of this program
	RecordOptions
}

// RecordStatus is how far a recording is. It is a value; what it refers to is never written to.
type RecordStatus struct {
	Program string
	PID     int    // 0 if not known
	File    string // that is written
	Started bool   // the program was started for the recording, so it has Output and ends with the window

	For      time.Duration // recorded so far
	Points   int           // GC points written
	GCs      int           // that ended; not all become GC points
	Objects  int64         // live at the newest GC point
	Size     int64         // of the file, in bytes
	Overhead float64       // share of the run time that recording took, 0 … 1; negative if not known
	Held     int           // the budget in per cent, if GC points are due that it does not allow; else 0
	Warnings []string      // faults that did not end it, and what was left out, oldest first
	Output   []string      // last lines that the program wrote

	Ended  bool
	Exited bool  // the program has ended, with status Exit
	Exit   int   // as shells have it
	Err    error // why the recording ended early; nil if nothing is wrong
}

// judgedPoints is the number of GC points from which on growth can be distinguished from noise, as analysis/guide judges.
const judgedPoints = 3

// FewPoints says for a recording that ended what to do about too few GC points; empty if there are enough, or none.
func FewPoints(points int) string {
	if points == 0 || points >= judgedPoints {
		return ""
	}
	return fmt.Sprintf("too few GC points to see what grows: %d of %d; record for longer, or with a shorter time between points (--every) or a larger budget (--budget)",
		points, judgedPoints)
}

// RecordFault is a reason why a program cannot be recorded as requested.
type RecordFault struct {
	Text  string
	Dumps bool // recording by heap dumps may work, as no agent is needed for it
}

func (f *RecordFault) Error() string { return f.Text }

// MaxCommand bounds the bytes of a command line that is typed.
const MaxCommand = 8000

// SplitCommand splits a command line into words as shells do: at blanks, but for those in single or double quotes or
// after a backslash. Nothing else of a shell's language is known, so $ and * stand for themselves, and so does a backslash
// before anything but a blank or a quote, as in the paths of Windows.
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

// escapes reports whether a backslash inside a quote, 0 for none, lets the next byte stand for itself.
func escapes(quote, next byte) bool {
	if quote == 0 {
		return next == ' ' || next == '\'' || next == '"'
	}
	return quote == '"' && next == '"'
}

// JoinCommand writes words so that [SplitCommand] gives them back.
func JoinCommand(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if w != "" && !strings.ContainsAny(w, " \t\n'\"") && !strings.HasSuffix(w, `\`) {
			b.WriteString(w)
			continue
		}
		b.WriteString("'" + strings.ReplaceAll(w, "'", `'\''`) + "'")
	}
	return b.String()
}

// liveSchemes begin addresses of programs that are watched over a network.
var liveSchemes = []string{"ws://", "wss://"}

// IsAddress reports whether a text that was typed in place of a file is an address to watch.
func IsAddress(text string) bool {
	return slices.ContainsFunc(liveSchemes, func(s string) bool { return strings.HasPrefix(strings.ToLower(text), s) && len(text) > len(s) })
}
