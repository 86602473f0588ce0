package jvm

import (
	"errors"
	"strings"
	"testing"
)

// someCounters contains one number and one text, in the byte order of most machines.
var someCounters = "\xca\xfe\xc0\xc0\x01\x02\x00\x01" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x20\x00\x00\x00" + "\x02\x00\x00\x00" +
	"\x20\x00\x00\x00" + "\x14\x00\x00\x00" + "\x00\x00\x00\x00" + "J\x00\x01\x01" + "\x18\x00\x00\x00" + "abc\x00" +
	"\x2a\x00\x00\x00\x00\x00\x00\x00" +
	"\x20\x00\x00\x00" + "\x14\x00\x00\x00" + "\x08\x00\x00\x00" + "B\x00\x01\x01" + "\x18\x00\x00\x00" + "xy\x00\x00" + "hello\x00\x00\x00"

func TestCounters(t *testing.T) {
	c, err := ParseCounters([]byte(someCounters))
	if err != nil {
		t.Fatal(err)
	}
	n, ok := c.Number("abc")
	if _, none := c.Number("xy"); n != 42 || !ok || none || c.Text("xy") != "hello" || c.Text("abc") != "" {
		t.Errorf("read %+v", c)
	}
	for i := range len(someCounters) {
		if _, err := ParseCounters([]byte(someCounters[:i])); err == nil {
			t.Errorf("nothing is wrong with the first %d bytes", i)
		}
	}
	if _, err := ParseCounters([]byte(someCounters[:7] + "\x00" + someCounters[8:])); !errors.Is(err, errStarting) {
		t.Errorf("not accessible: %v", err)
	}
}

func FuzzCounters(f *testing.F) {
	f.Add([]byte(someCounters))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseCounters(data)
		if (c == nil) == (err == nil) {
			t.Fatalf("%v and %v", c, err)
		}
	})
}

func TestDecode(t *testing.T) {
	for reply, want := range map[string]string{
		"0\nhello\nworld": "", "0\n": "", "0": "",
		"1\nno such\nclass\n\tat X.y\n": "it says: no such; class",
		"-1\n":                          "it refused with status -1",
		"101\n":                         "it says: unknown version of the attach protocol",
		"\x1b[31m\n":                    `its answer begins with " [31m", expected a status`,
	} {
		text, err := decode([]byte(reply))
		switch {
		case want == "" && err != nil, want != "" && (err == nil || err.Error() != want):
			t.Errorf("%q: error %v, want %q", reply, err, want)
		case err == nil && string(text) != strings.TrimPrefix(strings.TrimPrefix(reply, "0"), "\n"):
			t.Errorf("%q: text %q", reply, text)
		}
	}
}

func TestEncode(t *testing.T) {
	got, err := encode([]string{"load", "/a b", "true"})
	if err != nil || string(got) != "1\x00load\x00/a b\x00true\x00\x00" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"a\x00b", strings.Repeat("x", maxArgument+1)} {
		if _, err := encode([]string{"load", bad}); err == nil {
			t.Errorf("%.10q… was taken", bad)
		}
	}
	if words, err := quoted([]string{"a", "b c"}); err != nil || strings.Join(words, " ") != `a "b c"` {
		t.Errorf("%q, %v", words, err)
	}
	if _, err := quoted([]string{`a"b`}); err == nil {
		t.Error("a quote was taken")
	}
}

func TestLoaded(t *testing.T) {
	for text, want := range map[string]bool{"": true, "0\n": true, "return code: 0\n": true, "return code: 100\n": false,
		"-1": false, "Dynamic agent loading is not enabled.": false} {
		if err := loaded([]byte(text)); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestNames(t *testing.T) {
	for command, want := range map[string]string{
		"app.Main one":            "app.Main",
		"/opt/x/app.jar --port 1": "app.jar",
		`C:\x\app.jar`:            "app.jar",
		"my.module/app.Main":      "app.Main",
		"":                        "",
	} {
		var p Process
		p.setCommand(command)
		if p.Name != want {
			t.Errorf("%q: %q, want %q", command, p.Name, want)
		}
	}
	for line, want := range map[string]string{
		"java -Xmx1g -cp a.jar app.Main x": "app.Main x",
		"java -jar app.jar":                "app.jar",
		"java @args -m m/app.Main":         "m/app.Main",
		"java --add-opens a/b=c app.Main":  "app.Main",
		"java -version":                    "",
	} {
		if got := mainOf(strings.Fields(line)); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for version, want := range map[string]int{"1.8.0_392": 8, "11.0.2": 11, "25": 25, "26-ea": 26, "": 0, "x": 0} {
		if got := feature(version); got != want {
			t.Errorf("%q: %d, want %d", version, got, want)
		}
	}
}
