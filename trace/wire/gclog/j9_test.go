package gclog_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace/tracetest/golden"
	"memcity/trace/wire/gclog"
)

// j9Logs returns the logs of J9 in testdata, by name.
func j9Logs(t testing.TB) map[string]string {
	t.Helper()
	logs := map[string]string{}
	for _, name := range []string{"gencon", "percolate", "concurrent-scavenge", "balanced", "metronome", "older"} {
		text, err := os.ReadFile(filepath.Join("testdata", "j9", name+".xml"))
		if err != nil {
			t.Fatal(err)
		}
		logs[name] = string(text)
	}
	return logs
}

// TestJ9Logs records the content and the stops of a log of each policy.
func TestJ9Logs(t *testing.T) {
	var w strings.Builder
	logs := j9Logs(t)
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		fmt.Fprintf(&w, "\n== %s: ", name)
		log, found := readAll(t, logs[name])
		describe(&w, log, found)
		w.WriteString(stopsText(log) + "\n")
		if !gclog.Sniff([]byte(logs[name])) {
			t.Errorf("%s is not recognized", name)
		}
	}
	golden.File(t, "j9.txt", w.String())
}

// exclusiveTimes returns the durations in microseconds at the ends of all stops that a log lists, in order.
func exclusiveTimes(text string) (took []int64) {
	for _, part := range strings.Split(text, "<exclusive-end ")[1:] {
		_, after, _ := strings.Cut(part, `durationms="`)
		number, _, _ := strings.Cut(after, `"`)
		micros, err := strconv.ParseInt(strings.Replace(number, ".", "", 1), 10, 64)
		if err == nil {
			took = append(took, micros)
		}
	}
	return took
}

// stopTimes returns the durations in microseconds of all stops of a log, in the order of their ends.
func stopTimes(log *gclog.Log) (took []int64) {
	for s := range log.Stops.All() {
		took = append(took, (s.End - s.Start).Microseconds())
	}
	return took
}

// j9Writer writes a log with random stops.
type j9Writer struct {
	strings.Builder
	rnd    *rand.Rand
	id, at int
	open   []int // ids of concurrent cycles
}

func (w *j9Writer) element(name, attrs string) int {
	w.id++
	fmt.Fprintf(w, "<%s id=\"%d\" %s timestamp=\"2026-03-01T08:%02d:%02d.%03d\" />\n", name, w.id, attrs, w.at/60000, w.at/1000%60, w.at%1000)
	return w.id
}

// work writes the parts of cycles in a stop of the given duration in ms.
func (w *j9Writer) work(took int) {
	n := w.rnd.IntN(4)
	for i := range n {
		w.at += took / (n + 1)
		switch {
		case len(w.open) > 0 && w.rnd.IntN(2) == 0:
			last := len(w.open) - 1
			attrs := fmt.Sprintf("type=\"global\" contextid=\"%d\"", w.open[last])
			w.element("gc-start", attrs)
			w.element("gc-end", attrs+" durationms=\"1.000\"")
			if w.rnd.IntN(2) == 0 {
				w.element("cycle-end", attrs)
				w.open = w.open[:last]
			}
		case i == n-1 && w.rnd.IntN(3) == 0:
			w.open = append(w.open, w.element("cycle-start", "type=\"global\" contextid=\"0\""))
		default:
			attrs := fmt.Sprintf("type=\"scavenge\" contextid=\"%d\"", w.element("cycle-start", "type=\"scavenge\" contextid=\"0\""))
			w.element("gc-end", attrs+" durationms=\"2.000\"")
			w.element("cycle-end", attrs)
		}
	}
	w.at += took - n*(took/(n+1))
}

// TestJ9Pauses compares the stops of random logs with the durations in the text, and the pauses of GCs with the stops.
func TestJ9Pauses(t *testing.T) {
	for seed := range uint64(200) {
		w := &j9Writer{rnd: rand.New(rand.NewPCG(seed, 9))}
		w.WriteString("<verbosegc version=\"x\">\n")
		for range w.rnd.IntN(30) {
			w.at += 10 + w.rnd.IntN(2000)
			w.element("exclusive-start", "intervalms=\"1.000\"")
			took := w.rnd.IntN(200)
			w.work(took)
			w.element("exclusive-end", fmt.Sprintf("durationms=\"%d.%03d\"", took, w.rnd.IntN(1000)))
		}
		log := read(t, w.String())
		want, got := exclusiveTimes(w.String()), stopTimes(log)
		isZero := func(took int64) bool { return took == 0 }
		want, got = slices.DeleteFunc(want, isZero), slices.DeleteFunc(got, isZero)
		if !slices.Equal(got, want) || log.Skipped > 0 || log.Restarts > 0 {
			t.Fatalf("seed %d: stops of %v µs, want %v, %d lines skipped", seed, got, want, log.Skipped)
		}
		ofStops, ofGCs := int64(0), int64(0)
		for s := range log.Stops.All() {
			if !s.Safepoint {
				ofStops += int64(s.End - s.Start)
			}
		}
		for _, g := range log.GCs {
			ofGCs += int64(g.Pause)
		}
		if ofStops != ofGCs {
			t.Errorf("seed %d: GCs pause for %d ns, their stops last %d", seed, ofGCs, ofStops)
		}
	}
}

// TestJ9Truncated cuts logs after and within every line. All that ended before remains.
func TestJ9Truncated(t *testing.T) {
	for name, text := range j9Logs(t) {
		all := stopTimes(read(t, text))
		for at := range len(text) {
			if text[at] != '\n' {
				continue
			}
			whole := read(t, text[:at+1])
			got := stopTimes(whole)
			if len(got) > len(all) || !slices.Equal(got, all[:len(got)]) {
				t.Errorf("%s up to %d: stops of %v µs are not the first of %v", name, at, got, all)
			}
			if want := exclusiveTimes(text[:at+1]); strings.Contains(text, "exclusive-end") && !slices.Equal(got, want) {
				t.Errorf("%s up to %d: stops of %v µs, want %v", name, at, got, want)
			}
			next := strings.IndexByte(text[at+1:]+"\n", '\n')
			within := read(t, text[:at+1+next/2])
			if !slices.Equal(within.GCs, whole.GCs) || within.Skipped > 1 {
				t.Errorf("%s within the line after %d: %d lines skipped, %+v\nwant %+v", name, at, within.Skipped, within.GCs, whole.GCs)
			}
		}
	}
}

// j9Stop returns the elements of a stop of 10 ms with a cycle, which starts n seconds after 08:00.
func j9Stop(id, n int) string {
	second := fmt.Sprintf("2026-03-01T08:%02d:%02d", n/60, n%60)
	return fmt.Sprintf(`<exclusive-start id="%[1]d" timestamp="%[5]s.000" intervalms="1.000">
</exclusive-start>
<cycle-start id="%[2]d" type="scavenge" contextid="0" timestamp="%[5]s.000" intervalms="1.000" />
<cycle-end id="%[3]d" type="scavenge" contextid="%[2]d" timestamp="%[5]s.009" />
<exclusive-end id="%[4]d" timestamp="%[5]s.010" durationms="10.000" />
`, id, id+1, id+2, id+3, second)
}

// TestJ9Roots reads several logs in one file: parts of a rotated log, and logs of several runs.
func TestJ9Roots(t *testing.T) {
	const root = "<?xml version=\"1.0\" ?>\n\n<verbosegc xmlns=\"http://www.ibm.com/j9/verbosegc\" version=\"x\">\n"
	header := func(id, n int) string {
		return fmt.Sprintf("%s<initialized id=\"%d\" timestamp=\"2026-03-01T08:00:%02d.000\">\n</initialized>\n", root, id, n)
	}
	for _, test := range []struct {
		name, text string
		gcs        int
		restarts   int
		fromStart  bool
	}{
		{"one root", header(1, 0) + j9Stop(2, 1), 1, 0, true},
		{"rotated", header(1, 0) + j9Stop(2, 1) + "</verbosegc>\n" + header(6, 2) + j9Stop(7, 3) + "</verbosegc>\n", 2, 0, true},
		{"rotated with equal headers", header(1, 0) + j9Stop(2, 1) + "</verbosegc>\n" + header(1, 2) + j9Stop(6, 3), 2, 0, true},
		{"only a later part", header(6, 2) + j9Stop(7, 3), 1, 0, false},
		{"without a line end between them", header(1, 0) + j9Stop(2, 1) + "</verbosegc>" + header(1, 2) + j9Stop(2, 3), 2, 1, true},
		{"two runs", header(1, 0) + j9Stop(2, 1) + "</verbosegc>\n" + header(1, 2) + j9Stop(2, 3), 2, 1, true},
		{"the same id in two runs", header(1, 0) + j9Stop(2, 1) + root + j9Stop(5, 3), 2, 1, true},
		{"the next id", header(1, 0) + j9Stop(2, 1) + root + j9Stop(6, 3), 2, 0, true},
		{"without roots", j9Stop(2, 1) + j9Stop(2, 3), 2, 0, false},
		{"killed in a stop", header(1, 0) + strings.SplitAfter(j9Stop(2, 1), "scavenge\" contextid=\"3\" timestamp=\"2026-03-01T08:00:01.009\" />\n")[0] + header(1, 2) + j9Stop(2, 3), 2, 1, true},
	} {
		log := read(t, test.text)
		if len(log.GCs) != test.gcs || log.Stops.Len() != test.gcs || log.Restarts != test.restarts || log.FromStart != test.fromStart || log.Skipped > 0 {
			t.Errorf("%s: %d GCs, %d stops, %d restarts, from start %v, %d skipped", test.name, len(log.GCs), log.Stops.Len(), log.Restarts,
				log.FromStart, log.Skipped)
		}
	}
}
