package gclog_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"memcity/trace/wire/gclog"
)

// j9Cycle returns a stop of 10 ms with a cycle that has the given element texts in place of its parts.
func j9Cycle(trigger, parts string) string {
	return `<exclusive-start id="2" timestamp="2026-03-01T08:00:01.000" intervalms="1.000">
` + trigger + `<cycle-start id="4" type="scavenge" contextid="0" timestamp="2026-03-01T08:00:01.000" intervalms="1.000" />
` + parts + `<cycle-end id="8" type="scavenge" contextid="4" timestamp="2026-03-01T08:00:01.010" />
<exclusive-end id="9" timestamp="2026-03-01T08:00:01.010" durationms="10.000" />
`
}

// j9Part returns a part of the cycle with the given elements at its start and its end.
func j9Part(atStart, atEnd string) string {
	return `<gc-start id="5" type="scavenge" contextid="4" timestamp="2026-03-01T08:00:01.000">` + "\n" + atStart + "\n</gc-start>\n" +
		`<gc-end id="7" type="scavenge" contextid="4" durationms="9.000" timestamp="2026-03-01T08:00:01.009">` + "\n" + atEnd + "\n</gc-end>\n"
}

// TestJ9Edges checks single elements: reasons, sizes and damage.
func TestJ9Edges(t *testing.T) {
	mem := func(free, total string) string {
		return fmt.Sprintf(`<mem-info id="6" free="%s" total="%s">`, free, total)
	}
	survivor := func(free, total string) string {
		return fmt.Sprintf(`<mem type="survivor" free="%s" total="%s" />`, free, total)
	}
	timed := func(element string) string {
		return "<" + element + " id=\"3\" timestamp=\"2026-03-01T08:00:01.000\" />\n"
	}
	for _, test := range []struct{ name, text, want string }{
		{"no reason", j9Cycle("", ""), " 0->0(0), 0 skipped"},
		{"failed allocation", j9Cycle(timed("af-start"), ""), "allocation failure 0->0(0), 0 skipped"},
		{"reason of a request", j9Cycle(timed(`sys-start reason="native out of memory"`), ""), "native out of memory 0->0(0), 0 skipped"},
		{"no reason of a request", j9Cycle(timed("sys-start"), ""), "explicit 0->0(0), 0 skipped"},
		{"reason of a concurrent cycle", j9Cycle("<kickoff reason=\"threshold reached\" />\n", ""), "threshold reached 0->0(0), 0 skipped"},
		{"two reasons", j9Cycle("<kickoff reason=\"threshold reached\" />\n"+timed("af-start"), ""), "allocation failure 0->0(0), 0 skipped"},
		{"reason outside of a stop", timed("af-start") + j9Cycle("", ""), " 0->0(0), 0 skipped"},
		{"sizes", j9Cycle("", j9Part(mem("10", "100"), mem("60", "110"))), " 90->50(110), 0 skipped"},
		{"sizes in one line", j9Cycle("", j9Part(mem("10", "100")+"</mem-info>", mem("60", "110")+"</mem-info>")), " 90->50(110), 0 skipped"},
		{"indented by tabs", j9Cycle("", j9Part("\t"+mem("10", "100"), " \t"+mem("60", "110"))), " 90->50(110), 0 skipped"},
		{"an unused survivor space", j9Cycle("", j9Part(mem("10", "100")+survivor("0", "20"), mem("60", "110")+survivor("0", "30"))), " 70->20(80), 0 skipped"},
		{"a used survivor space", j9Cycle("", j9Part(mem("10", "100")+survivor("1", "20"), mem("60", "110")+survivor("30", "30"))), " 90->50(110), 0 skipped"},
		{"a survivor space larger than the heap", j9Cycle("", j9Part(mem("10", "100")+survivor("0", "200"), mem("60", "110")+survivor("0", "200"))), " 0->0(0), 0 skipped"},
		{"sizes before the part", j9Cycle("", mem("1", "2")+survivor("0", "1")+"\n"), " 0->0(0), 0 skipped"},
		{"only the size at the end", j9Cycle("", j9Part("", mem("60", "110"))), " 0->50(110), 0 skipped"},
		{"only the size at the start", j9Cycle("", j9Part(mem("10", "100"), "")), " 0->0(0), 0 skipped"},
		{"more free than there is", j9Cycle("", j9Part(mem("101", "100"), mem("120", "110"))), " 0->0(110), 0 skipped"},
		{"parts that free less and more", j9Cycle("", j9Part(mem("10", "100"), mem("20", "100"))+j9Part(mem("30", "100"), mem("39", "100"))+
			j9Part(mem("40", "100"), mem("51", "100"))), " 60->49(100), 0 skipped"},
		{"parts that free as much", j9Cycle("", j9Part(mem("10", "100"), mem("20", "100"))+j9Part(mem("30", "100"), mem("40", "100"))), " 90->80(100), 0 skipped"},
		{"the largest heap", j9Cycle("", j9Part("", mem("0", "72057594037927936"))), " 0->72057594037927936(72057594037927936), 0 skipped"},
		{"a larger heap", j9Cycle("", j9Part("", mem("0", "72057594037927937"))), " 0->0(0), 1 skipped"},
		{"a size that is no number", j9Cycle("", j9Part(mem("x", "100"), mem("60", "110"))), " 0->50(110), 1 skipped"},
		{"a survivor size that is no number", j9Cycle("", j9Part(mem("10", "100")+survivor("0", "1x"), mem("60", "110"))), " 90->50(110), 1 skipped"},
		{"two faults in a line", j9Cycle("", j9Part(mem("x", "100")+survivor("0", "x"), mem("60", "110"))), " 0->50(110), 1 skipped"},
		{"output of the program", j9Cycle("Calculated native library name\n", "<p>1 < 2</p>\n"), " 0->0(0), 1 skipped"},
		{"a tag without end", j9Cycle("<response-info timems=\"1\"\n", ""), " 0->0(0), 1 skipped"},
		{"a quote in a name", j9Cycle("<response-info lastname=\"a\"b\" />\n", ""), " 0->0(0), 0 skipped"},
		{"an angle bracket in a name", j9Cycle("<response-info lastname=\"a>b\" />\n", ""), " 0->0(0), 0 skipped"},
		{"a damaged time", j9Cycle("<af-start id=\"3\" timestamp=\"2026-03-01T08:00\" />\n", ""), " 0->0(0), 1 skipped"},
		{"an impossible time", j9Cycle("<af-start id=\"3\" timestamp=\"2026-13-01T08:00:00.000\" />\n", ""), " 0->0(0), 1 skipped"},
		{"a part without its cycle", j9Cycle("", "<gc-start id=\"5\" type=\"x\" timestamp=\"2026-03-01T08:00:01.000\">\n"), " 0->0(0), 1 skipped"},
		{"a comment", "<!-- kept -->\n" + j9Cycle("<!-- kept -->\n", ""), " 0->0(0), 0 skipped"},
	} {
		log := read(t, test.text)
		if len(log.GCs) != 1 || log.GCs[0].Pause != 10*time.Millisecond {
			t.Errorf("%s: %+v", test.name, log.GCs)
			continue
		}
		g := log.GCs[0]
		if got := fmt.Sprintf("%s %d->%d(%d), %d skipped", g.Cause, g.Before, g.After, g.Capacity, log.Skipped); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestJ9Stops checks stops with missing or unusual ends.
func TestJ9Stops(t *testing.T) {
	start, end := j9Cycle("", ""), `durationms="10.000"`
	const cycle = `<cycle-start id="4" type="global" contextid="0" timestamp="2026-03-01T08:00:01.000" />` + "\n"
	other := strings.ReplaceAll(j9Stop(20, 5), "scavenge", "partial gc")
	for _, test := range []struct{ name, text, want string }{
		{"without a duration", strings.Replace(start, end, "", 1), "GC 0 at 0 for 10000 scavenge ()"},
		{"a damaged duration", strings.Replace(start, end, `durationms="1x"`, 1), "GC 0 at 0 for 10000 scavenge ()"},
		{"longer than the log", strings.Replace(start, end, `durationms="20.5"`, 1), "GC 0 at 0 for 20500 scavenge ()"},
		{"no end", strings.Split(start, "<exclusive-end")[0] + other, "GC 0 at 0 for 10000 scavenge ()\nGC 1 at 4000000 for 10000 partial gc ()"},
		{"no start", start[strings.Index(start, "<cycle-start"):] + other, "GC 1 at 4000000 for 10000 partial gc ()"},
		{"no start, with the duration of the GC", strings.Replace(j9Cycle("", j9Part("", "")), "<exclusive-start", "<other", 1), "GC 0 at 0 for 9000 scavenge ()"},
		{"no cycle", "<exclusive-start id=\"2\" timestamp=\"2026-03-01T08:00:01.000\">\n<exclusive-end id=\"9\" timestamp=\"2026-03-01T08:00:01.003\" durationms=\"2.500\" />\n",
			"safepoint at 500 for 2500  ()"},
		{"no cycle and no duration", "<exclusive-start id=\"2\" timestamp=\"2026-03-01T08:00:01.000\">\n<exclusive-end id=\"9\" timestamp=\"2026-03-01T08:00:01.000\" durationms=\"0.000\" />\n", ""},
		{"a cycle that continues", "<exclusive-start id=\"2\" timestamp=\"2026-03-01T08:00:01.000\">\n" + cycle + "<exclusive-end id=\"9\" timestamp=\"2026-03-01T08:00:01.002\" durationms=\"2.000\" />\n",
			"GC 0 at 0 for 2000 global ()"},
		{"a cycle without a stop", cycle + "<cycle-end id=\"8\" type=\"global\" contextid=\"4\" timestamp=\"2026-03-01T08:00:01.010\" />\n", ""},
	} {
		if got := stopsText(read(t, test.text)); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
	if log := read(t, cycle+`<cycle-end id="8" type="global" contextid="4" timestamp="2026-03-01T08:00:01.010" />`); len(log.GCs) != 1 || !log.GCs[0].Concurrent {
		t.Errorf("a cycle without a stop: %+v", log.GCs)
	}
	if log := read(t, strings.Split(start, "<exclusive-end")[0]); len(log.GCs) != 0 || !log.Open {
		t.Errorf("a stop without end: %+v, open %v", log.GCs, log.Open)
	}
}

// TestJ9OlderTimes checks that stops in the same second follow one another, and others keep their times.
func TestJ9OlderTimes(t *testing.T) {
	stop := func(second int, took string) string {
		return fmt.Sprintf("<af type=\"nursery\" id=\"1\" timestamp=\"Mar 05 09:00:%02d 2026\">\n<gc type=\"scavenger\">\n<time totalms=\"1.000\" />\n</gc>\n%s</af>\n", second, took)
	}
	took := func(ms string) string { return "<time totalms=\"" + ms + "\" />\n" }
	for _, test := range []struct{ name, text, want string }{
		{"the same second", stop(1, took("10.000")) + stop(1, took("5.000")), "0+10 10+5"},
		{"the next second", stop(1, took("10.000")) + stop(2, took("5.000")), "0+10 1000+5"},
		{"longer than a second", stop(1, took("1500.000")) + stop(2, took("5.000")), "0+1500 1500+5"},
		{"longer than the next second", stop(1, took("2000.000")) + stop(2, took("5.000")), "1000+5 0+2000"},
		{"without a duration", stop(1, "") + stop(2, took("5.000")), "0+1 1000+5"},
		{"a damaged duration", stop(1, took("x")) + stop(2, took("5.000")), "0+1 1000+5"},
		{"without an end", strings.Replace(stop(1, took("10.000")), "</af>\n", "", 1) + stop(2, took("5.000")), "0+10 1000+5"},
		{"another time", strings.Replace(stop(1, took("10.000")), "Mar", "Foo", 1) + stop(2, took("5.000")), "0+5"},
	} {
		var got []string
		for s := range read(t, test.text).Stops.All() {
			got = append(got, fmt.Sprintf("%d+%d", s.Start.Milliseconds(), (s.End-s.Start).Milliseconds()))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}

// TestJ9ManyParts checks that a stop with very many cycles ends, and that the pause is still that of the stop.
func TestJ9ManyParts(t *testing.T) {
	var w strings.Builder
	w.WriteString("<exclusive-start id=\"1\" timestamp=\"2026-03-01T08:00:01.000\">\n")
	const n = 1<<16 + 1
	for i := range n {
		fmt.Fprintf(&w, "<cycle-start id=\"%d\" type=\"x\" contextid=\"0\" timestamp=\"2026-03-01T08:00:01.000\" />\n", i+2)
	}
	w.WriteString("<exclusive-end id=\"9999999\" timestamp=\"2026-03-01T08:00:02.000\" durationms=\"1000.000\" />\n")
	log := read(t, w.String())
	if log.Stops.Len() != 1 || len(log.GCs) != 1 || log.GCs[0].Number != n-2 || log.GCs[0].Pause != time.Second {
		t.Errorf("%d stops, GCs %+v", log.Stops.Len(), log.GCs)
	}
}

// TestJ9Sniff checks which first lines are recognized, and where the VM's own text starts in lines of other programs.
func TestJ9Sniff(t *testing.T) {
	for line, want := range map[string]int{
		`<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="x">`: 0,
		`<verbosegc>`:  -1,
		`</verbosegc>`: -1,
		`<exclusive-start id="2" timestamp="2026-03-01T08:00:01.000">`: 0,
		`app-1  | <gc-end id="2" timestamp="2026-03-01T08:00:01.000">`: 9,
		`<exclusive-start timestamp="2026-03-01T08:00:01.000">`:        -1,
		`<exclusive-start id="2">`:                                     -1,
		`<exclusive-start id="2" timestamp="2026-03-01T08:00:01.000"`:  -1,
		`<response-info id="2" timestamp="2026-03-01T08:00:01.000">`:   -1,
		`<initialized id="1" timestamp="2026-03-01T08:00:01.000">`:     0,
		`<initialized>`: -1,
		`<af type="tenured" id="1" timestamp="Mar 25 22:40:24 2010" intervalms="0.000">`:    0,
		`<sys id="1" timestamp="Thu Mar 25 22:40:24 2010" intervalms="0.000">`:              0,
		`<con event="kickoff" timestamp="Mar  5 22:40:24 2010">`:                            0,
		`<af type="tenured" id="1" timestamp="2026-03-01T08:00:01.000" intervalms="0.000">`: -1,
		`<af type="tenured" id="1" timestamp="Mar 25 22:40:24 1970">`:                       -1,
		`<gc type="global" id="1" totalid="1" intervalms="0.000">`:                          -1,
		`<AF[1]: Allocation Failure. need 528 bytes, 0 ms since last AF>`:                   -1,
		`<html><body>`: -1,
	} {
		if got := gclog.LineStart([]byte(line)); got != want {
			t.Errorf("%s starts at %d, want %d", line, got, want)
		}
		if got := gclog.Sniff([]byte(line + "\n")); got != (want == 0) {
			t.Errorf("%s is recognized: %v", line, got)
		}
	}
}

// FuzzJ9 reads elements whole and in two parts, and checks invariants that hold for any log. Each byte is an element or changes the next one.
func FuzzJ9(f *testing.F) {
	lines := strings.Split(strings.TrimSpace(j9Cycle(`<af-start id="3" timestamp="2026-03-01T08:00:01.000" />
<cycle-start id="14" type="global" contextid="0" timestamp="2026-03-01T08:00:01.005" />
<gc-start id="15" type="global" contextid="14" timestamp="2026-03-01T08:00:01.005">
<gc-op id="16" type="heartbeat" contextid="14" timestamp="2026-03-01T08:00:01.100">
<quanta quantumCount="20" meanTimeMs="1.500" />
<gc-op id="17" type="syncgc" timems="75.125" contextid="14" timestamp="2026-03-01T08:00:01.200">
<syncgc-info reason="out of memory" />
<cycle-continue id="18" newtype="x" contextid="14" timestamp="2026-03-01T08:00:01.200" />
<cycle-end id="19" type="global" contextid="14" timestamp="2026-03-01T08:00:01.300" />
<verbosegc version="x">
<af id="1" timestamp="Mar 01 08:00:01 2026">
<con id="1" timestamp="Mar 01 08:00:02 2026">
<nursery freebytes="10" totalbytes="20" />
<gc type="scavenger">
<time totalms="9.000" />
</gc>
</con>
</af>
`, j9Part(`<mem-info free="10" total="100"><mem type="survivor" free="0" total="20" />`, `<mem-info free="60" total="110">`))), "\n")
	script := make([]byte, len(lines))
	for i := range script {
		script[i] = byte(i)
	}
	f.Add(script)
	f.Fuzz(func(t *testing.T, script []byte) {
		var w strings.Builder
		for i, b := range script {
			if line := lines[int(b&0x3f)%len(lines)]; b < 0x40 {
				w.WriteString(line + "\n")
			} else if at := i * 7 % len(line); b < 0x80 {
				w.WriteString(line[:at] + "\n" + line[at:])
			} else {
				w.WriteString(strings.ReplaceAll(line, "0", fmt.Sprint(int(b)<<(i%40))))
			}
		}
		text := w.String()
		log := read(t, text)
		if log.Lines < int64(strings.Count(text, "\n")) || log.Skipped > log.Lines || len(log.GCs) > len(text) {
			t.Fatalf("%d lines, %d skipped, %d GCs", log.Lines, log.Skipped, len(log.GCs))
		}
		last := time.Duration(0)
		for i, g := range log.GCs {
			if g.Start < 0 || g.End < max(g.Start, last) || g.Pause < 0 || g.Pause > g.End-g.Start || g.Before < 0 || g.After < 0 || g.Capacity < 0 {
				t.Fatalf("GC %d is %+v", i, g)
			}
			last = g.End
		}
		for s := range log.Stops.All() {
			if s.Start < 0 || s.End < s.Start {
				t.Fatalf("the stop is %+v", s)
			}
		}
		at := strings.IndexByte(text, '\n') + 1
		r := &gclog.Reader{}
		r.Read(strings.NewReader(text[:at]))
		r.Read(strings.NewReader(text[at:]))
		if got := r.Log(); !reflect.DeepEqual(got, log) {
			t.Fatalf("two files are %+v\none is %+v", got, log)
		}
	})
}
