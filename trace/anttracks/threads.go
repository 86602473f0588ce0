package anttracks

import (
	"fmt"

	"memcity/trace"
	"memcity/trace/wire/anttracks"
)

// threads numbers the threads of all files of a run.
type threads struct {
	trace *anttracks.Trace // the current file
	here  []int32          // numbers plus 1 of the threads of the current file; 0 for none yet
	names []string
	byKey map[threadKey]int32
}

// threadKey identifies a thread in several files.
type threadKey struct {
	address uint64
	name    string
}

// next begins a file.
func (t *threads) next(file *anttracks.Trace) {
	t.trace, t.here = file, nil
	if t.byKey == nil {
		t.byKey = map[threadKey]int32{}
	}
}

// of returns the number of a buffer's thread; trace.NoThread if the file has too many.
func (t *threads) of(b *anttracks.Buffer) int32 {
	if b.Number < 0 {
		return trace.NoThread
	}
	if b.Number < len(t.here) && t.here[b.Number] > 0 {
		return t.here[b.Number] - 1
	}
	if more := b.Number + 1 - len(t.here); more > 0 {
		t.here = append(t.here, make([]int32, more)...)
	}
	key := threadKey{b.Thread, t.trace.Threads[b.Number].Name}
	n, ok := t.byKey[key]
	if !ok || key.name == "" {
		n = int32(len(t.names))
		t.names = append(t.names, "")
	}
	t.here[b.Number] = n + 1
	return n
}

// nameAll returns the names of all threads by number. Names appear in a file after the first events of their thread.
func (t *threads) nameAll() []string {
	for i, n := range t.here {
		if n == 0 {
			continue
		}
		x := &t.trace.Threads[i]
		if x.Name != "" {
			t.names[n-1] = trace.ClipName(x.Name)
			t.byKey[threadKey{x.ID, x.Name}] = n - 1
		} else if t.names[n-1] == "" {
			t.names[n-1] = fmt.Sprintf("thread %#x", x.ID)
		}
	}
	return t.names
}
