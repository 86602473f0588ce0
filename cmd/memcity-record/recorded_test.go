package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/trace/record"
	"memcity/trace/record/forked"
)

// leaks are programs that keep as many objects as each line of their standard input requests.
var leaks = []struct{ command, file, text, holder string }{
	{"python3", "shop.py", `import sys
class Order:
    def __init__(self, n): self.lines = [n]
class Shop:
    by_id = {}
print("ready", flush=True)
for line in sys.stdin:
    for _ in range(int(line)): Shop.by_id[len(Shop.by_id)] = Order(len(Shop.by_id))
    print("done", flush=True)
`, "by variable __main__.Shop.by_id"},
	{"ruby", "shop.rb", `class Order
  def initialize(n); @lines = [n]; end
end
class Shop
  @@by_id = {}
  def self.add(n) = n.times { @@by_id[@@by_id.size] = Order.new(@@by_id.size) }
end
$stdout.sync = true
puts "ready"
while line = gets
  Shop.add(line.to_i)
  puts "done"
end
`, "by variable Shop.@@by_id"},
}

// TestAnalyzeRecorded checks that the analysis of a recorded program names the holder of its leak.
func TestAnalyzeRecorded(t *testing.T) {
	for _, leak := range leaks {
		t.Run(leak.command, func(t *testing.T) {
			if _, err := exec.LookPath(leak.command); err != nil || !forked.Supported {
				t.Skip("there is no " + leak.command)
			}
			dir := t.TempDir()
			script, out := filepath.Join(dir, leak.file), filepath.Join(dir, "out.mct")
			if err := os.WriteFile(script, []byte(leak.text), 0o600); err != nil {
				t.Fatal(err)
			}
			recordGrowth(t, []string{leak.command, script}, out)
			if r := execute(t, "analyze", out); !strings.Contains(r.stdout, "held "+leak.holder) || !strings.Contains(r.stdout, "Order") {
				t.Errorf("analyze does not say that Order objects are held %s:\n%.800s", leak.holder, r.stdout)
			}
		})
	}
}

// recordGrowth records a program with a point after each of several lines.
func recordGrowth(t *testing.T, argv []string, out string) {
	t.Helper()
	inRead, inWrite := pipe(t)
	outRead, outWrite := pipe(t)
	r, err := record.Start(t.Context(), argv, record.Options{Mode: record.Sampled, Every: time.Hour, Budget: 100, MaxPause: time.Minute, Out: out,
		Tool: "test", Now: time.Now, Stdin: inRead, Stdout: outWrite, Stderr: io.Discard})
	inRead.Close()
	outWrite.Close()
	if err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(outRead)
	answers.Scan()
	for len(r.Status().Files) == 0 && !r.Status().Ended {
		time.Sleep(5 * time.Millisecond)
	}
	for range 5 {
		fmt.Fprintln(inWrite, 2000)
		answers.Scan()
		if err := r.PointWithin(time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	inWrite.Close()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}
