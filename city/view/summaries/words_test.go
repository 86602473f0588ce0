package summaries

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
)

func TestCommand(t *testing.T) {
	if got := Command([]string{"jcmd", "PID", Into, "a b.txt"}); got != "jcmd PID > 'a b.txt'" {
		t.Error(got)
	}
}

// TestPathText: of a path with more than eight steps, four are written at each end, with the number of the others.
func TestPathText(t *testing.T) {
	for steps, want := range map[int]string{1: "static field a.B.c", 3: "static field a.B.c → .f1 T1 → .f2 T2",
		8: "static field a.B.c → .f1 T1 → .f2 T2 → .f3 T3 → .f4 T4 → .f5 T5 → .f6 T6 → .f7 T7",
		9: "static field a.B.c → .f1 T1 → .f2 T2 → .f3 T3 → … 1 step … → .f5 T5 → .f6 T6 → .f7 T7 → .f8 T8"} {
		h := findings.Holder{Path: []findings.PathStep{{Type: "static field a.B.c"}}}
		for i := 1; i < steps; i++ {
			h.Path = append(h.Path, findings.PathStep{Field: fmt.Sprint("f", i), Type: fmt.Sprint("app.T", i)})
		}
		if got := PathText(&h); got != want {
			t.Errorf("%d steps: %s", steps, got)
		}
	}
	h := findings.Holder{Path: []findings.PathStep{{Type: "r"}, {Type: "a.L"}, {Field: "[]", Type: "a.E"}, {Field: "<class>", Type: "a.C"}}}
	if got := PathText(&h); got != "r → L → [] E → C" {
		t.Error(got)
	}
}

// TestOwnText: the sentence names the source of the program's own types.
func TestOwnText(t *testing.T) {
	if got := ownText(group.NewDomain(nil, []string{"app"}), true); got != "The loaded definitions say which types are own types." {
		t.Error(got)
	}
	for _, d := range []*group.Domain{nil, group.DefaultDomain()} {
		if got := ownText(d, false); !strings.Contains(got, fmt.Sprint("except those in ", len(group.DefaultDomain().Foreign()), " packages")) {
			t.Error(got)
		}
	}
}

// TestTexts: parts without data are omitted, and the text follows from the numbers.
func TestTexts(t *testing.T) {
	s := &Summary{Heap: Amount{10, 1000}, Unreachable: &Amount{1, 1000}, Own: Amount{5, 500}, OwnTypes: 1, OwnBy: "So.",
		Types:  []Type{{Name: "app.A", Amount: Amount{5, 500}, Retained: &Amount{6, 600}}},
		Others: []Type{{Name: "java.lang.String", Amount: Amount{1, 24}}}, Next: []Next{{"Do.", [][]string{{"memcity", "x"}}}}}
	got := ""
	for _, x := range s.Texts(nil) {
		got += x.Title + ": " + strings.Join(x.Lines, " | ") + "\n"
	}
	want := "The heap: Reachable: 1.0 kB in 10 objects. | Unreachable: 1.0 kB in 1 object, 50 % of this input. This is garbage, or held by the VM itself.\n" +
		"Own types: 1 own type takes 500 bytes in 5 objects, 50 % of the heap. | So. | A: 5 objects, 500 bytes, retained 600 bytes\n" +
		"Types of the runtime and of libraries: String: 1 object, 24 bytes\n" +
		"What to record next: Do. |    memcity x\n"
	if got != want {
		t.Errorf("%s", got)
	}
	if s.Unreachable.Objects = 0; !strings.HasPrefix(s.UnreachableText(), "Unreachable: nothing.") {
		t.Error(s.UnreachableText())
	}
	for reachable, want := range map[int64]string{0: "", 999: "1 byte of it is only softly or weakly reachable. Shares of the reachable heap refer to the remaining 999 bytes.", 1000: "", 1001: ""} {
		if got := s.SoftText(&findings.Report{Reachable: reachable}); got != want {
			t.Errorf("%d bytes: %q", reachable, got)
		}
	}
	if list := (&Summary{}).Texts(nil); len(list) != 0 {
		t.Errorf("of nothing: %v", list)
	}
}
