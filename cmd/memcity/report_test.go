package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// wellFormed parses a page like a browser, and returns its texts.
func wellFormed(t *testing.T, page string) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(withoutScript(t, page)))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var texts strings.Builder
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
			if e.Name.Local == "script" {
				t.Error("there is a script")
			}
		case xml.EndElement:
			if open[len(open)-1] != e.Name.Local {
				t.Fatalf("%v ends with %s", open, e.Name.Local)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			texts.Write(e)
		}
	}
	if len(open) > 0 {
		t.Errorf("%v are left open", open)
	}
	return strings.Join(strings.Fields(texts.String()), " ")
}

// elsewhere matches addresses from which a page would load something.
var elsewhere = regexp.MustCompile(`(?i)(src|href|srcset|url)\s*[=(]\s*["']?\s*(https?:|//|file:)`)

// maxReport is the maximum size of a bundled recording's report, in bytes.
const maxReport = 3 << 20

func TestReport(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		"demo:two-caches": "com.example.shop.Product, held by static field", "demo:persons": "com.example.people.Main.persons", "demo:steady": "",
	} {
		path := filepath.Join(t.TempDir(), "report.html")
		if r := memcity("report", name, "-o", path); r.err != nil || r.stdout != "" {
			t.Fatalf("%s: %v, %q", name, r.err, r.stdout)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := string(data)
		if len(page) > maxReport {
			t.Errorf("%s: %d bytes", name, len(page))
		}
		if strings.Count(page, "data:image/jpeg;base64,") < 2 || strings.Count(page, "<svg") < 1 {
			t.Errorf("%s: %d pictures, %d charts", name, strings.Count(page, "data:image/jpeg"), strings.Count(page, "<svg"))
		}
		if strings.Contains(page, "ZgotmplZ") {
			t.Errorf("%s: the template refuses something", name)
		}
		if at := elsewhere.FindString(page); at != "" {
			t.Errorf("%s: it loads %q", name, at)
		}
		texts := wellFormed(t, page)
		g := memcity("analyze", name)
		verdict := strings.Join(strings.Fields(strings.Split(g.stdout, "\n\n")[0]), " ")
		if !strings.Contains(texts, verdict) || !strings.Contains(texts, says) {
			t.Errorf("%s: the verdict %q is not reported", name, verdict)
		}
		if !strings.Contains(texts, "memcity report "+name) {
			t.Errorf("%s: how it was made is not reported", name)
		}
	}
}

// TestReportOfHostileNames: group names of a recording stay text, and folders stay private.
func TestReportOfHostileNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "private")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const name = `<script>alert(1)</script><img src=http://example.com/x>`
	tree := `{"root":{"name":"Heap","role":"Heap","objects":5,"bytes":80,"children":[{"name":` + quoted(name) +
		`,"role":"Type","objects":5,"bytes":80}]}}`
	file := filepath.Join(dir, "a&b.json")
	if err := os.WriteFile(file, []byte(tree), 0o644); err != nil {
		t.Fatal(err)
	}
	r := memcity("report", file, "--pictures=false", "-o", "-")
	if r.err != nil {
		t.Fatal(r.err)
	}
	if texts := wellFormed(t, r.stdout); !strings.Contains(texts, name) || strings.Contains(r.stdout, "private") {
		t.Errorf("%s", texts)
	}
	if strings.Contains(r.stdout, "data:image") {
		t.Error("there are pictures")
	}
}
