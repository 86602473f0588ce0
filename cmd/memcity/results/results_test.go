package results_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"memcity/cmd/memcity/results"
	"memcity/words"
)

// report returns a result of each status, with texts that formats could misinterpret.
func report() *results.Report {
	const hostile = "a|b`c <script> @all [x](http://evil) C:\\[y] WwW.evil.example *y* \x1b[31m\u202e\u00ad\u3164 \x00"
	r := &results.Report{Command: "check", Recording: hostile, Tool: "memcity 1.2.3 (abc)", Start: 1e12, Verdict: hostile, Heap: []int64{1e6, 2e6},
		Picture: &results.Picture{Link: "a b>.png", Says: hostile}, Notes: []string{hostile}}
	for s := results.Passed; s <= results.Unknown; s++ {
		r.Results = append(r.Results, results.Result{Rule: "rule " + string(rune('a'+s%3)), About: hostile, Name: hostile, Status: s,
			Severity: []string{"error", "warning", "note", "error", "error"}[s], Word: "word", Text: hostile, Details: []string{hostile, "- x"}, Subject: string(rune('a' + s)),
			Logical: []string{hostile}})
	}
	r.Results[3].Places = []results.Place{{File: "src/My File.java", Line: 12, Column: 3}, {File: "/abs/X.java", Line: 4}}
	return r
}

// TestSARIF checks the requirements of the schema of SARIF 2.1.0, and its enumerated values.
func TestSARIF(t *testing.T) {
	text, err := json.Marshal(report().SARIF())
	if err != nil {
		t.Fatal(err)
	}
	var log map[string]any
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	get := func(v any, path ...any) any {
		t.Helper()
		for _, step := range path {
			switch step := step.(type) {
			case string:
				m, ok := v.(map[string]any)
				if v, ok = m[step], ok && m[step] != nil; !ok {
					t.Fatalf("%v: there is no %s in %s", path, step, text)
				}
			case int:
				v = v.([]any)[step]
			}
		}
		return v
	}
	if get(log, "version") != "2.1.0" || !strings.Contains(get(log, "$schema").(string), "sarif-2.1.0") {
		t.Error("version or schema is wrong")
	}
	driver := get(log, "runs", 0, "tool", "driver")
	if get(driver, "name") != "memcity" || get(driver, "version") != "1.2.3 (abc)" {
		t.Errorf("%v", driver)
	}
	rules := get(driver, "rules").([]any)
	if len(rules) != 3 {
		t.Errorf("%d rules, expected each once", len(rules))
	}
	kinds := map[string]bool{"pass": true, "open": true, "fail": true, "review": true, "notApplicable": true, "informational": true}
	prints := map[any]bool{}
	for i, v := range get(log, "runs", 0, "results").([]any) {
		kind, level := get(v, "kind").(string), get(v, "level").(string)
		if !kinds[kind] || kind != "fail" && level != "none" || kind == "fail" && level != "error" && level != "warning" && level != "note" {
			t.Errorf("result %d is %s, %s", i, kind, level)
		}
		if fails := i >= 3; fails != (kind == "fail" && level == "error") {
			t.Errorf("result %d is %s, %s", i, kind, level)
		}
		checkSARIFText(t, get(v, "message", "text").(string))
		checkSARIFText(t, get(rules[int(get(v, "ruleIndex").(float64))], "shortDescription", "text").(string))
		if name := get(v, "locations", 0, "logicalLocations", 0, "fullyQualifiedName").(string); words.Printable(name) != name {
			t.Errorf("result %d: the name is %q", i, name)
		}
		at := int(get(v, "ruleIndex").(float64))
		if get(rules[at], "id") != get(v, "ruleId") {
			t.Errorf("result %d: rule %d is another one", i, at)
		}
		get(v, "locations", 0, "physicalLocation", "artifactLocation", "uri")
		prints[get(v, "partialFingerprints", "memcity/v1")] = true
	}
	if len(prints) != 5 {
		t.Errorf("%d fingerprints of 5 results", len(prints))
	}
	at := get(log, "runs", 0, "results", 3)
	if uri := get(at, "locations", 0, "physicalLocation", "artifactLocation", "uri"); uri != "src/My%20File.java" {
		t.Errorf("the address is %s", uri)
	}
	if get(at, "locations", 0, "physicalLocation", "region", "startLine") != 12.0 ||
		get(at, "relatedLocations", 0, "physicalLocation", "artifactLocation", "uri") != "file:///abs/X.java" {
		t.Errorf("%v", at)
	}
}

// checkSARIFText checks that a viewer shows the intended text without links: brackets follow a backslash.
func checkSARIFText(t *testing.T, text string) {
	t.Helper()
	var shown strings.Builder
	for rest := text; rest != ""; {
		if len(rest) > 1 && rest[0] == '\\' && strings.Contains(`\[]`, rest[1:2]) {
			shown.WriteByte(rest[1])
			rest = rest[2:]
			continue
		}
		if strings.Contains(`\[]`, rest[:1]) {
			t.Errorf("%q: %.1q is not escaped", text, rest)
		}
		shown.WriteByte(rest[0])
		rest = rest[1:]
	}
	if want := words.Printable(report().Verdict); shown.String() != want {
		t.Errorf("a viewer shows %q, expected %q", shown.String(), want)
	}
}

// TestJUnit checks the requirements of Ant's schema, which Jenkins also uses, and that the totals match the cases.
func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := report().JUnit(&out); err != nil {
		t.Fatal(err)
	}
	var j results.JUnit
	if err := xml.Unmarshal(out.Bytes(), &j); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, attribute := range []string{`name="`, `timestamp="2001-09-09T01:46:40"`, `hostname="`, `tests="5"`, `failures="1"`, `errors="1"`, `skipped="2"`, `time="0"`,
		"<properties>", "<system-out>", "<system-err>", `classname="memcity.check"`} {
		if !strings.Contains(out.String(), attribute) {
			t.Errorf("%s is missing in\n%s", attribute, out.String())
		}
	}
	s := j.Suites[0]
	if c := s.Cases; len(c) != 5 || c[0].Failure != nil || c[1].Skipped == nil || c[2].Skipped == nil || c[3].Failure == nil || c[4].Error == nil {
		t.Errorf("%+v", c)
	}
	if !strings.HasPrefix(s.Cases[3].Failure.Text, "src/My File.java:12:3\n/abs/X.java:4\n") {
		t.Errorf("the failure begins with %q", s.Cases[3].Failure.Text)
	}
}

// TestMarkdown: texts stay texts, failures come first, and the chart ends with the last GC point.
func TestMarkdown(t *testing.T) {
	var out bytes.Buffer
	if err := report().Markdown(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, bad := range []string{"WwW.", "\u00ad", "\u3164", "<script", "@all", "http://", "[x](", "\x1b", "\u202e", " *y*", "* - x"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q is in\n%s", bad, text)
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
			t.Errorf("a row has other columns: %s", line)
		}
	}
	if strings.Index(text, "| **word**") > strings.Index(text, "| word") || !strings.Contains(text, "](<a b%3E.png>)") ||
		!strings.Contains(text, `x-axis "GC point" [1, 2]`) || !strings.Contains(text, "line [1.00, 2.00]") {
		t.Errorf("%s", text)
	}
	long := &results.Report{Heap: make([]int64, 1001)}
	long.Heap[1000] = 5e9
	out.Reset()
	if err := long.Markdown(&out); err != nil || !strings.Contains(out.String(), ", 1001]") || !strings.Contains(out.String(), ", 5.00]") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
