package pprof

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/sites"
)

func isJSON(path string) bool { return strings.HasSuffix(path, ".json") }

// TestOTLP opens a profile of pprof in all versions of OpenTelemetry, written by the published libraries: go.opentelemetry.io/proto/otlp 1.5 and 1.6,
// go.opentelemetry.io/proto/slim/otlp/profiles/v1development 0.0.1, 0.1, 0.2 and 0.4.1, and go.opentelemetry.io/collector/pdata/pprofile 0.165,
// whose attributes are indices of strings.
func TestOTLP(t *testing.T) {
	want, err := Open(t.Context(), filesIn(t, "testdata/leak/1.pb.gz"), nil)
	if err != nil {
		t.Fatal(err)
	}
	files := filesIn(t, "testdata/otlp/*")
	if len(files) != 14 {
		t.Errorf("%d files", len(files))
	}
	for _, f := range files {
		rec, err := OpenOTLP(t.Context(), []trace.File{f}, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		decoded, err := decodeOTLP(readFileOTLP(t, f.Name), isJSON(f.Name))
		var all programs
		if err != nil || all.add(decoded[0]) != nil || all.list[0].name != "shop 41" {
			t.Errorf("%s: program %+v, %v", f.Name, all, err)
		}
		if rec.Runtime != trace.Golang || rec.Recorded.Interval != 512<<10 || rec.StartUnix != want.StartUnix || len(rec.Warnings) > 0 || len(rec.Points) != 1 {
			t.Errorf("%s: runtime %v, interval %d, start %d, warnings %v", f.Name, rec.Runtime, rec.Recorded.Interval, rec.StartUnix, rec.Warnings)
		}
		if got, want := described(&rec.Points[0]), described(&want.Points[0]); !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", f.Name, got, want)
		}
	}
}

// described returns the counts of a point with their stacks, sorted.
func described(p *trace.Point) (lines []string) {
	for i, line := range countsOf(p) {
		lines = append(lines, line+" "+strings.Join(framesIn(p.Counts[i].Site), " "))
	}
	slices.Sort(lines)
	return lines
}

func readFileOTLP(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCutOTLP cuts files at each byte. No cut may be read as something other than the whole.
func TestCutOTLP(t *testing.T) {
	for _, f := range filesIn(t, "testdata/otlp/*") {
		data := readFileOTLP(t, f.Name)
		whole, err := pointsOf(data, isJSON(f.Name), sites.NewTable(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want := described(&trace.Point{Counts: whole.Points[0].Counts()})
		for n := range len(data) {
			c, err := pointsOf(data[:n], isJSON(f.Name), sites.NewTable(), nil)
			if err == nil && !slices.Equal(described(&trace.Point{Counts: c.Points[0].Counts()}), want) {
				t.Fatalf("%s cut at byte %d of %d: %+v", f.Name, n, len(data), c)
			}
		}
		for n := 400; n <= len(data); n += 97 {
			if !SniffOTLP(data[:n]) || Sniff(data[:n]) {
				t.Errorf("%s cut at %d of %d: recognized as OTLP %v, as pprof %v", f.Name, n, len(data), SniffOTLP(data[:n]), Sniff(data[:n]))
			}
		}
	}
	for _, f := range filesIn(t, "testdata/leak/*") {
		data, err := sites.ReadFile(t.Context(), f)
		if err != nil || SniffOTLP(data) {
			t.Errorf("%s is recognized, %v", f.Name, err)
		}
	}
}

// TestLines reads a file of the collector, which has a message in each line, from two programs at two times.
func TestLines(t *testing.T) {
	one := readFileOTLP(t, "testdata/otlp/v1.11.otlp.json")
	later := bytes.ReplaceAll(one, []byte(`"timeUnixNano":"17`), []byte(`"timeUnixNano":"18`))
	other := bytes.ReplaceAll(bytes.ReplaceAll(one, []byte(`"shop"`), []byte(`"cart"`)), []byte(`"values":["`), []byte(`"values":["-`))
	c, err := pointsOf(bytes.Join([][]byte{one, other, later}, []byte("\n")), true, sites.NewTable(), nil)
	if err != nil || len(c.Points) != 2 || c.Points[1].Time <= c.Points[0].Time || c.Warning != "it has profiles of 2 programs: only shop 41 is read, which has the most memory" {
		t.Fatalf("%v, %d points, warning %q", err, len(c.Points), c.Warning)
	}
}

// TestLengths reads a file of the collector as protobuf, which has a length before each message.
func TestLengths(t *testing.T) {
	one := readFileOTLP(t, "testdata/otlp/v1.11.otlp")
	message := append(binary.BigEndian.AppendUint32(nil, uint32(len(one))), one...)
	data := slices.Concat(message, message)
	c, err := pointsOf(data, false, sites.NewTable(), nil)
	if err != nil || len(c.Points) != 1 || !SniffOTLP(data) || Sniff(data) {
		t.Fatalf("%v, %d points", err, len(c.Points))
	}
	if _, size := totals(c.Points[0].Counts()); size != 2*13654265 { // the same time
		t.Errorf("%d bytes", size)
	}
	for n := len(message) + 1; n < len(data); n++ {
		if _, err := pointsOf(data[:n], false, sites.NewTable(), nil); err == nil {
			t.Fatalf("cut at byte %d", n)
		}
	}
}

// TestBadOTLP checks the errors about profiles without memory and about bad indices.
func TestBadOTLP(t *testing.T) {
	text := string(readFileOTLP(t, "testdata/otlp/v1.11.otlp.json"))
	for _, x := range []struct{ old, new, want string }{
		{`"inuse_space"`, `"other"`, "it is an allocation profile, without memory in use"},
		{`"stackIndex":`, `"stackIndex":9`, "stack 91: the table has "},
		{`"stackIndex":`, `"stackIndex":-`, "stack -1: the table has "},
		{`"functionIndex":`, `"functionIndex":9`, "function 9"},
		{`"locationIndices":[`, `"locationIndices":[99999,`, "location 99999: the table has "},
		{`"mappingIndex":`, `"mappingIndex":9`, "mapping 91: the table has 4"},
		{`"nameStrindex":`, `"nameStrindex":9`, "string 9"},
		{`"stackIndex":`, `"stackIndex":0.`, "byte "},
		{`"resourceProfiles"`, `"resourceSpans"`, "expected a member resourceProfiles"},
		{`"values":["`, `"values":["99999999999999999999`, "byte "},
		{`"scopeProfiles"`, `"x"`, "it has no profiles"},
	} {
		if _, err := pointsOf([]byte(strings.ReplaceAll(text, x.old, x.new)), true, sites.NewTable(), nil); err == nil || !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.new, err, x.want)
		}
	}
}

// FuzzOTLP reads profiles of OpenTelemetry.
func FuzzOTLP(f *testing.F) {
	for _, name := range []string{"v1.5.otlp", "v1.7.otlp", "v1.8.otlp", "v1.11.otlp", "v1.6.otlp.json", "v1.11.otlp.json"} {
		f.Add(readFileOTLP(f, filepath.Join("testdata/otlp", name)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		SniffOTLP(data)
		c, err := pointsOf(data, bytes.HasPrefix(data, []byte("{")), sites.NewTable(), nil)
		if err != nil {
			return
		}
		for _, p := range c.Points {
			for _, c := range p.Counts() {
				if c.Objects < 0 || c.Bytes < 0 || c.Name == "" || c.Site != nil && len(c.Site.Frames) == 0 {
					t.Errorf("count %+v", c)
				}
			}
		}
	})
}
