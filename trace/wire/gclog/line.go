package gclog

import (
	"bytes"
	"time"
)

// decoration contains the values of the decorations before the text of a line.
type decoration struct {
	uptime time.Duration // since the start of the program; -1 if not reported
	unix   int64         // ms since 1970; 0 if not reported
	gc     bool          // tags begin with gc
	other  bool          // tags begin with something else
	// safepoint means that the tags begin with safepoint.
	safepoint bool
	count     int

	dateText [16]byte // last date, down to the minute
	dateUnix int64    // dateText in ms since 1970
}

// split parses the decorations and returns the text after them. Without decorations, the whole line is the text.
func (d *decoration) split(line []byte) (text []byte, ok bool) {
	d.uptime, d.unix, d.gc, d.other, d.safepoint, d.count = -1, 0, false, false, false, 0
	leveled := false
	for len(line) > 0 && line[0] == '[' {
		end := bytes.IndexByte(line, ']')
		if end < 2 {
			return nil, false
		}
		content := line[1:end]
		if line[end-1] == ' ' {
			content = bytes.TrimRight(content, " ")
		}
		line = line[end+1:]
		d.count++
		switch c := content; {
		case len(c) == 0:
			return nil, false
		case c[0] >= '0' && c[0] <= '9':
			d.number(c)
		case isLevel(c):
			leveled = true
		case c[0] == 'g' && len(c) >= 2 && c[1] == 'c' && (len(c) == 2 || c[2] == ','):
			d.gc = true
		case c[0] == 's' && bytes.HasPrefix(c, []byte("safepoint")) && (len(c) == len("safepoint") || c[len("safepoint")] == ','):
			d.safepoint = true
		case leveled:
			d.other = true
		}
		if len(line) > 0 && line[0] == ' ' {
			return line[1:], true
		}
	}
	return line, d.count == 0 || len(line) == 0
}

func isLevel(c []byte) bool {
	switch len(c) {
	case 4:
		return string(c) == "info"
	case 5:
		return string(c) == "debug" || string(c) == "trace" || string(c) == "error"
	case 7:
		return string(c) == "warning"
	}
	return false
}

// number parses a decoration that is a time or another number.
func (d *decoration) number(c []byte) {
	if len(c) >= 19 && c[4] == '-' && c[10] == 'T' {
		if ms, ok := d.date(c); ok && d.unix == 0 {
			d.unix = ms
		}
		return
	}
	took, ok := duration(c)
	switch {
	case !ok:
	case c[len(c)-2] == 'm' && took >= year: // timemillis; timenanos has no fixed origin
		if d.unix == 0 {
			d.unix = took.Milliseconds()
		}
	case d.uptime < 0 && (took < year || c[len(c)-2] != 'n'):
		d.uptime = took
	}
}

const year = 366 * 24 * time.Hour

// date parses 2026-11-21T19:02:25.341+0000.
func (d *decoration) date(c []byte) (unix int64, ok bool) {
	if string(c[:16]) != string(d.dateText[:]) {
		t, err := time.Parse("2006-01-02T15:04", string(c[:16]))
		if err != nil || t.Year() < 1971 {
			return 0, false
		}
		copy(d.dateText[:], c)
		d.dateUnix = t.UnixMilli()
	}
	if c[16] != ':' || !digits(c[17:19]) {
		return 0, false
	}
	unix = d.dateUnix + int64(two(c[17:]))*1000
	c = c[19:]
	if len(c) >= 4 && (c[0] == '.' || c[0] == ',') && digits(c[1:4]) {
		unix += int64(c[1]-'0')*100 + int64(two(c[2:]))
		c = c[4:]
	}
	if len(c) == 5 && (c[0] == '+' || c[0] == '-') && digits(c[1:]) {
		zone := int64(two(c[1:])*60+two(c[3:])) * 60000
		if c[0] == '+' {
			zone = -zone
		}
		unix += zone
	}
	return unix, true
}

func digits(c []byte) bool {
	for _, b := range c {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}

func two(c []byte) int { return int(c[0]-'0')*10 + int(c[1]-'0') }

// decimal parses a nonnegative number in units of 10^-9 and returns the rest of c. The decimal separator may be a comma.
func decimal(c []byte) (nanos int64, rest []byte, ok bool) {
	const most = 1 << 62 / 10_000_000_000
	whole, i := int64(0), 0
	for ; i < len(c) && c[i] >= '0' && c[i] <= '9'; i++ {
		if whole > most {
			return 0, nil, false
		}
		whole = whole*10 + int64(c[i]-'0')
	}
	if i == 0 || whole > most {
		return 0, nil, false
	}
	nanos = whole * 1e9
	if i+1 < len(c) && (c[i] == '.' || c[i] == ',') && c[i+1] >= '0' && c[i+1] <= '9' {
		unit := int64(1e8)
		for i++; i < len(c) && c[i] >= '0' && c[i] <= '9'; i++ {
			nanos += int64(c[i]-'0') * unit
			unit /= 10
		}
	}
	return nanos, c[i:], true
}

// duration parses c as a number followed by s, ms or ns, without a space.
func duration(c []byte) (time.Duration, bool) {
	if n, unit, ok := whole(c); ok && n < maxMillis && string(unit) == "ms" {
		return time.Duration(n) * time.Millisecond, true
	} else if ok && string(unit) == "ns" {
		return time.Duration(n), true
	}
	nanos, unit, ok := decimal(c)
	if !ok {
		return 0, false
	}
	switch string(unit) {
	case "s":
		return time.Duration(nanos), true
	case "ms":
		return time.Duration(nanos / 1000), true
	}
	return 0, false
}

// maxMillis is greater than any time in ms since 1970 in a log, and fits into a duration.
const maxMillis = 8e12

// whole parses a whole number and returns the rest of c.
func whole(c []byte) (n int64, rest []byte, ok bool) {
	i := 0
	for ; i < len(c) && i < 18 && c[i] >= '0' && c[i] <= '9'; i++ {
		n = n*10 + int64(c[i]-'0')
	}
	return n, c[i:], i > 0
}

// size parses a number of bytes such as 13184K and returns the rest of c.
func size(c []byte) (bytes int64, rest []byte, ok bool) {
	nanos, rest, ok := decimal(c)
	if !ok || len(rest) == 0 {
		return 0, nil, false
	}
	shift := 0
	switch rest[0] {
	case 'B':
	case 'K':
		shift = 10
	case 'M':
		shift = 20
	case 'G':
		shift = 30
	case 'T':
		shift = 40
	default:
		return 0, nil, false
	}
	whole, part := nanos/1e9, nanos%1e9
	if whole > 1<<56>>shift {
		return 0, nil, false
	}
	bytes = whole<<shift + int64(float64(part)/1e9*float64(int64(1)<<shift))
	return bytes, rest[1:], true
}

// clock converts decorations to times relative to time zero of the log.
type clock struct {
	timed     bool
	fromStart bool
	startUnix int64
	zero      time.Duration // added to uptimes after a restart of the program
	last      time.Duration // time of the last line
}

// read returns the time of a line, or of the previous line if it has none.
func (c *clock) read(d *decoration) time.Duration {
	switch {
	case d.uptime >= 0:
		if c.startUnix == 0 && d.unix > 0 {
			c.startUnix = d.unix - d.uptime.Milliseconds()
		}
		c.timed, c.fromStart = true, true
		return c.zero + d.uptime
	case d.unix > 0:
		if c.startUnix == 0 {
			c.startUnix = d.unix
		}
		if since := d.unix - c.startUnix; since >= 0 && since < maxMillis {
			c.timed = true
			return time.Duration(since) * time.Millisecond
		}
	}
	return c.last
}

// restart handles the first line after a restart of the program and returns its time. The time of the restart follows from the date;
// without a date, it is the time of the line before.
func (c *clock) restart(d *decoration) time.Duration {
	c.zero = c.last
	if since := d.unix - c.startUnix; d.unix > 0 && since >= 0 && since < maxMillis {
		c.zero = max(c.last, time.Duration(since)*time.Millisecond-d.uptime)
	}
	return c.read(d)
}
