package record

import (
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/runs"
)

// tracked returns a recorder with one file, in which only the test handles requests.
func tracked(t *testing.T) (*Recorder, *track) {
	t.Helper()
	r := newRecorder(t.Context(), options(t, Sampled))
	written, err := r.newTrack(FileStatus{Program: "shop"}, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { close(r.done) })
	return r, written
}

// TestRequests checks that a request is completed when the message sent after it is, and that requests that arrive while one waits are sent
// together.
func TestRequests(t *testing.T) {
	r, file := tracked(t)
	numbers := make([]map[*track]int, 0, 3)
	for range 3 {
		n, err := r.request()
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
		if len(numbers) == 2 {
			<-file.point
			file.sending() // the first two
		}
	}
	state := func() (text string) {
		for _, n := range numbers {
			waiting, _, err := r.served(n)
			switch {
			case waiting:
				text += "waits "
			case err != nil:
				text += "refused "
			default:
				text += "kept "
			}
		}
		return text
	}
	expect := func(want string) {
		t.Helper()
		if got := state(); got != want {
			t.Errorf("got %s, expected %s", got, want)
		}
	}
	expect("waits waits waits ")
	file.answered(1, "")
	expect("kept kept waits ")
	file.answered(5, "") // more than were sent
	expect("kept kept waits ")
	<-file.point
	file.sending()
	file.answered(1, "the heap is too large")
	expect("kept kept refused ")
	if _, _, err := r.served(numbers[2]); !strings.Contains(err.Error(), file.out.path+": no GC point was taken: the heap is too large") {
		t.Error(err)
	}
}

// TestPointWithin checks that a call waits until the point is written or refused, or until the file or the limit ends.
func TestPointWithin(t *testing.T) {
	for what, test := range map[string]struct {
		limit time.Duration
		do    func(*track)
		want  string
	}{
		"taken":   {runs.MaxWithin, func(t *track) { t.sending(); t.answered(1, "") }, ""},
		"refused": {runs.MaxWithin, func(t *track) { t.sending(); t.answered(1, "it is too large") }, "no GC point was taken: it is too large"},
		"ended":   {runs.MaxWithin, func(t *track) { t.close(nil) }, "the recording ended before the GC point"},
		"late":    {time.Millisecond, func(*track) {}, "the requested GC point was not taken within 1ms"},
	} {
		r, file := tracked(t)
		go func() {
			<-file.point
			test.do(file)
		}()
		err := r.PointWithin(test.limit)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
