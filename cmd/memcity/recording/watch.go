package recording

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"memcity/city/exchange"
	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
	"memcity/trace/record"
	"memcity/words"
)

// watching is a recording with its status line and prompts.
type watching struct {
	*cli.Call
	recorder  *record.Recorder
	signals   chan os.Signal // nil if the call's context ends the recording
	prompts   bool           // true if interrupts need a confirmation; the program does not receive them
	strict    bool           // true if a failed recording changes the exit status of a successful program
	stopAfter time.Duration  // 0 for no time limit
	rules     *ruleWatch
	line      statusLine
	reported  int
	stopped   bool
	prompting bool
	over      bool  // true once the end of the recording was noticed
	failed    error // error of the recording of a started program
}

// exitNotRecorded is the exit status if the program succeeded but its trace was cut short, for example by a full disk. With --strict it also
// applies to other failures of the recording. The commands env, timeout and nohup use this status for their own errors.
const exitNotRecorded = 125

// refresh is the interval between updates of the status line.
const refresh = 500 * time.Millisecond

// watch follows the recording to its end. If the figures cannot be published it warns and records nevertheless.
func (w *watching) watch(f serviceFlags, wait func() error) error {
	w.line = newLine(w.Call, false)
	defer pointSignals(w.recorder, w.line.sayAtOnce)()
	if end, err := f.publish(w.recorder, w.line.sayAtOnce); err != nil {
		w.line.say("warning: " + err.Error())
	} else {
		defer end()
	}
	err := wait()
	w.lastRules()
	w.summary()
	if w.failed != nil { // last, so that the user sees it
		w.line.say(w.failed.Error())
	}
	return err
}

// waitAttached waits for the end of the recording of an attached program.
func (w *watching) waitAttached() error {
	w.line = newLine(w.Call, false)
	if w.line.out != nil {
		w.line.say("recording; Ctrl+C stops the recording, the program continues")
	}
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	news := w.rules.news
	for {
		select {
		case <-w.recorder.Done():
			return w.recorder.Wait()
		case n, open := <-news:
			if !open {
				news = nil
				break
			}
			w.reportRule(n, func() {
				w.stopped = true
				guard.Go(w.recorder.Stop, nil) // the loop then ends
			})
		case <-tick.C:
			if w.due() {
				return w.recorder.Stop()
			}
			w.show()
		}
	}
}

// waitStarted waits for the end of a started program. If the program's exit status is not 0, it is returned as [cli.Exit].
func (w *watching) waitStarted() error {
	w.line = newLine(w.Call, isTerminal(w.Stdout))
	exited := make(chan int, 1)
	guard.Go(func() error { exited <- w.recorder.WaitProgram(); return nil }, nil)
	replies := make(chan bool, 1)
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	news := w.rules.news
	for {
		done := w.recorder.Done()
		if w.over {
			done = nil
		}
		select {
		case status := <-exited:
			if !w.stopped { // otherwise it was reported then
				w.failed = w.recorder.Wait()
			}
			var cut *record.Cut
			if err := w.recorder.Wait(); status == 0 && err != nil && (w.strict || errors.As(err, &cut)) {
				status = exitNotRecorded
			}
			if status != 0 {
				return cli.Exit(status)
			}
			return nil
		case <-done:
			w.over = true
		case n, open := <-news:
			if !open {
				news = nil
				break
			}
			w.reportRule(n, w.stop)
		case <-tick.C:
			if w.due() && !w.stopped && !w.over {
				w.stop()
			}
			w.show()
		case s := <-w.signals:
			switch {
			case !w.prompts || s != os.Interrupt:
				w.recorder.Signal(s)
			case w.stopped || w.prompting:
				w.recorder.Signal(syscall.SIGTERM)
			default:
				w.prompting = true
				w.line.prompt("stop the recording only (Enter), or the program too (p)? ")
				guard.Go(func() error { readReply(replies); return nil }, nil)
			}
		case program := <-replies:
			w.prompting = false
			if program {
				w.recorder.Signal(syscall.SIGTERM)
			} else {
				w.stop()
			}
		}
	}
}

// stop ends the recording while the program continues.
func (w *watching) stop() {
	w.stopped = true
	err := w.recorder.Stop()
	w.summary()
	if err != nil {
		w.line.say(err.Error())
	}
	if w.prompts {
		w.line.say("the program continues; Ctrl+C ends it")
	}
}

// due reports whether the time limit of the recording has passed.
func (w *watching) due() bool {
	if w.stopAfter <= 0 {
		return false
	}
	s := w.recorder.Status()
	return s.Waiting == "" && s.For >= w.stopAfter && !s.Ended
}

// readReply reads a line from the terminal and sends true if it asks to end the program.
func readReply(replies chan<- bool) {
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		replies <- false
		return
	}
	defer terminal.Close()
	line, _ := bufio.NewReader(terminal).ReadString('\n')
	replies <- strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "p")
}

// show updates the status line.
func (w *watching) show() {
	if w.over || w.stopped || w.prompting {
		return
	}
	s := w.recorder.Status()
	w.report(s)
	text := fmt.Sprintf("recording %v", s.For.Round(time.Second))
	if s.Waiting != "" {
		w.line.put("waiting for " + s.Waiting)
		return
	}
	if len(s.Files) > 0 {
		text += ": " + progressText(s)
	} else {
		text += ": waiting for a Java, Node.js, Python, Ruby or .NET program"
	}
	w.line.put(text)
}

// report prints new notes of the recorder, each once.
func (w *watching) report(s record.Status) {
	for ; w.reported < len(s.Notes); w.reported++ {
		w.line.say("warning: " + s.Notes[w.reported])
	}
}

func progressText(s record.Status) string {
	points, gcs, size, overhead, held := 0, 0, int64(0), 0.0, false
	for _, f := range s.Files {
		held = held || f.Held && !f.Ended
		points += f.Points
		gcs += f.GCs
		size += f.Size
		overhead = max(overhead, f.Overhead)
	}
	text := words.Counted(int64(points), "GC point") + ", " + words.Counted(int64(gcs), "GC")
	if last := s.Files[len(s.Files)-1]; points > 0 {
		text += fmt.Sprintf(", %s objects at the last point, paused %s of the time", words.Count(last.Objects), words.PercentOf(overhead))
	}
	if held {
		text += " (GC points are delayed to stay within the budget)"
	}
	text += ", " + words.RoundSize(size)
	if len(s.Files) > 1 {
		text += fmt.Sprintf(" in %d files", len(s.Files))
	}
	return text
}

// summary prints, once, what was recorded and how to open it.
func (w *watching) summary() {
	if w.line.summed {
		return
	}
	w.line.summed = true
	s := w.recorder.Status()
	w.report(s)
	if len(s.Files) == 0 {
		return
	}
	w.line.say(fmt.Sprintf("recorded %s for %v: %s", cmp.Or(s.Files[0].Program, "a program"), s.For.Round(100*time.Millisecond),
		progressText(s)))
	for _, f := range s.Files {
		switch {
		case f.Lost: // reported by the error
		case f.Points == 0:
			w.line.say(f.Path + ": " + errNothing.Error())
		case f.Path == record.StreamName: // reported by the program that reads it
		default:
			w.line.say(fmt.Sprintf("%s, %s; open it with: memcity %s", f.Path, words.RoundSize(f.Size), shellWord(f.Path)))
			if n := len(f.Parts); n > 0 {
				w.line.say(fmt.Sprintf("this is the last of %d consecutive files; open them together as one series", n+1))
			}
			if text := exchange.FewPoints(f.Points, s.Exit); text != "" && len(s.Files) == 1 {
				w.line.say("warning: " + text)
			}
		}
	}
}

// shellWord quotes a path for a shell if necessary.
func shellWord(path string) string {
	if strings.ContainsAny(path, " \t\n'\"\\$`&|;<>()*?[]#~!") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// statusLine is a line of the terminal that is updated in place. If the recorded program prints to the same terminal, the line would disturb
// its output. Then the window's title shows the text.
type statusLine struct {
	messages interface{ Write([]byte) (int, error) }
	out      *os.File // nil if there is no terminal
	title    bool
	shown    bool
	summed   bool
}

func newLine(c *cli.Call, title bool) statusLine {
	l := statusLine{messages: c.Stderr, title: title}
	if isTerminal(c.Stderr) {
		l.out = c.Stderr.(*os.File)
	}
	return l
}

func (l *statusLine) put(text string) {
	text = words.Printable(text)
	switch {
	case l.out == nil:
		return
	case l.title:
		fmt.Fprintf(l.out, "\x1b]0;memcity: %s\a", text)
	default:
		fmt.Fprintf(l.out, "\r\x1b[K%s", text)
	}
	l.shown = true
}

// clear removes the line.
func (l *statusLine) clear() {
	if !l.shown {
		return
	}
	l.shown = false
	if l.title {
		fmt.Fprint(l.out, "\x1b]0;\a")
	} else {
		fmt.Fprint(l.out, "\r\x1b[K")
	}
}

// say prints a permanent line.
func (l *statusLine) say(text string) {
	l.clear()
	l.sayAtOnce(text)
}

// sayAtOnce is like say, for goroutines that do not own the status line.
func (l *statusLine) sayAtOnce(text string) {
	fmt.Fprintln(l.messages, "memcity: "+words.Paragraph(text))
}

// prompt prints a prompt. The reply is typed on the same line.
func (l *statusLine) prompt(text string) {
	l.clear()
	fmt.Fprint(l.messages, "\nmemcity: "+words.Paragraph(text))
}
