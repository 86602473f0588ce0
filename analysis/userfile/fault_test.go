package userfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"
)

// words loads a file of words. A ? is a fault, and a ! means that the file does not exist.
func words(name string, r io.Reader) (*string, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text := string(data)
	var faults Faults
	for i, letter := range text {
		switch letter {
		case '?':
			faults = append(faults, &Fault{name, 1, i + 1, "a question"})
		case '!':
			return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
		}
	}
	if faults != nil {
		return &text, faults
	}
	return &text, nil
}

func TestLoadAll(t *testing.T) {
	folder := fstest.MapFS{"b.w": {Data: []byte("b?c?")}, "a.w": {Data: []byte("a")}, "c.txt": {Data: []byte("?")},
		"d.w": {Mode: os.ModeDir}, "e.w": {Data: []byte("!")}}
	files, faults := LoadAll(folder, "*.w", words)
	got := ""
	for _, f := range files {
		got += *f + " "
	}
	if want := "a b?c? "; got != want {
		t.Errorf("the files are %s, want %s", got, want)
	}
	want := "b.w:1:2: a question\nb.w:1:4: a question\nd.w: invalid argument\ne.w: file does not exist"
	if len(faults) != 4 || faults[2].File != "d.w" || faults[2].Line != 0 {
		t.Fatalf("faults\n%v\nwant\n%s", faults, want)
	}
	faults[2].Text = "invalid argument" // the system's own words
	if faults.Error() != want {
		t.Errorf("faults\n%v\nwant\n%s", faults, want)
	}
	if files, faults := LoadAll(os.DirFS(t.TempDir()), "*", words); files != nil || faults != nil {
		t.Errorf("an empty folder: %v, %v", files, faults)
	}
	if _, faults := LoadAll(folder, "[", words); len(faults) != 1 || faults[0].File != "[" {
		t.Errorf("a wrong pattern: %v", faults)
	}
}

func TestFaultsOf(t *testing.T) {
	list := Faults{{"f", 2, 3, "first"}, {"f", 4, 1, "second"}}
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{list, "f:2:3: first\nf:4:1: second"},
		{fmt.Errorf("wrapped: %w", list), "f:2:3: first\nf:4:1: second"},
		{errors.New("the disk is broken"), "g: the disk is broken"},
		{&fs.PathError{Op: "open", Path: "g", Err: fs.ErrPermission}, "g: permission denied"},
	} {
		if got := FaultsOf("g", c.err); got.Error() != c.want {
			t.Errorf("%v\ngot  %v\nwant %s", c.err, got, c.want)
		}
	}
	var one *Fault
	if !errors.As(list, &one) || one != list[0] {
		t.Errorf("one of the list is %v", one)
	}
}
