package pause

import (
	"testing"
	"time"

	"memcity/trace"
)

// TestName checks the names of stops with and without a GC number and a kind.
func TestName(t *testing.T) {
	for want, s := range map[string]trace.Stop{"GC 12, Remark": {GC: 12, Kind: "Remark"}, "GC 12": {GC: 12}, "Remark": {Kind: "Remark"}, "GC": {},
		"safepoint": {Safepoint: true, Kind: "Remark"}} {
		if got := Name(&s); got != want {
			t.Errorf("%+v is called %q, want %q", s, got, want)
		}
	}
}

// TestLongestPause: the longest listed pause is the longest of all unless the pauses of an unlisted GC take longer together.
func TestLongestPause(t *testing.T) {
	const listed = 6 * time.Millisecond
	for _, sum := range []time.Duration{0, listed - 1, listed, listed + 1} {
		r := &trace.Recording{GCs: []trace.GC{{Number: 1, Start: 0, End: listed}, {Number: 2, Start: time.Second, End: 2 * time.Second, Concurrent: true, Pause: sum}}}
		s := Of(r)
		if longest, known := s.LongestPause(); longest != listed || known != (sum <= listed) {
			t.Errorf("unlisted pauses of %v: longest %v, known %v", sum, longest, known)
		}
		if has := s.UnlistedText() != ""; has != (sum > 0) {
			t.Errorf("unlisted pauses of %v: sentence %q", sum, s.UnlistedText())
		}
	}
}
