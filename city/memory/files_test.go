package memory

import (
	"errors"
	"testing"

	"memcity/city/memory/allowance"
	"memcity/trace"
)

// room is a folder with room for some bytes.
type room int64

var errNoDisk = errors.New("there is no disk")

func (r room) Free() (int64, error) {
	if r < 0 {
		return 0, errNoDisk
	}
	return int64(r), nil
}

// large is a heap state whose columns are files.
var large = trace.Volume{Objects: 2 * minInFiles, References: 3 * minInFiles, ByType: true}

// inFilesHold holds memory for retained sizes of a heap state, with the given limit in bytes and free space on the disk.
func inFilesHold(t *testing.T, v trace.Volume, bytes int64, disk room) error {
	t.Helper()
	a := NewAccount(allowance.Allowance{Bytes: bytes, By: "a test"})
	a.KeepIn(disk)
	ctx, task := a.Part(t.Context(), Sizes)
	defer task.End()
	err := task.Hold(ctx, 1, v, 0, nil)
	if err == nil { // it has its room then, however little is left for others
		err = task.Hold(ctx, 1, v, 0, nil)
	}
	return err
}

func TestColumnsInFiles(t *testing.T) {
	memory, disk := base+Sizes.Resident(large), Sizes.Disk(large)
	if memory >= Sizes.Process(large) || disk == 0 {
		t.Fatalf("%d bytes of memory and %d of the disk in place of %d", memory, disk, Sizes.Process(large))
	}
	if err := inFilesHold(t, large, memory, room(disk)); err != nil {
		t.Error(err)
	}
	r := RefusedBy(inFilesHold(t, large, memory-1, room(disk)))
	if r == nil || r.Need != memory || !r.InFiles || r.Disk != 0 {
		t.Errorf("a byte too few of memory: %+v", r)
	}
	if _, _, fits := r.WithFiles(); fits {
		t.Error("files are offered where there are some")
	}
	if offers := r.Offers(); len(offers) == 0 || offers[0] != (Offer{Tree, base + Tree.Resident(large)}) {
		t.Errorf("%+v", offers)
	}
	r = RefusedBy(inFilesHold(t, large, memory, room(disk-2_000_000)))
	if r == nil || r.Disk != disk || r.Free != disk-2_000_000 {
		t.Fatalf("too little of the disk: %+v", r)
	}
	if text := r.Error(); text != "deep and retained sizes of 8,388,608 objects: their files need about 830 MB, but the disk has only 828 MB free" {
		t.Error(text)
	}
	if RefusedBy(inFilesHold(t, large, memory, room(disk-1))) == nil {
		t.Error("a byte too few of the disk is enough")
	}
	if err := inFilesHold(t, large, memory, -1); err != errNoDisk {
		t.Error(err)
	}
}

// TestSmallHeapsAreInMemory: small columns are not files, so files save nothing. Work that stores nothing in files needs the same memory.
func TestSmallHeapsAreInMemory(t *testing.T) {
	least := trace.Volume{Objects: minInFiles}
	small := least
	small.Objects--
	for _, w := range All() {
		if w.Disk(small) != 0 || w.Resident(small) != w.Need(small) {
			t.Errorf("%s of few objects: %d bytes, %d of the disk", w, w.Resident(small), w.Disk(small))
		}
		files := w == Tree || w == Sizes
		if (w.Disk(least) > 0) != files || (w.Resident(least) < w.Need(least)) != files {
			t.Errorf("%s of many objects: %d bytes of %d, %d of the disk", w, w.Resident(least), w.Need(least), w.Disk(least))
		}
	}
	if err := inFilesHold(t, small, base+Sizes.Need(small), 0); err != nil {
		t.Error(err)
	}
	if RefusedBy(inFilesHold(t, small, base+Sizes.Need(small)-1, 1<<40)) == nil {
		t.Error("a byte too few is enough")
	}
}

// TestFilesAreOffered: only if the work fits with files.
func TestFilesAreOffered(t *testing.T) {
	refused := func(w Work, v trace.Volume, bytes int64) *Refused {
		a := NewAccount(allowance.Allowance{Bytes: bytes})
		ctx, task := a.Part(t.Context(), w)
		defer task.End()
		return RefusedBy(task.Hold(ctx, 1, v, 0, nil))
	}
	fit := base + Sizes.Resident(large)
	if need, disk, fits := refused(Sizes, large, fit).WithFiles(); !fits || need != fit || disk != Sizes.Disk(large) {
		t.Errorf("%d bytes of memory, %d of the disk, %v", need, disk, fits)
	}
	if _, _, fits := refused(Sizes, large, fit-1).WithFiles(); fits {
		t.Error("files are offered for what does not fit with them")
	}
	if _, _, fits := refused(Analyze, large, Analyze.Process(large)-1).WithFiles(); fits {
		t.Error("files are offered for work that does not use them")
	}
	if _, _, fits := refused(Sizes, million, Sizes.Process(million)-1).WithFiles(); fits {
		t.Error("files are offered for a small heap state")
	}
}
