package gclog

import "bytes"

// Sniff reports whether head is the start of a log. It ignores an incomplete last line.
func Sniff(head []byte) bool {
	end := bytes.LastIndexByte(head, '\n')
	if end < 0 || bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	r := Reader{}
	r.Read(bytes.NewReader(head[:end+1])) // fails only if there are too many GCs
	return r.marks > 0
}

// maxPrefix is the largest length in bytes of the text that other programs write before a line.
const maxPrefix = 512

// LineStart returns the offset of the VM's own text in a line, after any prefix of a container runtime, journal or logger. It returns -1 if the line is not one that only VMs write. The cost is linear in the length of the line, up to a limit.
func LineStart(line []byte) int {
	for i := range min(len(line), maxPrefix) {
		if i > 0 && bytes.IndexByte([]byte(" \t|]=:\""), line[i-1]) < 0 {
			continue
		}
		if isLineStart(line[i:]) {
			return i
		}
	}
	return -1
}

func isLineStart(line []byte) bool {
	switch c := line[0]; {
	case c == 'G':
		_, text, ok := gcNumber(line)
		return ok && isGCText(text)
	case c == 'g':
		return isGoLine(line) && goLine.Match(line)
	case c == '[' && (bytes.HasPrefix(line, []byte("[GC")) || bytes.HasPrefix(line, []byte("[Full GC"))):
		return isLegacyText(line)
	case c == '[':
		return isDecorated(line)
	case c >= '0' && c <= '9':
		var l legacyText
		_, _, text, ok := l.stamps(line)
		return ok && isLegacyText(text)
	case c == '<':
		e, _, ok := cutElement(line)
		return ok && isJ9Start(&e)
	}
	return false
}

// isDecorated reports whether a line has decorations of a VM, with tags about garbage collection or safepoints.
func isDecorated(line []byte) bool {
	var d decoration
	text, ok := d.split(line)
	if !ok || len(text) == 0 || d.uptime < 0 && d.unix == 0 && !d.gc {
		return false
	}
	_, rest, numbered := gcNumber(text)
	return d.gc || d.safepoint || numbered && isGCText(rest)
}

// isGCText reports whether a text is one that follows the number of a GC.
func isGCText(text []byte) bool {
	for _, start := range [...]string{"Pause ", "Concurrent ", "Garbage Collection", "Minor Collection", "Major Collection", "User=", "Heap",
		"Y: ", "y: ", "O: ", "Eden regions", "Survivor regions", "Old regions"} {
		if bytes.HasPrefix(text, []byte(start)) {
			return true
		}
	}
	return false
}

// isLegacyText reports whether a text is one that follows the times of a line of JDK 8 and earlier.
func isLegacyText(text []byte) bool {
	for _, start := range [...]string{"[GC ", "[GC-", "[GC(", "[GC:", "[Full GC", "[CMS-concurrent-", "[GC concurrent-", "[Pause Init ", "[Pause Final ",
		"[Pause Full", "[Pause Degenerated GC", stoppedText, "Application time: "} {
		if bytes.HasPrefix(text, []byte(start)) {
			return true
		}
	}
	return false
}

// stoppedText starts the lines of -XX:+PrintGCApplicationStoppedTime.
const stoppedText = "Total time for which application threads were stopped: "
