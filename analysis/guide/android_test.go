package guide

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/android"
	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// screens is a heap of an Android program with a static list that holds activities and fragments.
type screens struct {
	*tracetest.HeapBuilder
	activity, fragment trace.TypeID
	list               trace.ObjectID
	held               int
}

func newScreens() *screens {
	b := tracetest.NewHeap()
	s := &screens{HeapBuilder: b, activity: b.Type("android.app.Activity", 200, "views"),
		fragment: b.Type("androidx.fragment.app.Fragment", 100, "mFragmentManager", "views")}
	b.Field(s.activity, "mDestroyed", trace.BooleanValue)
	b.Field(s.fragment, "mCalled", trace.BooleanValue)
	owner := b.Object(b.Type("app.Screens", 16, "open"))
	s.list = b.Array(b.ArrayType("java.lang.Object[]"), 100)
	b.Root(owner, trace.RootStaticField, "app.Screens.all")
	b.Refer(owner, "open", s.list)
	return s
}

// hold adds n objects of a new subtype to the static list, with a flag and views of the given size each.
func (s *screens) hold(super trace.TypeID, name, flag string, n, views int) (objects []trace.ObjectID) {
	t := s.Subtype(super, name, 240)
	bytes := s.PrimitiveType(name+".View[]", 1)
	for range n {
		o := s.Object(t)
		s.Set(o, flag, trace.MakeValue(trace.BooleanValue, 1))
		s.Refer(o, "views", s.Array(bytes, views))
		s.Element(s.list, s.held, o)
		s.held++
		objects = append(objects, o)
	}
	return objects
}

func destroyedScreens() *trace.Heap {
	s := newScreens()
	s.hold(s.activity, "app.DetailActivity", "mDestroyed", 3, 100_000)
	s.hold(s.fragment, "app.ListFragment", "mCalled", 1, 1000)
	return s.Heap()
}

// TestDestroyed checks the finding of each type: its holder and what clearing the reference frees.
func TestDestroyed(t *testing.T) {
	report, _ := explored(t, heaps("screens", destroyedScreens()))
	var titles []string
	for i := range report.Findings {
		if f := &report.Findings[i]; f.Rule == findings.RuleDestroyed {
			titles = append(titles, f.Title)
			if f.Pile == nil || f.Pile.Owner != "field app.Screens.open" || len(f.Pile.Path) < 4 || len(f.Doubts) != 1 || len(f.References) == 0 {
				t.Errorf("%s: %+v", f.Title, f.Pile)
			}
		}
	}
	want := "Destroyed: 3 DetailActivity activities are still in memory, held by the field app.Screens.open|" +
		"Destroyed: 1 ListFragment fragment is still in memory, held by the field app.Screens.open"
	if got := strings.Join(titles, "|"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if f := ofRule(report, findings.RuleDestroyed); f.Numbers[1].Value < 300_000 {
		t.Errorf("clearing frees %v", f.Numbers)
	}
	if !strings.Contains(report.Text, "destroyed DetailActivity objects, held by the field app.Screens.open") {
		t.Errorf("verdict %s", report.Text)
	}
}

// TestDestroyedOnce checks that a component that an earlier finding includes has a line instead of a finding, as have types beyond the third.
func TestDestroyedOnce(t *testing.T) {
	s := newScreens()
	for i := range maxUnneeded + 1 {
		s.hold(s.activity, fmt.Sprintf("app.A%d", i), "mDestroyed", 1, 10)
	}
	inside := s.hold(s.activity, "app.Z", "mDestroyed", 1, 10)
	fragment := s.Object(s.fragment) // only the activity holds it
	s.Set(fragment, "mCalled", trace.MakeValue(trace.BooleanValue, 1))
	s.Refer(s.hold(s.activity, "app.Main", "mDestroyed", 2, 10)[0], "views", fragment)
	report, _ := explored(t, heaps("screens", s.Heap()))
	found := 0
	for _, f := range report.Findings {
		if f.Rule == findings.RuleDestroyed {
			found++
		}
	}
	quiet := strings.Join(report.Quiet, "|")
	if found != maxUnneeded || !strings.Contains(quiet, "Destroyed: 1 Z activity is still in memory.") {
		t.Errorf("%d findings, quiet %q, object %v", found, quiet, inside)
	}
	if !strings.Contains(quiet, "Destroyed: 1 Fragment fragment is still in memory. They are part of a finding above.") {
		t.Errorf("quiet %q", quiet)
	}
}

// TestKnowsMost checks that half of the objects suffice.
func TestKnowsMost(t *testing.T) {
	g := along("app.A")
	objects := []trace.ObjectID{1, 2, 3, 4}
	if g.knowsMost(objects) {
		t.Error("no finding includes them")
	}
	for known, want := range map[int]bool{1: false, 2: true, 4: true} {
		g.known = nil
		set := bitset.New(5)
		for _, o := range objects[:known] {
			set.Set(uint(o))
		}
		g.know(set)
		if got := g.knowsMost(objects); got != want {
			t.Errorf("%d of 4: %v", known, got)
		}
	}
}

// pictures returns a heap with n bitmaps of equal pixels of the given size, next to rest bytes.
func pictures(n, size, rest int) *trace.Heap {
	b := tracetest.NewHeap()
	bitmap, bytes := b.Type(android.Bitmap, 48, "mBuffer"), b.PrimitiveType("byte[]", 1)
	b.Field(bitmap, "mWidth", trace.IntValue)
	b.Field(bitmap, "mHeight", trace.IntValue)
	images := b.Array(b.ArrayType("android.graphics.Bitmap[]"), n)
	owner := b.Object(b.Type("app.Images", 16, "all"))
	b.Root(owner, trace.RootStaticField, "app.Images.cache")
	b.Refer(owner, "all", images)
	for i := range n {
		o, pixels := b.Object(bitmap), b.Array(bytes, size-16)
		b.Content(pixels, trace.ByteValue, make([]byte, size-16))
		b.Set(o, "mWidth", tracetest.IntValue(64))
		b.Set(o, "mHeight", tracetest.IntValue(32))
		b.Refer(o, "mBuffer", pixels)
		b.Element(images, i, o)
	}
	for range rest >> 16 {
		b.Root(b.Array(bytes, 1<<16-16), trace.RootJNIGlobal, "")
	}
	return b.Heap()
}

// TestBitmapLimits checks the limits of 256 KiB and a twentieth of the heap.
func TestBitmapLimits(t *testing.T) {
	for _, test := range []struct {
		n, size, rest int
		want          bool
	}{{5, 1 << 16, 0, true}, {5, 1<<16 - 8, 0, false}, {9, 1 << 16, 8 << 20, true}, {9, 1 << 16, 11 << 20, false}} {
		report, _ := explored(t, heaps("pictures", pictures(test.n, test.size, test.rest)))
		f := ofRule(report, findings.RuleBitmaps)
		if (f != nil) != test.want {
			t.Errorf("%+v: %+v", test, report.Findings)
		}
		if quiet := strings.Contains(strings.Join(report.Quiet, ""), "Duplicate bitmaps: they waste "); quiet == test.want {
			t.Errorf("%+v: quiet %q", test, report.Quiet)
		}
		wasted := int64((test.n - 1) * test.size)
		if f != nil && (f.Numbers[0].Value != float64(wasted) || !strings.Contains(f.Explain[1], fmt.Sprintf("64 × 32 pixels, which exists %d times", test.n))) {
			t.Errorf("%+v: %v, %v", test, f.Numbers, f.Explain)
		}
		if w := report.Waste[0]; w.Rule != findings.RuleBitmaps || w.Bytes != wasted || w.Objects != int64(test.n-1) {
			t.Errorf("%+v: waste %+v", test, report.Waste)
		}
	}
}

// TestNoAndroid checks that nothing is said about a program of another VM.
func TestNoAndroid(t *testing.T) {
	report, _ := explored(t, heaps("wasteful", wasteful()))
	if all := fmt.Sprint(report.Findings, report.Quiet, report.Missing, report.Waste); strings.Contains(all, "bitmap") || strings.Contains(all, "Destroyed") {
		t.Error(all)
	}
}
