package window

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/trace/record"
)

func TestLastLines(t *testing.T) {
	var l lastLines
	for _, s := range []string{"one\ntw", "o\r\n", "", "\n", "\xff", "three"} {
		if n, err := l.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatalf("%q: %d, %v", s, n, err)
		}
	}
	if got, want := l.lines(), []string{"one", "two", "", "�three"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	before := l.lines()
	fmt.Fprintln(&l, strings.Repeat("x", 10*maxOutputLine))
	for i := range 5 * maxOutputLines {
		fmt.Fprintln(&l, "line", i)
	}
	got := l.lines()
	if len(got) != maxOutputLines || got[len(got)-1] != fmt.Sprint("line ", 5*maxOutputLines-1) || len(l.kept) > 2*maxOutputLines {
		t.Errorf("%d lines are reported, %d kept, the last %q", len(got), len(l.kept), got[len(got)-1])
	}
	if !slices.Equal(before, []string{"one", "two", "", "�three"}) {
		t.Errorf("what was reported before is %q now", before)
	}
	l = lastLines{}
	fmt.Fprintln(&l, strings.Repeat("x", 10*maxOutputLine))
	if got := l.lines(); len(got) != 1 || got[0] != strings.Repeat("x", maxOutputLine)+"…" {
		t.Errorf("a long line is shown as %q", got)
	}
}

func TestProgramOf(t *testing.T) {
	now := time.UnixMilli(100_000)
	p := record.Process{PID: 3, Name: "app.Main", Command: "app.Main --port 8", VM: "OpenJDK 64-Bit Server VM 17.0.15+6", Started: 40_000,
		Refusal: "it is old", Folder: "/srv"}
	want := exchange.Program{PID: 3, Name: "app.Main", Arguments: "--port 8", VM: "OpenJDK 17.0.15+6", Running: time.Minute,
		Problem: "it is old", User: "me", Folder: "/srv"}
	if got := programOf(p, now, "me"); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := programOf(record.Process{Name: "x"}, now, ""); got.Running >= 0 || got.User != "" || got.Foreign {
		t.Errorf("a program with only a name is %+v", got)
	}
	if got := programOf(record.Process{Name: "x", User: "user postgres"}, now, "me"); got.User != "postgres" || !got.Foreign {
		t.Errorf("the program of another user is %+v", got)
	}
}

func TestRecordFaultIsKept(t *testing.T) {
	var fault *exchange.RecordFault
	if err := recordFault(&record.Fault{Text: "no agent", Dumps: true}); !errors.As(err, &fault) || !fault.Dumps || fault.Text != "no agent" {
		t.Errorf("%#v", err)
	}
	if err := recordFault(os.ErrNotExist); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestModesAgree: the modes of the window match those of the recorder.
func TestModesAgree(t *testing.T) {
	for m := exchange.RecordSampled; m <= exchange.RecordHistograms; m++ {
		o := recordOptions(exchange.RecordRequest{RecordOptions: exchange.DefaultRecordOptions().With(m)})
		if o.Mode.String() != m.String() {
			t.Errorf("%v is recorded as %v", m, o.Mode)
		}
		if err := o.Check(); err != nil {
			t.Errorf("%v: %v", m, err)
		}
	}
	if exchange.MaxRecordDepth != record.MaxDepth || exchange.DefaultRecordOptions().Budget != record.DefaultBudget {
		t.Error("the bounds differ")
	}
}
