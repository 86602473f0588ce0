package window

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"memcity/city/link"
	"memcity/city/seq"
	"memcity/cmd/memcity/cli"
)

// parsed returns the link of a command line.
func parsed(t *testing.T, args ...string) (link.Link, error) {
	t.Helper()
	written, err := cli.ReadDefinitions("", nil)
	if err != nil {
		t.Fatal(err)
	}
	var f linkFlags
	set := pflag.NewFlagSet("memcity", pflag.ContinueOnError)
	f.register(&cli.Call{}, set)
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return f.link(set, written, set.Args())
}

// TestArgumentsOfLinks: the arguments of a link open the same link.
func TestArgumentsOfLinks(t *testing.T) {
	for _, l := range []link.Link{
		{Recording: []string{"a.hprof"}},
		{Recording: []string{"-a", "b c"}, View: "graph", At: 5, Groups: []string{"Heap#a", "--view"}},
		{Recording: []string{"a"}, By: seq.Of("loader", "type"), Filters: seq.Of("only-domain", "where(object.length > 3)"),
			From: 3, To: 3, View: "city"},
	} {
		got, err := parsed(t, l.Arguments()...)
		if err != nil || got.String() != l.String() {
			t.Errorf("%s becomes %s, %v", l.String(), got.String(), err)
		}
	}
}

func TestWrongLinks(t *testing.T) {
	for args, want := range map[string]string{
		"--view moon a":    "view",
		"--at 0 a":         "from 1",
		"--window 4..3 a":  "3..9",
		"--window 0..3 a":  "3..9",
		"--window 1..2x a": "3..9",
		"--by , a":         "classifiers separated by commas",
		"--by moons a":     "moons",
		"--filter moons a": "moons",
		"--view graph":     "the recording as well",
		"--group Heap":     "the recording as well",
	} {
		if _, err := parsed(t, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
