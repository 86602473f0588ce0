package native

import (
	"fmt"
	"slices"
	"testing"

	"memcity/trace"
)

func TestAnonymous(t *testing.T) {
	a := newAnonymizer()
	for _, c := range []struct{ name, want string }{
		{"com.example.Cart", "p1.p2.C1"},
		{"com.example.Cart$Item[][]", "p1.p2.C1$C2[][]"},
		{"com.example.Cart$1", "p1.p2.C1$1"},
		{"com.other.Cart", "p1.p3.C3"},
		{"Main", "C4"},
		{"com.example.Cart$$Lambda/0x0000000800c03000", "p1.p2.C1$$Lambda/hidden1"},
		{"com.example.Cart", "p1.p2.C1"},
		{"java.util.HashMap$Node[]", "java.util.HashMap$Node[]"},
		{"com.sun.proxy.$Proxy3", "com.sun.proxy.$Proxy3"},
		{"int[]", "int[]"},
		{"(lost type)", "(lost type)"},
		{".", "p4."},
	} {
		if got := a.typeName(c.name); got != c.want {
			t.Errorf("%s becomes %s, want %s", c.name, got, c.want)
		}
	}
	none := trace.Type{Super: trace.NoType}
	list, cart, named := none, none, none
	list.Name, list.References = "java.util.ArrayList", []string{"elementData"}
	cart.Name, cart.References, cart.Super = "com.example.Cart", []string{"elementData", "owner"}, 0
	named.Name, named.References, named.Super = "com.example.Big", []string{"elementData", "owner", "elementData", "<x>"}, 1
	types := []trace.Type{list, cart, named}
	var got [][]string
	for i := range types {
		got = append(got, a.fields(types, i))
	}
	if want := "[[elementData] [elementData f1] [elementData f1 f2 <x>]]"; fmt.Sprint(got) != want {
		t.Errorf("fields become %v, want %s", got, want)
	}
	if got := a.statics("com.example.Cart", []string{"owner", "<loader>"}); !slices.Equal(got, []string{"f1", "<loader>"}) {
		t.Errorf("static fields become %v", got)
	}
	frames := []string{"com.example.Cart.add(Cart.java:31)", "java.lang.Thread.run(Thread.java:840)",
		"com.example.Cart.<init>(Unknown Source)",
		"com.example.Cart.add(Native Method)", "go(go.c:5)", "?", ""}
	want := []string{"p1.p2.C1.m1(F1:31)", "java.lang.Thread.run(Thread.java:840)", "p1.p2.C1.<init>(Unknown Source)",
		"p1.p2.C1.m1(Native Method)",
		"m2(F2:5)", "?(Unknown Source)", "?"}
	if got := a.stack(frames); !slices.Equal(got, want) {
		t.Errorf("frames become\n%q, want\n%q", got, want)
	}
	for _, c := range []struct {
		kind   trace.RootKind
		detail string
		want   string
	}{
		{trace.RootStaticField, "com.example.Cart.owner", "p1.p2.C1.f1"}, {trace.RootStaticField, "java.lang.System.out", "java.lang.System.out"},
		{trace.RootClass, "com.example.Cart", "p1.p2.C1"}, {trace.RootMonitor, "JNI", "JNI"}, {trace.RootUnknown, "com.example.Secret", ""},
		{trace.RootLocal, "cart", "f3"},
		{trace.RootLocal, "", ""},
	} {
		if got := a.detail(&trace.Root{Kind: c.kind, Detail: c.detail}); got != c.want {
			t.Errorf("%s %s becomes %s, want %s", c.kind, c.detail, got, c.want)
		}
	}
	for _, c := range []struct{ name, want string }{{"main", "main"}, {"pool-1-thread-3", "pool-1-thread-3"}, {"main-secret", "thread 1"},
		{"GC Thread#0", "GC Thread#0"}, {"pool-of-shop", "thread 2"}, {"main-secret", "thread 1"}} {
		if got := a.thread(c.name); got != c.want {
			t.Errorf("thread %s becomes %s, want %s", c.name, got, c.want)
		}
	}
}
