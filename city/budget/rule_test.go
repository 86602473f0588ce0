package budget

import (
	"errors"
	"math"
	"strings"
	"testing"

	"memcity/analysis/sentence"
	"memcity/city/citytest"
	"memcity/city/trees"
)

func TestParseRule(t *testing.T) {
	for text, want := range map[string]Rule{
		"objects of java.util.HashMap$Node above 10000":         {Group: "java.util.HashMap$Node", Limit: 10000},
		"bytes of Heap above 200MB then stop":                   {Unit: trees.Bytes, Group: "Heap", Limit: 200e6, Outcome: StopRecording},
		"bytes of app.* above 1.5 GiB":                          {Unit: trees.Bytes, Group: "app.*", Limit: 1.5 * (1 << 30)},
		"  objects  of\tx above 2_500k then dump ":              {Group: "x", Limit: 2.5e6, Outcome: DumpHeap},
		"growth of app.Cache above 5 % per GC point":            {Kind: GrowthAbove, Group: "app.Cache", Limit: 5},
		"growth of app.Cache in bytes above 0.5%":               {Kind: GrowthAbove, Unit: trees.Bytes, Group: "app.Cache", Limit: 0.5},
		"growth of x in objects above 1 % then notify":          {Kind: GrowthAbove, Group: "x", Limit: 1},
		`objects of "Heap#call site\t#a \"b\"" by site above 0`: {Group: "Heap#call site\t#a \"b\"", By: "site"},
		"objects of Heap#a#b by package,type above 3":           {Group: "Heap#a#b", By: "package,type", Limit: 3},
		`objects of "above" above 1M`:                           {Group: "above", Limit: 1e6},
		"leak window found then dump":                           {Kind: LeakFound, Outcome: DumpHeap},
	} {
		got, err := ParseRule(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, error %v", text, got, err)
		}
		if again, err := ParseRule(got.String()); err != nil || again != got {
			t.Errorf("%s is written as %s, which is %+v, error %v", text, got, again, err)
		}
	}
}

func TestParseRuleNamesWhatItExpected(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		at         int
	}{
		{"", "leak window found", 1},
		{"object of x above 3", "objects of", 1},
		{"objects x above 3", `"of"`, 9},
		{"objects of", "a key or the name of a type", 11},
		{`objects of "" above 3`, "a key or the name of a type", 12},
		{"objects of x y above 3", `"above"`, 14},
		{"objects of x by", "classifiers", 16},
		{"objects of x above", "a number of objects", 19},
		{"objects of x above many", "a number of objects", 20},
		{"objects of x above -3", "a number of objects", 20},
		{"objects of x above 3MB", "with an optional k", 20},
		{"objects of x above 1e308G", "a number of objects", 20},
		{"bytes of x above NaN", "a number of bytes", 18},
		{"growth of x above 3", `"%"`, 19},
		{"growth of x above 3k", `"%"`, 19},
		{"objects of x above 3 or else", `"then" or the end`, 22},
		{"objects of x above 3 then", `"notify", "stop" or "dump"`, 26},
		{"objects of x above 3 then explode", `"notify", "stop" or "dump"`, 27},
		{"leak found", `"window"`, 6},
		{`objects of "x above 3`, `ends in "`, 12},
		{"ä objects", "objects of", 1},
		{strings.Repeat("x", 5000), "at most", 1},
	} {
		_, err := ParseRule(tt.text)
		var fault *sentence.Fault
		if !errors.As(err, &fault) || !strings.Contains(fault.Text, tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
		if fault != nil && fault.At != tt.at {
			t.Errorf("%q: %v, want character %d", tt.text, err, tt.at)
		}
	}
}

func FuzzParseRule(f *testing.F) {
	f.Add("objects of a above 1k then stop")
	f.Add("growth of \"a b\" in bytes by x above 1.5 % per GC point")
	f.Add("leak window found")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRule(text)
		if err != nil {
			return
		}
		if math.IsNaN(r.Limit) || math.IsInf(r.Limit, 0) || r.Limit < 0 || r.Outcome > DumpHeap {
			t.Fatalf("%q is %+v", text, r)
		}
		if again, err := ParseRule(r.String()); err != nil || again != r {
			t.Fatalf("%q is written as %q, which is %+v, error %v", text, r, again, err)
		}
	})
}

func TestJudge(t *testing.T) {
	s := trees.NewSeries(citytest.Points(
		citytest.Inner("Heap", citytest.Leaf("app.A", 10, 100), citytest.Inner("app.B", citytest.Leaf("app.C", 5, 50))),
		citytest.Inner("Heap", citytest.Leaf("app.A", 30, 100), citytest.Inner("app.B", citytest.Leaf("app.C", 5, 70)),
			citytest.Leaf("lib.New", 9, 9))))
	for _, tt := range []struct {
		rule  string
		point int
		value float64 // 0 for a rule that is not broken
		keys  string
	}{
		{"objects of app.A above 29", 1, 30, "Heap#app.A"},
		{"objects of app.A above 30", 1, 0, ""},
		{"objects of app.A above 9", 0, 10, "Heap#app.A"},
		{"objects of app.* above 34", 1, 35, "Heap#app.A,Heap#app.B"},
		{"bytes of app.? above 169", 1, 170, "Heap#app.A,Heap#app.B"},
		{"bytes of Heap above 1", 1, 179, "Heap"},
		{"objects of Heap#app.B#app.C above 1", 1, 5, "Heap#app.B#app.C"},
		{"growth of app.A above 199 %", 1, 200, "Heap#app.A"},
		{"growth of app.A above 200 %", 1, 0, ""},
		{"growth of app.A above 1 %", 0, 0, ""},
		{"growth of app.B in bytes above 39 %", 1, 40, "Heap#app.B"},
		{"growth of lib.New above 1 %", 1, 0, ""},
	} {
		r, err := ParseRule(tt.rule)
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.Judge(s, tt.point, tt.point-1)
		switch {
		case err != nil:
			t.Errorf("%s: %v", tt.rule, err)
		case f == nil && tt.value != 0,
			f != nil && (f.Value != tt.value || strings.Join(f.Keys, ",") != tt.keys || f.Point != s.Source(tt.point)):
			t.Errorf("%s: %+v, want %v", tt.rule, f, tt.value)
		case f != nil && (f.Text == "" || f.Time != s.Times[tt.point]):
			t.Errorf("%s: %+v", tt.rule, f)
		}
	}
	if _, err := (Rule{Group: "nobody"}).Judge(s, 0, -1); err == nil || !strings.Contains(err.Error(), `"nobody"`) {
		t.Errorf("a group that is not there: %v", err)
	}
}

// TestKeysOfTypes: a type name is found in every chain that contains it.
func TestKeysOfTypes(t *testing.T) {
	for want, root := range map[string]*citytest.Group{
		"Heap#java.util#Map$Node": citytest.Inner("Heap",
			citytest.Inner("java.util", citytest.Leaf("Map$Node", 9, 9), citytest.Leaf("List", 1, 1))),
		"Heap#java#util#Map$Node": citytest.Inner("Heap", citytest.Inner("java", citytest.Inner("util", citytest.Leaf("Map$Node", 9, 9)))),
		"Heap#java.util.Map$Node": citytest.Inner("Heap", citytest.Inner("java.util.Map$Node", citytest.Leaf("site", 9, 9)),
			citytest.Leaf("java.util.Map", 1, 1)),
		"Heap#t#java.util.Map$Node": citytest.Inner("Heap",
			citytest.Inner("t", citytest.Leaf("java.util.Map$Node", 9, 9), citytest.Leaf("Map$Node", 9, 9))),
	} {
		if got := (Rule{Group: "java.util.Map$*"}).Keys(trees.NewSeries(citytest.Points(root)), 0); len(got) != 1 || got[0] != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}
