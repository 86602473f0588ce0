package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// A machine is the machine on which the figures were measured.
type machine struct {
	processor, memory, system, program string
	cores                              int
}

func readMachine(program string) (machine, error) {
	m := machine{processor: "processor not known", memory: "memory not known", system: runtime.GOOS + " on " + runtime.GOARCH, cores: runtime.NumCPU()}
	if name := field("/proc/cpuinfo", "model name"); name != "" {
		m.processor = name
	}
	var kB int64
	if n, _ := fmt.Sscanf(field("/proc/meminfo", "MemTotal"), "%d kB", &kB); n == 1 {
		m.memory = fmt.Sprintf("%d GB of memory", (kB<<10+5e8)/1e9)
	}
	out, err := exec.Command(program, "version").Output()
	if err != nil {
		return m, fmt.Errorf("%s version: %w", program, err)
	}
	m.program = strings.TrimSpace(string(out))
	return m, nil
}

// field returns the first value for a name in a file with lines "name : value"; empty for none.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

const head = `<!-- Written by make performance: run that to change it. -->

# Performance

What commands take on heap dumps like those of real programs: parsed sources, tables, a search index, many small types, from a seeded generator
(trace/tracetest/realistic). Processor time on one core is compared with that of sha1sum on the same file, in the same run, because a ratio says more of
another machine than seconds do. The exponent says how time grows with the heap: 1.0 is in proportion.

`

// write writes the page.
func write(w io.Writer, m machine, rounds int, results []result) {
	io.WriteString(w, head)
	fmt.Fprintf(w, "%s, %d cores, %s, %s; %s. Fastest of %d runs.\n", m.processor, m.cores, m.memory, m.system, m.program, rounds)
	for i, r := range results {
		fmt.Fprintf(w, "\n## %s million objects, %d MB\n\n", million(r.objects), (r.bytes+5e5)/1e6)
		io.WriteString(w, "| | one core, s | times sha1sum | all cores, s by the clock | faster with all cores | peak memory, MB | bytes for each object |")
		if i > 0 {
			io.WriteString(w, " exponent |")
		}
		io.WriteString(w, "\n|---|---|---|---|---|---|---|"+strings.Repeat("---|", min(i, 1))+"\n")
		for j, t := range r.tasks {
			one, all := r.one[j], r.all[j]
			fmt.Fprintf(w, "| %s | %.2f | %.2f | %.2f | %.2f | %d | %s |", t.name, one.processor.Seconds(),
				one.processor.Seconds()/r.one[0].processor.Seconds(), all.clock.Seconds(), one.clock.Seconds()/all.clock.Seconds(),
				(all.memory+5e5)/1e6, perObject(all.memory, r.objects))
			if i > 0 {
				fmt.Fprintf(w, " %.2f |", exponent(results[0], r, j))
			}
			io.WriteString(w, "\n")
		}
	}
}

func million(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1e6) }

func perObject(bytes, objects int64) string {
	if bytes == 0 {
		return "not known"
	}
	return fmt.Sprint((bytes + objects/2) / objects)
}

// exponent returns e such that the time of a task grows with objects^e between two heaps.
func exponent(a, b result, task int) float64 {
	return math.Log(b.one[task].processor.Seconds()/a.one[task].processor.Seconds()) / math.Log(float64(b.objects)/float64(a.objects))
}
