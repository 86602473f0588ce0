package proof

import (
	"errors"
	"strings"
	"testing"

	"memcity/analysis/proof"
	"memcity/cmd/memcity/cli"
)

var session = proof.Finding{Signature: "c6ef", Title: "Leak: Session", Grade: "leak", Owner: "field app.Main.sessions", Type: "app.Session", Leak: true, Free: 7e6}

// moved returns the result of a fix that moves the leak to another holder in most of n rounds.
func moved(t *testing.T, n int) *printed {
	t.Helper()
	audit := session
	audit.Signature, audit.Owner = "2222", "field app.Audit.log"
	log := session
	log.Signature, log.Owner, log.Type = "3333", "field <b>@me", "app.Line"
	var sides [2][]proof.Round
	for side, found := range [][]proof.Finding{{session}, {audit, log}} {
		for range n {
			sides[side] = append(sides[side], proof.Round{Name: []string{"main.mct", "branch.mct"}[side], Findings: found, Times: []float64{0, 1, 2}, End: 9e6, Seconds: 2,
				Types: map[string][]int64{session.Type: {0, 250, 500}}, Heap: []int64{1e6, 2e6, 3e6}})
		}
	}
	r, err := proof.Judge(sides[0], sides[1], "", proof.DefaultLevel)
	if err != nil {
		t.Fatal(err)
	}
	return &printed{r}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	if err := moved(t, 3).Table(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Verdict: hidden. app.Session, held by field app.Main.sessions: it is no longer reported, but app.Session, held by field app.Audit.log, still grows by 250 (250 to 250) objects per second.\n",
		"rounds                         3                           3\n", "rounds that report it          3                           0\n",
		"growth, heap per second        1.0 MB (1.0 MB to 1.0 MB)  ",
		"Still grows: app.Session, held by field app.Audit.log, 250 (250 to 250) per second, 250 (250 to 250) per GC point.\n",
		"New leak in 3 of 3 rounds: app.Line, held by field <b>@me.\n",
		"Saved at the end: 0 bytes (0 bytes to 0 bytes).\n", "Predicted from the finding: 7.0 MB (7.0 MB to 7.0 MB).\n", "confidence of 95 %.\nFinding c6ef: Leak: Session\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestMarkdown checks that names from recordings neither notify users nor become HTML.
func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := moved(t, 3).Formats()["markdown"](&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"### memcity prove: hidden\n", "| **hidden** | app.Session, held by field app.Main.sessions | it is no longer reported, but ",
		"| **new leak** | app.Line, held by field &lt;b&gt;@<!-- -->me |", "* rounds that report it: 3 before, 0 after\n", "* Saved at the end: "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestHostileNames checks that a name cannot forge a line.
func TestHostileNames(t *testing.T) {
	p := moved(t, 3)
	for _, text := range []*string{&p.Text, &p.Finding.Title, &p.Growing[0].What, &p.Growing[0].Owner, &p.New[0].Type} {
		*text += "\nFORGED"
	}
	var b strings.Builder
	if err := p.Table(&b); err != nil || strings.Contains(b.String(), "\nFORGED") || strings.Count(b.String(), "FORGED") != 5 {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestSingle checks that a single round has no interval.
func TestSingle(t *testing.T) {
	var b strings.Builder
	p := moved(t, 1)
	p.After.Heap = nil
	if err := p.Table(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"growth, objects per second     250      250\n", "growth, heap per second        1.0 MB   not recorded\n", "duration                       2 s      2 s\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestStatus(t *testing.T) {
	leak := proof.New{Fails: true}
	for _, c := range []struct {
		result proof.Result
		want   int
	}{{proof.Result{Verdict: proof.Fixed}, cli.ExitDone}, {proof.Result{Verdict: proof.Fixed, New: []proof.New{leak}}, cli.ExitCheckFailed},
		{proof.Result{Verdict: proof.Hidden}, cli.ExitCheckFailed}, {proof.Result{Verdict: proof.StillThere}, cli.ExitCheckFailed},
		{proof.Result{Verdict: proof.NotThere}, cli.ExitUndecided}, {proof.Result{Verdict: proof.Undecided}, cli.ExitUndecided}} {
		err := statusOf(&c.result)
		if got := cli.Status(err); got != c.want || err != nil && !errors.Is(err, cli.ErrQuiet) {
			t.Errorf("%s: status %d, want %d; %v", c.result.Verdict, got, c.want, err)
		}
	}
}

func TestTail(t *testing.T) {
	for text, want := range map[string]string{"": "", "a\nb\nc\nd\n\n": "b c d", strings.Repeat("x", 400): strings.Repeat("x", 300)} {
		if got := tail(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
