package gclog

import ("testing";"os";"fmt";"bytes")

func TestDump(t *testing.T) {
	for _, f := range []string{"17-serial","17-parallel","17-g1","17-z","17-shenandoah","25-serial","25-parallel","25-g1","25-z","25-shenandoah","25-shen-gen","25-g1-date","17-plain-g1","25-serial-odd","25-g1-histo","17-parallel-histo","17-shen-gc","17-z-stall","25-z-stall","25-z-gc"} {
		data, _ := os.ReadFile("/tmp/I1/run/logs/"+f+".log")
		r := Reader{}; n:=0
		r.Found = func(h Histogram) { n++ }
		if err := r.Read(bytes.NewReader(data)); err != nil { t.Fatal(err) }
		l := r.Log()
		fmt.Printf("== %s %s %q timed %v from %v start %d first %v last %v lines %d skipped %d(%d) open %v gcs %d histos %d sniff %v\n", f, l.Collector, l.Version, l.Timed, l.FromStart, l.StartUnix, l.First, l.Last, l.Lines, l.Skipped, l.SkippedLine, l.Open, len(l.GCs), n, Sniff(data[:min(4096,len(data))]))
		for i, g := range l.GCs { if i < 4 || i >len(l.GCs)-3 { fmt.Printf("%+v\n", g) } }
	}
}
