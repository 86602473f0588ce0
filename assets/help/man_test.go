package help

import (
	"os/exec"
	"strings"
	"testing"
)

// TestMan checks that the text of a page appears in the system's page, and that none of it is taken for a request.
func TestMan(t *testing.T) {
	p, err := Parse("commands/x", []byte("# x\n\n.First 'word' of a-b\n\n```\n.x --y '~^`'\n```\n\n* one\\two\n\n| option | |\n|---|---|\n| `--long VALUE` | what it does |\n"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	m := Man{Program: "memcity", Version: "1.2.3", Overview: p, Commands: []*Page{p}}
	if err := m.Write(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{`.TH "MEMCITY" 1 "" "memcity 1.2.3"`, "\n" + `\&.First \(aqword\(aq of a\-b` + "\n", "\n" + `\&.x \-\-y \(aq\(ti\(ha\(ga\(aq` + "\n",
		".IP \\(bu 4\none\\etwo\n", ".TP\n" + `\fB\-\-long VALUE\fR` + "\nwhat it does\n", ".SS memcity x\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestManOfAllPages checks that the formatter of the system has no warnings about any page.
func TestManOfAllPages(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	var out strings.Builder
	m := Man{Program: "memcity", Version: "1.2.3", Overview: Find(Commands)}
	for _, p := range Pages() {
		if strings.HasPrefix(p.Name, commandFolder) {
			m.Commands = append(m.Commands, p)
		}
	}
	if err := m.Write(&out); err != nil {
		t.Fatal(err)
	}
	format := exec.CommandContext(t.Context(), groff, "-man", "-Kutf8", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u")
	format.Stdin = strings.NewReader(out.String())
	var warnings strings.Builder
	format.Stderr = &warnings
	shown, err := format.Output()
	if err != nil || warnings.Len() > 0 {
		t.Errorf("%v\n%s", err, &warnings)
	}
	for _, want := range []string{"--by CHAIN", "memcity tree demo:persons --by type --top 10"} {
		if !strings.Contains(strings.ReplaceAll(string(shown), "\u2010", "-"), want) {
			t.Errorf("the page does not show %q", want)
		}
	}
}

func TestSummary(t *testing.T) {
	if got := Summary("tree"); got != "the memory tree of one GC point" {
		t.Errorf("%q", got)
	}
	if got := Summary("nothing"); got != "" {
		t.Errorf("%q", got)
	}
}
