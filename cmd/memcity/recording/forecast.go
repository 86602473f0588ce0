package recording

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"strings"

	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/record"
)

// forecast warns if the first GC point may pause the program for 0.1 s or longer, or if the program has many threads. On a terminal it
// then asks whether to record, unless yes is set. It returns false if the user declines.
func forecast(c *cli.Call, p record.Process, o record.Options, yes bool) (bool, error) {
	if p.Runtime != trace.JVM {
		return true, nil // the recorder compares the forecast of each snapshot with the limits
	}
	f, err := record.ForecastOf(p.PID)
	if err != nil || !f.Worth(o.Mode) {
		return true, nil // the recorder itself reports a program that it cannot record
	}
	c.Notify(fmt.Sprintf("%s (process %d): %s", p.Name, p.PID, f.Text(o.Mode, cmp.Or(o.MaxPause, record.DefaultMaxPause))))
	if yes || !prompts(c) {
		return true, nil
	}
	fmt.Fprint(c.Stderr, "memcity: record it? [Y/n] ")
	line, err := bufio.NewReader(c.Stdin.(*os.File)).ReadString('\n')
	if err != nil {
		return false, err
	}
	return agrees(line), nil
}

// agrees reports whether an answer means yes, as an empty line does.
func agrees(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "", "y", "yes":
		return true
	}
	return false
}
