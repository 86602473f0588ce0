package jfr

import ("testing";"os";"fmt";"context";"time")

func TestDump(t *testing.T) {
	for _, f := range []string{"17-g1","25-z"} {
		name := "/tmp/I1/run/logs/"+f+".jfr"
		r, _ := os.Open(name); st, _ := r.Stat()
		hs, err := Headers(r, st.Size())
		fmt.Println(f, len(hs), err)
		for _, h := range hs {
			t0 := time.Now()
			c, err := ReadChunk(context.Background(), r, h)
			if err != nil { t.Fatal(err) }
			fmt.Println(time.Since(t0), c.Faults, len(c.types), h)
			n := 0
			g := c.Type("jdk.GarbageCollection"); s := c.Type("jdk.ObjectAllocationSample"); hsu := c.Type("jdk.GCHeapSummary"); old := c.Type("jdk.OldObjectSample")
			fmt.Println(g.slots, hsu.slots, old.slots)
			c.Events(context.Background(), []*Type{g,s,hsu,old}, func(o *Object){
				n++
				switch o.Type {
				case g: if n<30 {fmt.Println(o.Int(g.Slot("gcId")), o.Text(g.Slot("name")), o.Text(g.Slot("cause")), c.Nanos(o.Int(g.Slot("sumOfPauses"))), c.Nanos(o.Int(g.Slot("duration"))))}
				case s: if n%100==0 {fmt.Println(o.ClassName(s.Slot("objectClass")), o.ThreadName(s.Slot("eventThread")), o.Int(s.Slot("weight")), o.Trace(s.Slot("stackTrace")))}
				case hsu: if n < 40 {fmt.Println(o.Int(hsu.Slot("gcId")), o.Text(hsu.Slot("when")), o.Int(hsu.Slot("heapUsed")), o.Int(hsu.Slot("heapSpace.committedSize")))}
				case old: if n%20==0 { var x Object; ok := c.Constant(o.Ref(old.Slot("object")), &x); if ok { fmt.Println("OLD", x.ClassName(x.Type.Slot("type")), x.Int(x.Type.Slot("address"))) } }
				}
			})
			fmt.Println(n, c.Damaged, c.Faults)
		}
	}
}
