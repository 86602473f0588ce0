package record

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// debuggerTexts are the starts of the lines that the inspector of Node.js prints on the standard error.
var debuggerTexts = []string{debuggerListens, "For help, see: https://nodejs.org/", "Debugger attached.", "Debugger ending on ws://",
	"Waiting for the debugger to disconnect..."}

// debuggerListens starts the line with the address of the inspector.
const debuggerListens = "Debugger listening on "

// maxInspectors is the largest number of addresses that wait to be read.
const maxInspectors = 100

// debuggerLines is a writer for the standard error of Node.js. It removes the lines of the inspector and passes everything else on, without
// waiting for the end of a line.
type debuggerLines struct {
	out   io.Writer
	found chan string // addresses of inspectors: ws://127.0.0.1:PORT/UUID

	mu   sync.Mutex
	held []byte // start of a line that the inspector may have printed
	pass bool   // true if the rest of the current line is passed on
}

func newDebuggerLines(out io.Writer) *debuggerLines {
	if out == nil {
		out = io.Discard
	}
	return &debuggerLines{out: out, found: make(chan string, maxInspectors)}
}

// Write passes p on except lines of the inspector.
func (d *debuggerLines) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []byte
	for rest := p; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		line := rest
		if end > 0 {
			line = rest[:end]
		}
		rest = rest[len(line):]
		out = append(out, d.keep(line, end > 0)...)
	}
	if len(out) > 0 {
		if _, err := d.out.Write(out); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// keep returns the bytes to pass on for a line, or for the part of it that has arrived.
func (d *debuggerLines) keep(part []byte, ended bool) []byte {
	if d.pass {
		d.pass = !ended
		return part
	}
	d.held = append(d.held, part...)
	text := string(d.held)
	inspectors := false // true if the line has the start of one of the inspector's
	for _, start := range debuggerTexts {
		if strings.HasPrefix(text, start) {
			inspectors = true
		} else if !ended && strings.HasPrefix(start, text) {
			return nil
		}
	}
	const longest = 1000
	if inspectors && !ended && len(text) < longest {
		return nil
	}
	d.held = nil
	if inspectors && ended {
		d.report(text)
		return nil
	}
	d.pass = !ended
	return []byte(text)
}

// report passes on the address in a line of the inspector, if it has one.
func (d *debuggerLines) report(line string) {
	if address, ok := strings.CutPrefix(strings.TrimSpace(line), debuggerListens); ok {
		select {
		case d.found <- address:
		default:
		}
	}
}

// flush passes on the incomplete last line.
func (d *debuggerLines) flush() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.held) > 0 {
		_, _ = d.out.Write(d.held)
		d.held = nil
	}
}
