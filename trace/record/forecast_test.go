package record

import (
	"testing"
	"time"
)

// TestForecast checks the estimate for a first point, below and above each limit.
func TestForecast(t *testing.T) {
	for _, c := range []struct {
		used    int64
		threads int64
		mode    Mode
		limit   time.Duration
		worth   bool
		want    string
	}{
		{2_999_999, 199, Sampled, time.Second, false,
			"the heap uses 2 MB, about 62 thousand objects; the first GC point would stop the program for 0.0 to 0.1 s"},
		{3_000_000, 199, Exact, time.Second, true,
			"the heap uses 3 MB, about 63 thousand objects; the first GC point would stop the program for 0.0 to 0.1 s"},
		{3_000_000, 199, Dumps, time.Second, false,
			"the heap uses 3 MB, about 63 thousand objects; the first GC point would stop the program for 0.0 to 0.1 s"},
		{30_000_048, 199, Sampled, time.Second, true,
			"the heap uses 30 MB, about 625 thousand objects; the first GC point would stop the program for 0.2 to 1.0 s; it is canceled " +
				"after --max-pause 1s"},
		{1_200_000_000, 199, Sampled, time.Second, true,
			"the heap uses 1200 MB, about 25.0 million objects; the first GC point would stop the program for 7.5 to 40.0 s, more than " +
				"--max-pause 1s allows, so objects would only be counted by type"},
		{1_200_000_000, 199, Counts, time.Second, true,
			"the heap uses 1200 MB, about 25.0 million objects; the first GC point would stop the program for 1.0 to 2.0 s; it is canceled " +
				"after --max-pause 1s"},
		{0, 200, Sampled, time.Second, true,
			"the heap uses 0 MB, about 0 thousand objects; the first GC point would stop the program for 0.0 to 0.0 s; before that, the JVM " +
				"may take time to prepare the stacks of 200 threads, up to 0.4 s"},
		{0, 501, Sampled, time.Second, true,
			"the heap uses 0 MB, about 0 thousand objects; the first GC point would stop the program for 0.0 to 0.0 s; before that, the JVM " +
				"may take time to prepare the stacks of 501 threads, up to 1.0 s, and nothing is recorded if this could exceed --max-pause 1s"},
		{0, 500, Sampled, time.Second, true,
			"the heap uses 0 MB, about 0 thousand objects; the first GC point would stop the program for 0.0 to 0.0 s; before that, the JVM " +
				"may take time to prepare the stacks of 500 threads, up to 1.0 s"},
	} {
		f := forecastOf(c.used, c.threads)
		if f.Worth(c.mode) != c.worth {
			t.Errorf("%d bytes, %v: worth a question: %v, want %v", c.used, c.mode, !c.worth, c.worth)
		}
		if got := f.Text(c.mode, c.limit); got != c.want {
			t.Errorf("%d bytes, %v:\n%s, want\n%s", c.used, c.mode, got, c.want)
		}
	}
}
