package gclog

import "time"

// j9OldText combines the elements of a log of J9 2.4 and earlier (Java 5 and 6):
//
//	<af type="tenured" id="1" timestamp="Mar 25 22:40:24 2010" intervalms="0.000">
//	  <tenured freebytes="2621440" totalbytes="52428800" percent="5" >
//	  <gc type="global" id="1" totalid="1" intervalms="0.000">
//	    <timesms mark="32.385" sweep="2.444" compact="0.000" total="35.425" />
//	    <tenured freebytes="40481224" totalbytes="52428800" percent="77" >
//	  </gc>
//	  <time totalms="35.912" />
//	</af>
//
// The outer element is a stop: af after a failed allocation, sys on request, con at the end of a concurrent cycle. Its time is that of its
// start, in whole seconds.
type j9OldText struct {
	name  string // of the outer element; empty outside of one
	began time.Duration
	took  time.Duration // of the stop
	ended time.Duration // end of the last GC in the stop
	gc    int           // 1-based index in gcs of the GC that has not ended; 0 for none
	after bool          // a GC of this stop has ended
	used  int64         // sum over the generations, in bytes
	total int64
}

// j9OldDate parses "Mar 25 22:40:24 2010", which has no time zone. It is taken as UTC.
func j9OldDate(text []byte) (unix int64, ok bool) {
	for _, layout := range [...]string{"Jan _2 15:04:05 2006", "Mon Jan _2 15:04:05 2006"} {
		if len(text) != len(layout) {
			continue
		}
		t, err := time.Parse(layout, string(text))
		return t.UnixMilli(), err == nil && t.Year() > 1970
	}
	return 0, false
}

// j9Old reads an element of an older log. It returns false if e is not one.
func (r *Reader) j9Old(e *element) bool {
	o := &r.j9.old
	switch name := string(e.name); name {
	case "af", "sys", "con":
		switch {
		case e.end && name == o.name:
			r.j9OldEnd()
		case !e.end && (o.name == "" || name != "con"): // a stop contains con elements, which are only messages
			r.j9OldBegin(name, e)
		}
		return true
	case "gc":
		if o.name == "" {
			return false
		}
		if e.end {
			r.j9OldGCEnd()
		} else {
			r.j9OldGC(e)
		}
		return true
	}
	if o.name == "" || e.end {
		return false
	}
	switch string(e.name) {
	case "nursery", "tenured":
		r.j9OldSizes(e)
	case "timesms":
		r.j9OldTook(e, "total")
	case "time":
		r.j9OldTook(e, "totalms")
	default:
		return false
	}
	return true
}

// j9OldBegin reads the start of a stop. Times have whole seconds, so a stop that starts in the second in which the one before ended starts
// after it.
func (r *Reader) j9OldBegin(name string, e *element) {
	o := &r.j9.old
	unix, ok := j9OldDate(e.attr("timestamp"))
	if !ok {
		r.damaged()
		return
	}
	r.j9OldEnd()
	r.line.uptime, r.line.unix = -1, unix
	at := r.clock.read(&r.line)
	r.passed(at)
	if last := r.j9.stop.last; last > at && last < at+time.Second {
		at = last
	}
	cause := map[string]string{"af": "allocation failure", "sys": "explicit", "con": "concurrent collection"}[name]
	r.j9.stop = j9Stop{open: true, start: at, last: at, cause: cause, parts: r.j9.stop.parts[:0]}
	*o = j9OldText{name: name, began: at, ended: at}
}

// j9OldSizes reads the sizes of a generation. Other elements with the same name count objects.
func (r *Reader) j9OldSizes(e *element) {
	if e.attr("freebytes") == nil {
		return
	}
	o := &r.j9.old
	if used, total, ok := e.used("freebytes", "totalbytes"); ok {
		o.used, o.total = min(o.used+used, maxHeap), min(o.total+total, maxHeap)
	} else {
		r.damaged()
	}
}

// j9OldTook reads the duration of the GC, or of the stop after its GCs.
func (r *Reader) j9OldTook(e *element, attr string) {
	o := &r.j9.old
	if e.attr(attr) == nil {
		return
	}
	took, ok := e.millis(attr)
	switch {
	case !ok:
		r.damaged()
	case o.gc > 0:
		o.ended = max(o.ended, r.gcs[o.gc-1].Start+took)
	case o.after:
		o.took = took
	}
}

// j9OldGC reads the start of a GC.
func (r *Reader) j9OldGC(e *element) {
	r.j9OldGCEnd()
	o := &r.j9.old
	c := r.legacyNew()
	c.extend(o.ended, 0)
	c.Kind, c.Cause = r.j9Value(e, "type"), r.j9.stop.cause
	c.Before, c.Capacity = o.used, o.total
	o.gc, o.used, o.total = len(r.gcs), 0, 0
	r.j9Touch(int(c.index), o.ended)
}

// j9OldGCEnd ends the GC.
func (r *Reader) j9OldGCEnd() {
	o := &r.j9.old
	if o.gc == 0 {
		return
	}
	if c := &r.gcs[o.gc-1]; o.total > 0 {
		c.After, c.Capacity = o.used, o.total
	}
	if n := len(r.j9.stop.parts); n > 0 {
		r.j9.stop.parts[n-1].ended = true
	}
	o.gc, o.after, o.used, o.total = 0, true, 0, 0
}

// j9OldEnd ends the stop. Without its duration, it takes as long as its GCs.
func (r *Reader) j9OldEnd() {
	o := &r.j9.old
	if o.name == "" {
		return
	}
	r.j9OldGCEnd()
	end := o.ended
	if o.took > 0 {
		end = o.began + o.took
	}
	r.j9EndStop(end, end-o.began)
	r.j9.stop.last = end
	r.log.Last = max(r.log.Last, end)
	*o = j9OldText{}
}
