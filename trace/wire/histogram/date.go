package histogram

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Dates in lines between histograms, as the programs date and logger, the VM and loops of shells print them. Names of time zones other than
// UTC are read as UTC, as are times without a zone.
var (
	isoDate  = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d-\d\d-\d\d)[T_ ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?(?:\D|$)`)
	unixDate = regexp.MustCompile(`\b(?:(\d{1,2}) )?([A-Z][a-z]{2})(?: +(\d{1,2}),?)? +(?:((?:19|20)\d\d) +)?(\d\d?:\d\d:\d\d)(?: ([AP]M))?(?: ([+-]\d{4}|[A-Z]{2,5}))?(?: ((?:19|20)\d\d))?\b`)
	seconds  = regexp.MustCompile(`^\D*\b(1\d{9})(\d{3})?\b\D*$`)
)

// dateIn returns the date in a line in ms since 1970; 0 if there is none.
func dateIn(line string) int64 {
	if len(line) > maxDateLine {
		return 0
	}
	if m := isoDate.FindStringSubmatch(line); m != nil {
		return isoUnix(m[1], m[2], m[3], m[4])
	}
	if m := unixDate.FindStringSubmatch(line); m != nil {
		return namedUnix(m[1]+m[3], m[2], m[4]+m[8], m[5], m[6], m[7])
	}
	if m := seconds.FindStringSubmatch(line); m != nil {
		n, _ := strconv.ParseInt(m[1], 10, 64)
		ms, _ := strconv.ParseInt("0"+m[2], 10, 64)
		return n*1000 + ms
	}
	return 0
}

// maxDateLine is the largest length in bytes of a line that may contain a date.
const maxDateLine = 200

func isoUnix(day, clock, fraction, zone string) int64 {
	t, err := time.Parse("2006-01-02 15:04:05", day+" "+clock)
	if err != nil {
		return 0
	}
	ms, _ := strconv.Atoi((fraction + "000")[:3])
	return max(0, t.UnixMilli()+int64(ms)-offset(zone))
}

// namedUnix reads a date with the name of a month. The day and the year are empty if they are not in their places.
func namedUnix(day, month, year, clock, half, zone string) int64 {
	layout, text := "2 Jan 2006 15:04:05", day+" "+month+" "+year+" "+clock
	if half != "" {
		layout, text = "2 Jan 2006 3:04:05 PM", text+" "+half
	}
	t, err := time.Parse(layout, text)
	if err != nil {
		return 0
	}
	return max(0, t.UnixMilli()-offset(zone))
}

// offset returns the distance of a zone such as +0200 or -05:30 from UTC in ms; 0 for Z and names.
func offset(zone string) int64 {
	zone = strings.Replace(zone, ":", "", 1)
	if len(zone) != 5 {
		return 0
	}
	n, err := strconv.ParseInt(zone[1:], 10, 64)
	if err != nil {
		return 0
	}
	ms := (n/100*60 + n%100) * 60_000
	if zone[0] == '-' {
		return -ms
	}
	return ms
}
