package jfr

// A Frame is a position in the code of the recorded program. Unknown fields are empty or 0.
type Frame struct {
	Class  string // in VM form: java/util/HashMap
	Method string
	Line   int32
	Native bool
}

// views caches decoded constants by key.
type views struct {
	classes, threads map[int64]string
	methods          map[int64]Frame // without lines
	traces           map[int64]*[]Frame
	texts            map[Ref]string // cached because many events may share a long text
}

func newViews() views {
	return views{map[int64]string{}, map[int64]string{}, map[int64]Frame{}, map[int64]*[]Frame{}, map[Ref]string{}}
}

// ClassName returns the name of the class in a slot in VM form: java/lang/String, [B; empty if unknown.
func (o *Object) ClassName(slot int) string { return o.chunk.className(o.Ref(slot)) }

func (c *Chunk) className(ref Ref) string {
	name, ok := c.views.classes[ref.Key]
	if ok {
		return name
	}
	var class Object
	if c.Constant(ref, &class) {
		name = class.Text(ref.Type.Slot("name"))
	}
	c.views.classes[ref.Key] = name
	return name
}

// ThreadName returns the name of the thread in a slot; empty if unknown.
func (o *Object) ThreadName(slot int) string {
	ref := o.Ref(slot)
	name, ok := o.chunk.views.threads[ref.Key]
	if ok {
		return name
	}
	var thread Object
	if o.chunk.Constant(ref, &thread) {
		if name = thread.Text(ref.Type.Slot("javaName")); name == "" {
			name = thread.Text(ref.Type.Slot("osName"))
		}
	}
	o.chunk.views.threads[ref.Key] = name
	return name
}

// Trace returns the frames of the stack trace in a slot, innermost first; nil if there is none. The same trace of the chunk always gives
// the same pointer.
func (o *Object) Trace(slot int) *[]Frame {
	ref := o.Ref(slot)
	if ref.Key == 0 {
		return nil
	}
	frames, ok := o.chunk.views.traces[ref.Key]
	if !ok {
		frames = o.chunk.trace(ref)
		o.chunk.views.traces[ref.Key] = frames
	}
	return frames
}

func (c *Chunk) trace(ref Ref) *[]Frame {
	var trace Object
	if !c.Constant(ref, &trace) {
		return nil
	}
	var frames []Frame
	var method, line, kind int
	var of *Type
	trace.Each(ref.Type.Slot("frames"), func(f *Object) {
		if f.Type != of {
			of = f.Type
			method, line, kind = of.Slot("method"), of.Slot("lineNumber"), of.Slot("type")
		}
		frame := c.method(f.Ref(method))
		frame.Line = int32(max(0, f.Int(line)))
		frame.Native = f.Text(kind) == "Native"
		frames = append(frames, frame)
	})
	if len(frames) == 0 {
		return nil
	}
	return &frames
}

func (c *Chunk) method(ref Ref) Frame {
	frame, ok := c.views.methods[ref.Key]
	if ok {
		return frame
	}
	var method Object
	if c.Constant(ref, &method) {
		frame.Method = method.Text(ref.Type.Slot("name"))
		frame.Class = method.ClassName(ref.Type.Slot("type"))
	}
	c.views.methods[ref.Key] = frame
	return frame
}
