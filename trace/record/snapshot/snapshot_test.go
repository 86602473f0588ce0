package snapshot

import (
	"strings"
	"testing"
	"time"

	"memcity/trace/record/headroom"
)

// TestFirst checks the prediction from the size of the heap.
func TestFirst(t *testing.T) {
	var c Costs
	f := c.Forecast(5_000_000)
	if f.Nodes != 100_000 || f.Pause != time.Second || f.Memory != 80_000_000 {
		t.Errorf("%+v", f)
	}
	c.Load = idle
	if f := c.Forecast(5_000_000); f.Pause != time.Second {
		t.Errorf("idle: %+v", f)
	}
	c.Load = 2 * idle
	if f := c.Forecast(5_000_000); f.Pause != 2*time.Second || f.Nodes != 100_000 || !f.IsShort(time.Second) || f.IsShort(time.Second-1) {
		t.Errorf("busy: %+v", f)
	}
	if f := c.Forecast(1 << 53); f.Pause <= 0 || f.Memory <= 0 {
		t.Errorf("the largest heap: %+v", f)
	}
}

// TestLearned checks that the previous snapshot replaces the first prediction, with a margin, and that memory is never predicted below the
// measured constant.
func TestLearned(t *testing.T) {
	var c Costs
	c.Learn(5_000_000, 0, time.Hour, 1) // says nothing
	c.Learn(5_000_000, 200_000, 400*time.Millisecond, 10)
	if f := c.Forecast(5_000_000); f.Nodes != 200_000 || f.Pause != 500*time.Millisecond || f.Memory != 160_000_000 {
		t.Errorf("same heap: %+v", f)
	}
	if f := c.Forecast(10_000_000); f.Nodes != 400_000 || f.Pause != time.Second {
		t.Errorf("double heap: %+v", f)
	}
	if f := c.Forecast(1_000_000); f.Nodes != 200_000 {
		t.Errorf("smaller heap: %+v", f)
	}
	c.Learn(5_000_000, 200_000, time.Millisecond, 400_000_000)
	c.Learn(5_000_000, 200_000, time.Millisecond, 0) // memory that is kept is not needed again, but may be
	if f := c.Forecast(5_000_000); f.Memory != 400_000_000 {
		t.Errorf("memory: %+v", f)
	}
}

func TestCheck(t *testing.T) {
	const gb = 1_000_000_000
	f := Forecast{Nodes: 1000, Pause: time.Second, Memory: gb}
	least := int64(gb+spare)*10/9 + 2 // of room
	for _, test := range []struct {
		name    string
		longest time.Duration
		room    int64
		want    Reason
		text    string
	}{
		{"fits", time.Second, least, Allowed, ""},
		{"too little", time.Second, least - 4, TooLarge, "need about 1000 MB, and 1148 MB are left below the limit"},
		{"none", time.Second, 0, TooLarge, "0 MB are left"},
		{"too long", time.Second - 1, least, TooLong, "stop the program for about 1.0 s, longer than --max-pause 999.999999ms"},
		{"unknown", time.Second, -1, Allowed, ""},
	} {
		reason, text := f.Check(test.longest, headroom.Headroom{Bytes: test.room, By: "the limit"})
		if reason != test.want || !strings.Contains(text, test.text) {
			t.Errorf("%s: %d, %s", test.name, reason, text)
		}
	}
	f.Memory = unchecked + 1
	if reason, _ := f.Check(time.Second, headroom.Unknown); reason != Unchecked {
		t.Error("a large snapshot is allowed although the headroom is unknown")
	}
}

// TestDue checks that stops up to the end of the next one are at most the budget.
func TestDue(t *testing.T) {
	begin := time.Unix(100, 0)
	for _, test := range []struct {
		stopped, pause time.Duration
		budget         int
		want           time.Duration
	}{
		{0, time.Second, 5, 19 * time.Second},
		{time.Second, time.Second, 5, 39 * time.Second},
		{time.Second, time.Second, 100, time.Second},
		{0, 0, 5, 0},
	} {
		if got := Due(begin, test.stopped, test.pause, test.budget).Sub(begin); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
