package flight

import "time"

// Leak returns a recording of a program that adds an order to the map in the static field app.Registry.orders about every second, for a
// minute. A GC every 5 s leaves more each time. The JDK sampled some of the orders, a cache with new entries all the time, and an object
// without a path to a GC root.
func Leak() *Recording {
	r := &Recording{Started: time.UnixMilli(1_700_000_000_000), Length: time.Minute, Written: time.Minute, Objects: []Object{
		{Class: "java/lang/Class", Text: "Class Name: app.Registry"},
		{Class: "java/util/HashMap", Text: "Size: 60", Referrer: 1, Field: "orders", Static: true},
		{Class: "[Ljava/util/HashMap$Node;", Referrer: 2, Field: "table"},
		{Class: "java/lang/Class", Text: "Class Name: app.Cache"},
		{Class: "[Lapp/Entry;", Referrer: 4, Field: "entries", Static: true}}}
	for i := range 11 {
		r.GCs = append(r.GCs, GC{At: time.Duration(i+1) * 5 * time.Second, After: int64(10+8*i) << 20, Full: i%3 == 0})
	}
	loader := Root{System: "Class Loader Data", Type: "<unknown>"}
	add := func(at time.Duration, s Sample, path ...Object) {
		for i, o := range path {
			if i > 0 {
				o.Referrer = len(r.Objects)
			}
			r.Objects = append(r.Objects, o)
		}
		s.Object, s.Allocated = len(r.Objects), at
		r.Samples = append(r.Samples, s)
	}
	for i := range 20 {
		add(time.Duration(3*i+1)*time.Second, Sample{Size: 216, Elements: 200, Method: "app/Order.<init>", Thread: "main", Root: loader},
			Object{Class: "java/util/HashMap$Node", Referrer: 3, Index: int64(i), Length: 64}, Object{Class: "app/Order", Field: "value"},
			Object{Class: "[B", Field: "payload"})
		add(time.Duration(50+i/5)*time.Second, Sample{Size: 24, Elements: -1, Method: "app/Cache.load", Thread: "loader", Root: loader},
			Object{Class: "app/Entry", Referrer: 5, Index: int64(i), Length: 32})
	}
	add(2*time.Second, Sample{Size: 32, Elements: -1, Method: "app/Main.run", Thread: "main"}, Object{Class: "app/Lost"})
	return r
}
