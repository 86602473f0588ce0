package toast

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Longer messages stay longer, within bounds, counted from when they are first shown.
func TestExpire(t *testing.T) {
	for _, c := range []struct {
		text string
		want time.Duration
	}{{"", least}, {"Copied.", least + 7*letter}, {"é", least + letter}, {strings.Repeat("x", 283), least + 283*letter},
		{strings.Repeat("x", 284), maxDuration}, {strings.Repeat("x", 5000), maxDuration}} {
		var l List
		l.Add(c.text)
		const start = 5 * time.Second
		if l.Expire(start) {
			t.Errorf("%d letters: gone at once", len(c.text))
		}
		if at, ok := l.Wake(); !ok || at != start+c.want {
			t.Errorf("%d letters: goes away at %v, %v, want %v", len(c.text), at, ok, start+c.want)
		}
		if l.Expire(start + c.want - 1) {
			t.Errorf("%d letters: gone a moment too early", len(c.text))
		}
		if !l.Expire(start+c.want) || l.Texts() != nil {
			t.Errorf("%d letters: still shown", len(c.text))
		}
	}
}

// A repeated message is shown once, and as long as a new one.
func TestSame(t *testing.T) {
	var l List
	l.Add("nothing here")
	l.Add("other")
	l.Expire(0)
	l.Add("nothing here")
	l.Expire(time.Second)
	if got := l.Texts(); !slices.Equal(got, []string{"other", "nothing here"}) {
		t.Errorf("shown: %q", got)
	}
	if l.Expire(time.Second + least); !slices.Contains(l.Texts(), "nothing here") {
		t.Error("the message goes away as if it had not come again")
	}
}

// A message replaces only the message with the same topic.
func TestPut(t *testing.T) {
	var l List
	l.Add("one")
	l.Put("theme", "dark")
	l.Put("names", "off")
	l.Expire(0)
	l.Put("theme", "light")
	l.Expire(least)
	if got := l.Texts(); !slices.Equal(got, []string{"one", "off", "light"}) {
		t.Errorf("%q are shown", got)
	}
	if l.Expire(stays("light") + least - 1); !slices.Equal(l.Texts(), []string{"light"}) {
		t.Errorf("%q are left: the time of a message begins when it is put", l.Texts())
	}
}

// Messages disappear in the order of their times, not in the order of their arrival.
func TestOrder(t *testing.T) {
	var l List
	if at, ok := l.Wake(); ok {
		t.Errorf("without messages something happens at %v", at)
	}
	l.Add(strings.Repeat("long ", 20))
	l.Add("short")
	l.Expire(0)
	if at, _ := l.Wake(); at != stays("short") {
		t.Errorf("the first goes at %v", at)
	}
	l.Expire(stays("short"))
	if got := l.Texts(); !slices.Equal(got, []string{strings.Repeat("long ", 20)}) {
		t.Errorf("%q are left", got)
	}
}
