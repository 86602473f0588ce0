package collect_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/record/collect"
)

// fakeConn is a connection that provides data and discards writes.
type fakeConn struct{ io.Reader }

func (fakeConn) Write(b []byte) (int, error) { return len(b), nil }
func (fakeConn) Close() error                { return nil }

func message(kind byte, parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b = binary.AppendUvarint(b, uint64(p))
		case string:
			b = append(binary.AppendUvarint(b, uint64(len(p))), p...)
		}
	}
	return append(binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(b))), b...)
}

func hello(token string) []byte {
	return message(1, 3, token, 17, 1000, "VM", "1", "app.Main", 0, 524288, 16, 0, 8, 4, 16, 16, 16)
}

// story is a small stream: two classes, an object of each, a reference and a root.
func story() []byte {
	var b bytes.Buffer
	b.Write(hello(token))
	b.Write(message(2, 0, "Ljava/lang/Object;", 3, 0, 0, 0, 1, 0, 0))
	b.Write(message(2, 1, "Ljava/lang/Class;", 4, 1, 0, 0, 1, 0, 1, "name", 2))
	b.Write(message(2, 2, "Lapp/Node;", 5, 1, 0, 0, 1, 0, 2, "next", 2, "ROOT", 3))
	b.Write(message(3, 0, "Lapp/Main;", "run", "Main.java", 0, 1, 0, 12))
	b.Write(message(4, 0, 1, 1, 1))
	b.Write(message(5, 0, "main"))
	b.Write(message(6, 1, 100, 200, 100, 4000, 2000, 8000, 0, "why", "young"))
	b.Write(message(16, 6, 2, 16, 1, 1, 0))
	b.Write(message(7, 1, 1, 300, 0))
	b.Write(message(8, 6, 2, 100, 1, 0, 0, 2, 2, 100, 1, 0, 0, 2, 2, 104, 1, 0, 0, 2, 3, 16, 0, 0, 0, 2, 3, 16, 1, 0, 0))
	b.Write(message(9, 0, 6, 1, 14, 0, 5, 1+2*(1<<4|8), 1))
	b.Write(message(10, 22, 5, 0, 0, 0, 0))
	b.Write(message(22, 1, 1))
	b.Write(message(12, 3, 5))
	b.Write(message(14, 1, 50, 5, 1))
	b.Write(message(18, 2, 7))
	b.Write(message(20, 400, "told"))
	b.Write(message(21))
	return b.Bytes()
}

func take(stream []byte) (file []byte, stats collect.Stats, err error) {
	s, err := collect.Open(fakeConn{bytes.NewReader(stream)}, token)
	if err != nil {
		return nil, stats, err
	}
	var out bytes.Buffer
	w, err := native.NewWriter(&out, s.Hello().Info())
	if err != nil {
		return nil, stats, err
	}
	err = s.Record(context.Background(), w, func(s collect.Stats) { stats = s })
	if closed := w.Close(); err == nil {
		err = closed
	}
	return out.Bytes(), stats, err
}

func TestStory(t *testing.T) {
	content, stats, err := take(story())
	if err != nil {
		t.Fatal(err)
	}
	if stats.Points != 1 || stats.GCs != 1 || stats.Objects != 5 || stats.Notes != 1 || stats.Cut {
		t.Errorf("stats are %+v", stats)
	}
	file := filepath.Join(t.TempDir(), "story.mct")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	h := load(t, open(t, file), 0)
	var lines []string
	name := describer(h)
	for o := range trace.ObjectID(h.Len()) {
		line := fmt.Sprintf("%d %s %d %s", h.Identity[o], name(o), h.Size(o), site(h, o))
		for i, to := range h.References(o) {
			line += fmt.Sprintf(" %s->%d", h.FieldAt(o, i), h.Identity[to])
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	lines = append(lines, h.RootText(&h.Roots[0]))
	want := []string{"1 app.Node 16 app.Main.run of main next->5", "2 class java.lang.Object 100",
		"3 class java.lang.Class 100  <super>->2", "4 class app.Node 104  ROOT->1 <super>->2", "5 app.Node 16", "system class app.Node"}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("the heap is\n%s\nexpected\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

// TestFinalWalk checks that a walk reports whether the program is ending. Walks of older agents do not report it, and earlier walks are not
// final.
func TestFinalWalk(t *testing.T) {
	plain := message(7, 1, 1, 300, 0)
	for _, test := range []struct {
		walk  []byte
		final bool
	}{{plain, false}, {message(7, 1, 1, 300, 0, 0), false}, {message(7, 1, 1, 300, 0, 1), true}} {
		content, _, err := take(bytes.Replace(story(), plain, test.walk, 1))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "story.mct")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if r := open(t, file); len(r.Points) != 1 || r.Points[0].Final != test.final {
			t.Errorf("%x: %+v", test.walk, r.Points)
		}
	}
}

func TestForeign(t *testing.T) {
	for name, stream := range map[string][]byte{"another token": hello("4c1e"), "part of it": hello("4c1"), "none": hello(""),
		"another kind": message(2, 1, token), "HTTP": []byte("GET / HTTP/1.1\r\n\r\n"), "nothing": nil} {
		if _, err := collect.Open(fakeConn{bytes.NewReader(stream)}, token); err == nil {
			t.Errorf("%s: is taken", name)
		} else if name == "another token" && !errors.Is(err, collect.ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCut truncates the stream at every byte and checks that the earlier part gives a trace.
func TestCut(t *testing.T) {
	whole := story()
	for n := len(hello(token)); n < len(whole); n++ {
		_, stats, err := take(whole[:n])
		if err != nil || !stats.Cut {
			t.Fatalf("cut at byte %d: error %v, cut %v", n, err, stats.Cut)
		}
	}
}

func TestWireTable(t *testing.T) {
	header, err := os.ReadFile(filepath.Join("..", "agent", "source", "wire.h"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("wire.go")
	if err != nil {
		t.Fatal(err)
	}
	numbers := func(text []byte, expression string) map[string]string {
		found := map[string]string{}
		for _, m := range regexp.MustCompile(expression).FindAllStringSubmatch(string(text), -1) {
			found[strings.ToLower(strings.ReplaceAll(m[1], "_", ""))] = m[2]
		}
		return found
	}
	agents, ours := numbers(header, `(?m)^\tW_([A-Z_]+) = (\d+),`), numbers(table, `(?m)^\twire(\w+)\s+= (\d+)$`)
	if len(agents) < 20 || len(agents) != len(ours) {
		t.Errorf("the agent has %d kinds of messages, the collector %d", len(agents), len(ours))
	}
	for name, n := range agents {
		if ours[name] != n {
			t.Errorf("%s is %s for the agent and %q for the collector", name, n, ours[name])
		}
	}
	version := regexp.MustCompile(`WIRE_VERSION (\d+)`).FindSubmatch(header)
	if version == nil || !bytes.Contains(table, []byte("wireVersion = "+string(version[1]))) {
		t.Error("the versions differ")
	}
}

func FuzzStream(f *testing.F) {
	f.Add(story())
	f.Fuzz(func(t *testing.T, stream []byte) {
		if !bytes.HasPrefix(stream, hello(token)) {
			stream = append(hello(token), stream...)
		}
		take(stream)
	})
}

// TestLocalMethodPlaces checks that methods of local variables have places from 1 to the maximum.
func TestLocalMethodPlaces(t *testing.T) {
	for place, ok := range map[int]bool{0: false, 1: true, 1 << 13: true, 1<<13 + 1: false} {
		_, _, err := take(bytes.Replace(story(), message(22, 1, 1), message(22, place, 1), 1))
		if (err == nil) != ok {
			t.Errorf("place %d: error %v", place, err)
		}
	}
}
