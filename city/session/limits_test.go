package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/trace"
)

// TestPointsThatAreNone: GC points are counted from 1 in messages, and the first and the last are points.
func TestPointsThatAreNone(t *testing.T) {
	o := session.NewRecording(growing(3, 10), session.Options{})
	for point, want := range map[int]string{-1: "GC point 0: the recording has 3", 0: "", 2: "", 3: "GC point 4: the recording has 3"} {
		_, err := o.Tree(context.Background(), trees.By("type"), point, nil)
		if got := errorText(err); got != want {
			t.Errorf("point %d: %q, want %q", point, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestBudgetsThatAreKept: a rule that was never broken has no first point; one that is broken at once has the first of all.
func TestBudgetsThatAreKept(t *testing.T) {
	f := rulesFileOf(t, "size of heap at most 1 GB", "size of heap at most 1 bytes", "no gc-overhead")
	for _, others := range []bool{false, true} {
		report, err := session.NewRecording(growing(4, 10), session.Options{}).Budgets(context.Background(),
			budget.Query{Rules: f, Points: 4, Others: others}, nil, func(*budget.BudgetReport) {})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{-1, 0, -1} {
			if got := report.Rules[i].First; got != want {
				t.Errorf("%s: first broken at %d, want %d", report.Rules[i].Rule.Name, got, want)
			}
		}
	}
}

// TestLeaksTakeThreePoints: with fewer it is not known whether something leaks, unless there are GCs.
func TestLeaksTakeThreePoints(t *testing.T) {
	for _, test := range []struct {
		points, gcs int
		known       bool
	}{{1, 0, false}, {2, 0, false}, {3, 0, true}, {2, 1, true}} {
		r := growing(test.points, 10)
		r.GCs = make([]trace.GC, test.gcs)
		found, err := check.Run(context.Background(), rulesFileOf(t, "no leak").Rules(), session.NewRecording(r, session.Options{}).Checks(nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		if unknown := found[0].Status == check.NotKnown && strings.Contains(found[0].Text, "at least three GC points"); unknown == test.known {
			t.Errorf("%d GC points, %d GCs: %+v", test.points, test.gcs, found[0])
		}
	}
}

// TestTimesThatAreNumbers: growth per second is not computed where the times of GC points are only their numbers.
func TestTimesThatAreNumbers(t *testing.T) {
	for _, test := range []struct {
		knows trace.Knowledge
		gcs   int
		times []trace.Millis
		timed bool
	}{
		{0, 0, []trace.Millis{0, 1, 2, 3}, false},
		{trace.KnowsTimes, 0, []trace.Millis{0, 1, 2, 3}, true},
		{0, 1, []trace.Millis{0, 1, 2, 3}, true},
		{0, 0, []trace.Millis{0, 1, 2, 4}, true},
		{0, 0, []trace.Millis{1, 2, 3, 4}, true},
	} {
		r := growing(4, 10)
		r.Knows = r.Knows&^trace.KnowsTimes | test.knows
		r.GCs = make([]trace.GC, test.gcs)
		for i := range r.Points {
			r.Points[i].Time = test.times[i]
		}
		e, err := session.NewRecording(r, session.Options{}).Evolution(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if timed := e.Points[3].Time > 0; timed != test.timed {
			t.Errorf("%+v: times %+v", test, e.Points)
		}
	}
}
