package hprof

import "testing"

func TestBlanked(t *testing.T) {
	for _, blanked := range []bool{false, true} {
		d := tracetest.NewDump()
		c := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Byte("coder"))
		for i := range 100 {
			content := []byte("some text")
			if blanked && i > 0 {
				clear(content)
			}
			d.Instance(c, d.Primitives(wire.Byte, content))
		}
		d.Primitives(wire.Int, make([]byte, 8))
		h, _ := load(t, d.Bytes())
		last := trace.ObjectID(h.Len() - 1)
		want := "[0 0]"
		if blanked {
			want = "[? ?]"
		}
		if got, err := h.Values.Elements(last, 0, 2); err != nil || fmt.Sprint(got) != want {
			t.Errorf("elements are %v, want %s; %v", got, want, err)
		}
		texts := 0
		for o := range last {
			if text, err := h.Values.Text(o, 20); err == nil {
				texts++
				if text != "some text" {
					t.Errorf("text is %q", text)
				}
			}
		}
		if want := map[bool]int{false: 100, true: 1}[blanked]; texts != want {
			t.Errorf("%d texts, want %d", texts, want)
		}
		rec, err := hprof.Open(t.Context(), []trace.File{d.File("a")}, nil)
		if err != nil || !rec.Knows.Has(trace.KnowsTexts) || rec.Blanked != blanked {
			t.Errorf("blanked %t: told %t, knows %v, %v", blanked, rec.Blanked, rec.Knows.Names(), err)
		}
	}
}

func TestHeapTexts(t *testing.T) {
	h, _ := load(t, persons(8).Bytes())
	var got []string
	for i := range h.Roots {
		got = append(got, h.RootText(&h.Roots[i]))
	}
	if want := "thread mт|local variable in app.Person.main(Native Method) of thread mт|JNI local of thread mт|" +
		"system class app.Named|monitor"; strings.Join(got, "|") != want {
		t.Errorf("roots are %q, want %q", strings.Join(got, "|"), want)
	}
	h.Threads[0].Name = "thread 1"
	if got := h.RootText(&h.Roots[2]); got != "JNI local of thread 1" {
		t.Errorf("root is %q", got)
	}
	for name, want := range map[string]string{"app.Named": "java.lang.Thread", "app.Person": "boot"} {
		for i := range h.Types {
			if h.Types[i].Name == name && h.LoaderName(trace.TypeID(i)) != want {
				t.Errorf("loader of %s is %s, want %s", name, h.LoaderName(trace.TypeID(i)), want)
			}
		}
	}
	if h.ClassOf(9) != trace.NoType || h.Types[h.ClassOf(4)].Name != "app.Person" {
		t.Error("class objects are mixed up")
	}
}

func TestBlank(t *testing.T) {
	if !isBlank(nil) || !isBlank([]byte{0, 0}) || isBlank([]byte{0, 1}) || isBlank([]byte{1, 0}) {
		t.Error("what is blank is not nothing but zeros")
	}
}
