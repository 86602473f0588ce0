package exchange

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitCommand(t *testing.T) {
	for line, want := range map[string][]string{
		`java -jar shop.jar`:                           {"java", "-jar", "shop.jar"},
		"  java\t-Xmx1g \n app.Main  ":                 {"java", "-Xmx1g", "app.Main"},
		`'/opt/my java/bin/java' -cp "a b" Main ""`:    {"/opt/my java/bin/java", "-cp", "a b", "Main", ""},
		`java -Dname="it's" -D'x y'=\"z\" a\ b`:        {"java", "-Dname=it's", "-Dx y=\"z\"", "a b"},
		`C:\jdk\bin\java.exe -cp C:\app "C:\My App\x"`: {`C:\jdk\bin\java.exe`, "-cp", `C:\app`, `C:\My App\x`},
		`java "say \"hi\"" $HOME/*`:                    {"java", `say "hi"`, "$HOME/*"},
	} {
		if got, err := SplitCommand(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"": "no program", " \t": "no program", `java 'open`: "' is not closed", `java "open`: `" is not closed`,
		`"" x`: "no program", strings.Repeat("x", MaxCommand+1): "longer than",
	} {
		if got, err := SplitCommand(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %q, %v; want an error with %q", line, got, err, want)
		}
	}
}

func TestRecordOptionsNormal(t *testing.T) {
	wild := RecordOptions{Mode: 99, Depth: -1, Budget: 1000, Every: -5}
	if got := wild.Normal(); got != (RecordOptions{Depth: 1, Budget: MaxRecordBudget}) {
		t.Errorf("%+v", got)
	}
	usual := DefaultRecordOptions()
	if usual.Normal() != usual {
		t.Errorf("the usual options become %+v", usual.Normal())
	}
	if o := usual.With(RecordDumps); o.Every <= usual.Every || o.With(RecordExact).Every != usual.Every {
		t.Errorf("dumps come every %v", o.Every)
	}
	usual.Every = 7
	if o := usual.With(RecordDumps); o.Every != 7 {
		t.Errorf("the user's distance becomes %v", o.Every)
	}
	for m := range recordModes {
		if got, err := ParseRecordMode(m.String()); err != nil || got != m {
			t.Errorf("%v is read as %v, %v", m, got, err)
		}
	}
}

func TestIsAddress(t *testing.T) {
	for text, want := range map[string]bool{"ws://localhost:8887": true, "WSS://host/x": true, "ws://": false, "shop.hprof": false,
		"http://x": false} {
		if IsAddress(text) != want {
			t.Errorf("%q", text)
		}
	}
}

func TestFewPoints(t *testing.T) {
	for _, test := range []struct {
		points, status int
		want           string
	}{
		{0, 0, ""}, {3, 0, ""}, {3, 1, ""},
		{1, 0, "1 of 3; record for longer, or with a shorter time between points (--every) or a larger budget (--budget)"},
		{2, 130, "2 of 3; record for longer, or with a shorter time between points (--every) or a larger budget (--budget)"},
		{2, 143, "2 of 3; record for longer, or with a shorter time between points (--every) or a larger budget (--budget)"},
		{2, 2, "2 of 3; the program ended with status 2"},
	} {
		if got := FewPoints(test.points, test.status); !strings.HasSuffix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%d points, status %d: %q, want %q", test.points, test.status, got, test.want)
		}
	}
}
