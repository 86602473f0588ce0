package v8
import ("testing";"os";"fmt";"strconv";"memcity/trace")
func TestShow(t *testing.T) {
	name := os.Getenv("V8FILE"); if name == "" || os.Getenv("V8ID")=="" { t.Skip() }
	f, _ := trace.DiskFile(name)
	h, _, err := load(t.Context(), f, nil); if err != nil { t.Fatal(err) }
	id, _ := strconv.ParseUint(os.Getenv("V8ID"), 10, 64)
	for o := range trace.ObjectID(h.Len()) {
		for i, to := range h.References(o) {
			if h.Identity[to] == id || h.Identity[o] == id {
				fmt.Println(h.Identity[o], h.Types[h.TypeOf.At(o)].Name, h.FieldAt(o, i), h.Types[h.TypeOf.At(o)].IsWeak(h.Slot(o,i)), h.Identity[to], h.Types[h.TypeOf.At(to)].Name)
			}
		}
	}
	for _, r := range h.Roots { if h.Identity[r.Object]==id { fmt.Println(r) } }
}
