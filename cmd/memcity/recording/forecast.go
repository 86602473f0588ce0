package recording

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"memcity/cmd/memcity/cli"
	"memcity/trace/record"
	"memcity/trace/record/jvm"
)

// forecast says what the first GC point would cost the program if that is a tenth of a second or more, and on a terminal asks
// whether to go on, unless yes is set. It returns false if not.
func forecast(c *cli.Call, p jvm.Process, o record.Options, yes bool) (bool, error) {
	f, err := record.ForecastOf(p.PID)
	if err != nil || !f.Worth(o.Mode) {
		return true, nil // whether it can be recorded at all is found out later
	}
	c.Notify(fmt.Sprintf("%s (process %d): %s", p.Name, p.PID, f.Text(o.Mode, o.MaxPause)))
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

// agrees reports whether an answer is yes, which is also that of an empty line.
func agrees(line string) bool {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "", "y", "yes":
		return true
	}
	return false
}
