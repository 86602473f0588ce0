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
	set := (&cli.Call{Command: cli.Command{Plain: true}}).Flags()
	(&recordFlags{}).register(set)
	text := string(help.Command("record").Source)
	set.VisitAll(func(f *pflag.Flag) {
		if !regexp.MustCompile("--" + f.Name + "[ `]").MatchString(text) {
			t.Errorf("--%s is not in the manual", f.Name)
		}
	})
}
