package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestTooMany checks which recordings of a pod stay: the first of each hour after a day, and of each day after a week. Repeated removal
// must not change what stays.
func TestTooMany(t *testing.T) {
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	var all []Recording
	for minute := 0; minute < 10*24*60; minute += 10 {
		for _, pod := range []string{"a", "b"} {
			all = append(all, Recording{ID: fmt.Sprintf("%s%05d", pod, minute), Pod: pod, Started: ptr(start.Add(time.Duration(minute) * time.Minute).UnixMilli())})
		}
	}
	all = append(all, Recording{ID: "timeless", Pod: "a"})
	at := func(now time.Time, list []Recording, keep time.Duration) []Recording {
		gone := TooMany(list, now, keep)
		return slices.DeleteFunc(slices.Clone(list), func(r Recording) bool { return slices.Contains(gone, r.ID) })
	}
	end := start.Add(10 * 24 * time.Hour)
	const weeks = 4 * 7 * 24 * time.Hour
	once := at(end, all, weeks)
	if want := 2*(24*6+6*24+3) + 1; len(once) != want { // the last day, hours of six days, three days before
		t.Errorf("%d stay, want %d", len(once), want)
	}
	list := slices.Clone(all)
	for now := start; !now.After(end); now = now.Add(5 * time.Hour) {
		then := slices.DeleteFunc(slices.Clone(list), func(r Recording) bool { return r.Started != nil && *r.Started > now.UnixMilli() })
		gone := TooMany(then, now, weeks)
		list = slices.DeleteFunc(list, func(r Recording) bool { return slices.Contains(gone, r.ID) })
	}
	if list = at(end, list, weeks); !slices.EqualFunc(list, once, func(a, b Recording) bool { return a.ID == b.ID }) {
		t.Errorf("removed again and again %d stay, at once %d", len(list), len(once))
	}
	if late := at(end.Add(weeks), all, weeks); len(late) != 1 || late[0].ID != "timeless" {
		t.Errorf("after all weeks %d stay", len(late))
	}
	if n := len(TooMany(all, end, 0)); n != 0 {
		t.Errorf("without a limit %d go", n)
	}
}

// TestRemove checks that removed recordings are gone and the others are still there.
func TestRemove(t *testing.T) {
	f := testFolder(t)
	if list, err := f.Recordings(); len(list) != 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	other := sample()
	other.Recording.ID = "f" + id[1:]
	for _, tables := range []*Tables{sample(), other} {
		if _, err := f.Write(tables); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := f.Recordings(); len(list) != 2 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	for range 2 {
		if err := f.Remove(id); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := f.Recordings(); len(list) != 1 || list[0].ID != other.Recording.ID || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	files, err := filepath.Glob(filepath.Join(f.Path, "*", "*"))
	if err != nil || len(files) != len(Names) {
		t.Errorf("%q, %v", files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if list, err := f.Recordings(); len(list) != 0 || err != nil {
		t.Errorf("one that is not complete is there: %v, %v", list, err)
	}
}
