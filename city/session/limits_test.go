package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/trace"
)

// TestPointsThatAreNone: GC points are 1-based in messages, and the first and the last are valid.
func TestPointsThatAreNone(t *testing.T) {
	o := recording.New(growing(3, 10), recording.Options{})
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

// TestBudgetsThatAreKept: a rule that was never broken has no first point. A rule broken immediately has the first point.
func TestBudgetsThatAreKept(t *testing.T) {
	f := rulesFileOf(t, "size of heap at most 1 GB", "size of heap at most 1 bytes", "no gc-overhead")
	for _, others := range []bool{false, true} {
		report, err := guided.Budgets(context.Background(), recording.New(growing(4, 10), recording.Options{}),
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

// TestNoLeakIsKnown: from three GC points, absence of growth shows that nothing leaks. If something grows, a fourth point shows the leak.
func TestNoLeakIsKnown(t *testing.T) {
	withGC := growing(2, 10)
	withGC.GCs = make([]trace.GC, 1)
	log := growing(0, 10)
	log.GCs = make([]trace.GC, 1)
	for what, test := range map[string]struct {
		recording *trace.Recording
		status    check.Status
		text      string
	}{
		"one point":          {growing(1, 10), check.NotKnown, "at least three GC points are needed"},
		"two points":         {growing(2, 10), check.NotKnown, "at least three GC points are needed"},
		"two points, a GC":   {withGC, check.NotKnown, "at least three GC points are needed"},
		"a GC":               {log, check.NotKnown, "the log has too few GCs"},
		"three points":       {growing(3, 10), check.Kept, "nothing was found"},
		"growth at two":      {growingCaches(500, 2000), check.NotKnown, "growth over 2 GC points is not enough, at least 4 are needed. Growth: "},
		"growth at three":    {growingCaches(500, 1000, 1500), check.NotKnown, "growth over 3 GC points is not enough, at least 4 are needed. Growth: "},
		"growth at four":     {growingCaches(500, 1000, 1500, 2000), check.Broken, "eak: "},
		"four that stay":     {growingCaches(500, 500, 500, 500), check.Kept, "nothing was found"},
		"four after a start": {growingCaches(500, 1000, 1000, 1000), check.Kept, "nothing was found"},
	} {
		found, err := check.Run(context.Background(), rulesFileOf(t, "no leak").Rules(), guided.Checks(recording.New(test.recording, recording.Options{}), nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		if found[0].Status != test.status || !strings.Contains(found[0].Text, test.text) {
			t.Errorf("%s: %v, %s", what, found[0].Status, found[0].Text)
		}
	}
}

// TestTimesThatAreNumbers: growth per second is not computed if the times of GC points are only their numbers.
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
		e, err := history.Evolution(context.Background(), recording.New(r, recording.Options{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if timed := e.Points[3].Time > 0; timed != test.timed {
			t.Errorf("%+v: times %+v", test, e.Points)
		}
	}
}
