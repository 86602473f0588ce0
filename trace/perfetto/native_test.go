package perfetto

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
)

// tables returns the tables of a native program: main calls serve, which calls malloc, and a function without a name.
func tables() message {
	m := message{}.bytes(5, interned(1, "_ZN4shop5serveEi")).bytes(5, interned(2, "main")).bytes(17, interned(1, "system")).bytes(17, interned(2, "libshop.so"))
	m = m.bytes(19, message{}.number(1, 1).packed(7, 1, 2))
	m = m.bytes(6, message{}.number(1, 1).number(2, 1).number(3, 1).number(4, 0x10)).bytes(6, message{}.number(1, 2).number(2, 2).number(3, 1))
	m = m.bytes(6, message{}.number(1, 3).number(3, 1).number(4, 0x1234))
	return m.bytes(7, message{}.number(1, 1).packed(2, 2, 1)).bytes(7, message{}.number(1, 2).packed(2, 2, 3))
}

func samples(pid, interval uint64, heap string, stacks ...message) message {
	m := message{}.number(1, pid).number(12, interval).bytes(11, []byte(heap))
	for _, s := range stacks {
		m = m.bytes(2, s)
	}
	return m
}

func stack(id, allocated, freed uint64) message {
	return message{}.number(1, id).number(2, allocated).number(3, freed).number(5, 3)
}

// native returns a trace with two profiles of process 41, one of them in two parts, and one of process 42.
func native() []byte {
	packet := func(seconds uint64, profile message) message {
		return message{}.number(8, seconds*1e9).number(3, 9999).number(10, 9).bytes(37, profile)
	}
	return file(slices.Concat(head(), []message{
		packet(10, message{}.bytes(5, samples(41, 4096, "libc.malloc", stack(1, 9000, 1000))).number(6, 1)).bytes(12, tables()),
		packet(10, message{}.bytes(5, samples(41, 4096, "libc.malloc", stack(2, 4096, 0))).bytes(5, samples(41, 4096, javaHeap, stack(2, 1<<20, 0)))),
		packet(20, message{}.bytes(5, samples(41, 4096, "libc.malloc", stack(1, 19000, 1000))).bytes(5, samples(42, 4096, "libc.malloc", stack(1, 1<<30, 0)))),
	})...)
}

func TestNative(t *testing.T) {
	rec, err := open(t, native())
	if err != nil || rec.Runtime != trace.Native || rec.Recorded.Interval != 4096 || len(rec.Points) != 2 || rec.Points[1].Time != 10_000 || rec.StartUnix != 1_796_122_010_000 {
		t.Fatalf("%v, %+v", err, rec)
	}
	var got []string
	for _, p := range rec.Points {
		for _, c := range p.Counts {
			got = append(got, fmt.Sprintf("%s %d %s", c.Name, c.Bytes, c.Site.Frames[len(c.Site.Frames)-1].Method))
		}
	}
	if want := []string{"shop:serve 8000 main", "libshop.so:0x1234 4096 main", "shop:serve 18000 main"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(rec.Warnings) != 1 || !strings.HasSuffix(rec.Warnings[0].Text, "they count as 0. It has profiles of 2 processes: only app.shop is read. Allocations in the Java heap are left out") {
		t.Errorf("%v", rec.Warnings)
	}
	if rec, err = open(t, native()[:len(native())-1]); err != nil || len(rec.Points) != 1 || !strings.HasSuffix(rec.Warnings[0].Text, "The trace is truncated; later profiles are missing") {
		t.Errorf("%v, %+v", err, rec)
	}
}

// TestNativeOld reads the format of Android 10, whose profiles contain their tables.
func TestNativeOld(t *testing.T) {
	m := message{}.bytes(1, interned(1, "main")).bytes(1, interned(2, "libold.so")).bytes(4, message{}.number(1, 1).packed(7, 2))
	m = m.bytes(2, message{}.number(1, 1).number(2, 1).number(3, 1)).bytes(3, message{}.number(1, 1).packed(2, 1))
	m = m.bytes(5, message{}.number(1, 5).bytes(2, stack(1, 50, 10)))
	rec, err := open(t, file(message{}.number(8, 1e9).number(10, 1).bytes(37, m)))
	if err != nil || len(rec.Points) != 1 || rec.Points[0].Counts[0].Name != "libold.so:main" || rec.Points[0].Counts[0].Bytes != 40 {
		t.Fatalf("%v, %+v", err, rec)
	}
	if !strings.HasSuffix(rec.Warnings[0].Text, "the sampling interval is not recorded") {
		t.Errorf("%v", rec.Warnings)
	}
}

func FuzzNative(f *testing.F) {
	f.Add(native())
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := open(t, data)
		if err != nil {
			return
		}
		for _, p := range rec.Points {
			for _, c := range p.Counts {
				if c.Objects < 0 || c.Bytes < 0 || c.Name == "" || c.Site != nil && len(c.Site.Frames) == 0 {
					t.Errorf("count %+v", c)
				}
			}
		}
	})
}
