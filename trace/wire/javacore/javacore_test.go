package javacore

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

const sample = `0SECTION       TITLE subcomponent dump routine
1TISIGINFO     Dump Event "systhrow" (00040000) Detail "java/lang/OutOfMemoryError" received
1TIDATETIMEUTC Date: 2021/05/12 at 14:46:26:943 (UTC)
3XMTHREADINFO      "main" J9VMThread:0x0000000002D00500, j9thread_t:0x00000000007A75C0, java/lang/Thread:0x00000000FFB23D90, state:R, prio=5
4XESTACKTRACE                at java/io/FileInputStream.readBytes(Native Method)
4XESTACKTRACE                at java/lang/Object.wait(java.base@11/Object.java:167(Compiled Code))
5XESTACKTRACE                   (entered lock: java/io/BufferedInputStream@0x00000000FFB044B0, entry count: 1)
3XMTHREADINFO      Anonymous native thread
4XESTACKTRACE                at app/Main.lost(Main.java:1)
3XMTHREADINFO      "say "hi"" TID:0x000CBD00, state:R
3XMTHREADINFO      "main" J9VMThread:0x0000000002D00500, java/lang/Thread:0x00000000FFB23D90, state:R, prio=5
4XESTACKTRACE                at app/Main.twice(Main.java:1)
2CLTEXTCLLOADER		p---st-- Loader *System*(0x00000000FFB03EE8)
2CLTEXTCLLOADER		-----ta- Loader app/Loader(0x00000000FFB23CE0), Parent *none*(0x0000000000000000)
`

// text formats a dump.
func text(d *Dump) string {
	var w strings.Builder
	fmt.Fprintf(&w, "out of memory %v at %d, %d loaders, system %x\n", d.OutOfMemory, d.Unix, len(d.Loaders), d.System)
	for _, t := range d.Threads {
		fmt.Fprintf(&w, "%s %x\n", t.Name, t.Object)
		for _, f := range t.Frames {
			fmt.Fprintf(&w, "  %s . %s . %s %x\n", f.Class, f.Method, f.Place, f.Locks)
		}
	}
	return w.String()
}

func TestRead(t *testing.T) {
	want := `out of memory true at 1620830786943, 2 loaders, system ffb03ee8
main ffb23d90
  java/io/FileInputStream . readBytes . Native Method []
  java/lang/Object . wait . Object.java:167 [ffb044b0]
say "hi" 0
`
	for _, sample := range []string{sample, strings.ReplaceAll(sample, "\n", "\r\n"), sample + "2XHENV " + strings.Repeat("x", 3*MaxLine) + "\n"} {
		d, err := Read(strings.NewReader(sample))
		if err != nil || text(d) != want {
			t.Errorf("got\n%s%v, want\n%s", text(d), err, want)
		}
	}
	if !Sniff([]byte(sample)) || Sniff([]byte(strings.Repeat(" ", 500)+sample)) {
		t.Error("sniff is wrong")
	}
}

// TestOdd checks lines that end early or have no numbers.
func TestOdd(t *testing.T) {
	for line, want := range map[string]string{
		`3XMTHREADINFO      "`:                                                       " 0\n",
		`3XMTHREADINFO      "a`:                                                      "a 0\n",
		`3XMTHREADINFO      "a" java/lang/Thread:0x`:                                 "a 0\n",
		`3XMTHREADINFO      "a" java/lang/Thread:0xfffffffffffffffff`:                "a ffffffffffffffff\n",
		`3XMTHREADINFO      "a" java/lang/Thread:12`:                                 "a 0\n",
		"3XMTHREADINFO \"a\"\n4XESTACKTRACE at ":                                     "a 0\n",
		"3XMTHREADINFO \"a\"\n4XESTACKTRACE at run":                                  "a 0\n   . run .  []\n",
		"3XMTHREADINFO \"a\"\n4XESTACKTRACE at A.run(\n":                             "a 0\n  A . run .  []\n",
		"3XMTHREADINFO \"a\"\n5XESTACKTRACE (entered lock: A@0x1":                    "a 0\n",
		"4XESTACKTRACE at A.run(A.java:1)\n5XESTACKTRACE (entered lock: A@0x1":       "",
		"2CLTEXTCLLOADER  Loader":                                                    "",
		"2CLTEXTCLLOADER  Loader x(":                                                 "",
		"1TIDATETIMEUTC Date: 2021/05/12 at 14:46:26:9":                              "",
		"1TIDATETIMEUTC Date: 2021/05/12 at 14:46:26:abc (UTC)":                      "",
		"1TIDATETIMEUTC Date: 2021/13/12 at 14:46:26:943 (UTC)":                      "",
		"3XMTHREADINFO \"a\"\n4XESTACKTRACE at A.run(A.java)\n5XESTACKTRACE (x: A@1": "a 0\n  A . run . A.java []\n",
	} {
		d, err := Read(strings.NewReader(line))
		if _, got, _ := strings.Cut(text(d), "\n"); err != nil || got != want || d.Unix != 0 {
			t.Errorf("%q: got %q at %d, %v; want %q", line, got, d.Unix, err, want)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	d, err := Read(io.MultiReader(strings.NewReader(sample), iotest.ErrReader(broken)))
	if err != broken || len(d.Threads) != 2 {
		t.Errorf("%d threads, %v", len(d.Threads), err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("3XMTHREADINFO \"a\"\n4XESTACKTRACE at A.run(\n")
	f.Fuzz(func(t *testing.T, data string) {
		if _, err := Read(strings.NewReader(data)); err != nil {
			t.Fatal(err)
		}
	})
}
