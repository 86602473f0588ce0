package recording

import (
	"regexp"
	"testing"

	"github.com/spf13/pflag"

	"memcity/assets/help"
	"memcity/cmd/memcity/cli"
)

// TestRecordManual: the manual has every option.
func TestRecordManual(t *testing.T) {
	set := (&cli.Call{}).Flags()
	(&recordFlags{}).register(set)
	text := string(help.Command("record").Source)
	set.VisitAll(func(f *pflag.Flag) {
		if !regexp.MustCompile("--" + f.Name + "[ `]").MatchString(text) {
			t.Errorf("--%s is not in the manual", f.Name)
		}
	})
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "512k": 512 << 10, "4M": 4 << 20, "1 ": 0, "2KiB": 2 << 10, "2kB": 2000, "3MB": 3e6,
		"k": 0, "-1": 0, "1x": 0, "1.5k": 0} {
		if got, err := parseBytes("interval", text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
}
