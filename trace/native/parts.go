package native

import (
	"errors"
	"fmt"
	"slices"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// chunks reads chunks of the state one after the other. A damaged chunk becomes a warning, and lost is called for it unless lost is nil.
func (l *loader) chunks(entries []memcity.Entry, read func(t *memcity.Table), lost func(e memcity.Entry)) error {
	t := &memcity.Table{}
	for _, e := range entries {
		err := memcity.ReadTableInto(l.content, e, t)
		var fault memcity.Fault
		switch {
		case err == nil:
			read(t)
		case !errors.As(err, &fault):
			return err
		default:
			l.warn(fault.String())
			if lost != nil {
				lost(e)
			}
		}
	}
	return nil
}

// addThreads adds the threads of the state, followed by ended threads that allocated objects. It returns their indices by number.
func (l *loader) addThreads() ([]int32, error) {
	h := l.heap
	index := slices.Repeat([]int32{trace.NoThread}, len(l.names.threads))
	err := l.chunks(l.state.stacks, func(t *memcity.Table) {
		for i := range t.Rows {
			if number := t.Columns[stacksThread].Numbers[i]; number > 0 && number <= uint64(len(index)) && index[number-1] == trace.NoThread {
				index[number-1] = int32(len(h.Threads))
			}
			h.Threads = append(h.Threads, trace.Thread{Name: t.Columns[stacksName].Texts[i],
				Object: l.findPlusOne(t.Columns[stacksObject].Numbers[i]), Frames: slices.Clone(texts(&t.Columns[stacksFrames], i))})
		}
	}, func(e memcity.Entry) {
		for range min(e.Rows, chunkRows) {
			h.Threads = append(h.Threads, trace.Thread{Name: fmt.Sprintf("thread %d", len(h.Threads)+1), Object: trace.NoObject})
		}
	})
	for number, used := range l.used {
		if used && index[number] == trace.NoThread {
			index[number] = int32(len(h.Threads))
			h.Threads = append(h.Threads, trace.Thread{Name: l.names.threads[number], Object: trace.NoObject})
		}
	}
	return index, err
}

// addClasses sets the class objects and loaders of types.
func (l *loader) addClasses() error {
	h := l.heap
	err := l.chunks(l.classes, func(t *memcity.Table) {
		for i := range t.Rows {
			number := t.Columns[classesType].Numbers[i]
			if number >= uint64(len(l.names.types)) {
				l.odd.classes++
				continue
			}
			k := &h.Types[number]
			k.Loader = l.findPlusOne(t.Columns[classesLoader].Numbers[i])
			class := l.findPlusOne(t.Columns[classesObject].Numbers[i])
			if class == trace.NoObject {
				continue
			}
			if h.Types[h.TypeOf.At(class)].Kind != trace.ClassObject {
				l.odd.classes++
				continue
			}
			k.Class = class
			if names := l.names.statics[number]; len(names) > 0 {
				h.StaticNames[class] = names
			}
		}
	}, nil)
	l.nameOtherClasses()
	return err
}

// nameOtherClasses names the slots of class objects without a type, such as the class objects of primitive types. Their slots are the
// fields of their own type.
func (l *loader) nameOtherClasses() {
	h := l.heap
	if h.StaticNames == nil {
		return
	}
	stand := map[trace.ObjectID]bool{}
	for i := range h.Types {
		stand[h.Types[i].Class] = true
	}
	for o, t := range h.TypeOf.All() {
		if k := &h.Types[t]; k.Kind == trace.ClassObject && len(k.References) > 0 && !stand[trace.ObjectID(o)] {
			h.StaticNames[trace.ObjectID(o)] = k.References
		}
	}
}

func (l *loader) addRoots() error {
	h := l.heap
	return l.chunks(l.state.roots, func(t *memcity.Table) {
		c := t.Columns
		for i := range t.Rows {
			r := trace.Root{Kind: trace.RootUnknown, Object: l.find(c[rootsObject].Numbers[i]), Thread: -1, Frame: -1,
				Detail: c[rootsDetail].Texts[i]}
			if r.Object == trace.NoObject {
				l.odd.roots++
				continue
			}
			if kind := c[rootsKind].Numbers[i]; kind <= uint64(trace.RootModule) {
				r.Kind = trace.RootKind(kind)
			}
			if stack := c[rootsStack].Numbers[i]; stack > 0 && stack <= uint64(len(h.Threads)) {
				r.Thread = int32(stack - 1)
				if frame := c[rootsFrame].Numbers[i]; frame <= uint64(len(h.Threads[r.Thread].Frames)) {
					r.Frame = int32(frame) - 1
				}
			}
			h.Roots = append(h.Roots, r)
		}
	}, nil)
}
