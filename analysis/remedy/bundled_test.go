package remedy

import (
	"net/url"
	"strings"
	"testing"

	"memcity/analysis/userfile"
	"memcity/assets"
)

// leastEntries is the minimum number of known containers that come with the program.
const leastEntries = 100

func bundled(t *testing.T) []*File {
	t.Helper()
	files, faults := userfile.LoadAll(assets.Remedies(), "*.yaml", Load)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return files
}

// TestBundled checks that every bundled entry is found for its own example, and that no entry hides another.
func TestBundled(t *testing.T) {
	files := bundled(t)
	library := Merge(files, nil)
	seen := map[string]bool{}
	for _, f := range files {
		for _, e := range f.Entries {
			if seen[e.ID] {
				t.Errorf("%s: there are two entries of this name", e.ID)
			}
			seen[e.ID] = true
			if !e.has {
				t.Errorf("%s: it has no example", e.ID)
				continue
			}
			switch found := library.Find(&e.example); {
			case found == nil:
				t.Errorf("%s: nothing is found for its example", e.ID)
			case found != e:
				t.Errorf("%s: %s is found for its example", e.ID, found.ID)
			}
		}
	}
	if len(seen) < leastEntries {
		t.Errorf("there are %d entries, want %d", len(seen), leastEntries)
	}
}

// TestTexts checks that the bundled entries read as sentences and lead to documentation.
func TestTexts(t *testing.T) {
	for _, f := range bundled(t) {
		for _, e := range f.Entries {
			for what, text := range map[string]string{"cause": e.Cause, "remedy": e.Remedy} {
				if !strings.HasSuffix(text, ".") || strings.ToUpper(text[:1]) != text[:1] && !strings.HasPrefix(text, "c3p0") {
					t.Errorf("%s: its %s is no sentence: %s", e.ID, what, text)
				}
			}
			if e.Link == "" && e.General {
				continue // general advice about any list has no documentation
			}
			if u, err := url.Parse(e.Link); err != nil || u.Scheme != "https" || !strings.Contains(u.Host, ".") {
				t.Errorf("%s: the link %q is no https address", e.ID, e.Link)
			}
		}
	}
}

// TestSpecific checks that an entry about a library does not fit the fields of an unknown program.
func TestSpecific(t *testing.T) {
	library := Merge(bundled(t), nil)
	for _, container := range []string{"java.util.ArrayList", "java.util.HashMap", "java.util.concurrent.LinkedBlockingQueue", ""} {
		f := Facts{Rule: "leak", Fields: [][]string{{"com.example.shop.Orders.open"}}, Container: []string{container},
			Entry: []string{"com.example.shop.Order"}}
		if e := library.Find(&f); e != nil && !e.General {
			t.Errorf("a %s of the program: %s", container, e.ID)
		}
	}
}
