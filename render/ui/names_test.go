package ui

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"gioui.org/font"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Names are shortened between their parts. The last part stays whole if it fits; otherwise names are truncated anywhere.
func TestNamesAreCutAtTheirParts(t *testing.T) {
	types, err := canvas.NewTypesetter(false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"com.example.shop.checkout.OrderLine", "java.util.concurrent.ConcurrentHashMap$Node", "org.acme.Foo$$Lambda/0x00007f",
		"java.util.Map<java.lang.String, com.acme.Value>", "app.Main.run(Main.java:12)", "/home/me/dumps/shop-server.hprof",
		`C:\dumps\shop.hprof`, "shop-server-of-yesterday.hprof", "Class", "a.b", "...", "a.", ".a", "(.", "äöü.ßñ.Größe", "10 app.Product in the field app.Main.all",
	} {
		whole := types.Line(name, 12.5, font.Normal).Width
		last := math.MaxInt
		for width := whole; width >= 0; width-- {
			got := types.Fit(name, 12.5, font.Normal, width, true)
			tail, cut := strings.CutPrefix(got, "…")
			if !strings.HasSuffix(name, tail) || cut == (got == name) && got != "" || types.Line(got, 12.5, font.Normal).Width > width+0.01 {
				t.Fatalf("%q in %v is %q", name, width, got)
			}
			if n := len(tail); n > last {
				t.Fatalf("%q in %v is %q, longer than in more room", name, width, got)
			} else {
				last = n
			}
		}
	}
	for _, test := range []struct{ name, room, want string }{
		{"com.example.shop.checkout.OrderLine", "…ple.shop.checkout.OrderLine", "…shop.checkout.OrderLine"},
		{"com.example.shop.checkout.OrderLine", "…shop.checkout.OrderLine", "…shop.checkout.OrderLine"},
		{"com.example.shop.checkout.OrderLine", "…OrderLine", "…OrderLine"},
		{"com.example.shop.checkout.OrderLine", "…rderLine", "…rderLine"},
		{"java.util.concurrent.ConcurrentHashMap$Node", "…HashMap$Node", "…Node"},
		{"java.util.concurrent.ConcurrentHashMap$Node", "…ent.ConcurrentHashMap$Node", "…ConcurrentHashMap$Node"},
		{"java.util.Map<java.lang.String, com.acme.Value>", "…il.Map<java.lang.String, com.acme.Value>", "…Map<java.lang.String, com.acme.Value>"},
		{"app.Main.run(Main.java:12)", "…n.run(Main.java:12)", "…run(Main.java:12)"},
		{"app.Main.run(Main.java:12)", "…(Main.java:12)", "…(Main.java:12)"},
		{"/home/me/dumps/shop-server.hprof", "…/me/dumps/shop-server.hprof", "…me/dumps/shop-server.hprof"},
		{"/home/me/dumps/shop-server.hprof", "…server.hprof", "…server.hprof"},
		{"shop-server-of-yesterday.hprof", "…server-of-yesterday.hprof", "…server-of-yesterday.hprof"},
	} {
		width := types.Line(test.room, 12.5, font.Normal).Width
		if got := types.Fit(test.name, 12.5, font.Normal, width+1, true); got != test.want {
			t.Errorf("%q in the room of %q is %q, want %q", test.name, test.room, got, test.want)
		}
	}
}

// Hovering over truncated text shows the full text once, in each panel. It does not appear if another panel covers the text, or after the
// pointer has left.
func TestCutTextsAreShownWhole(t *testing.T) {
	long := "com.example.warehouse.inventory.reservation.internal.PersistentReservationRegistryEntryWithHistory"
	m := uitest.Sample()
	m.Name = "com.example.other.packages.that.lie.before.it.and.have.no.room.in.a.bar." + long
	k := newTest(t, m, uitest.Screen, 1)
	at := uitest.Middle(uitest.Find(t, k, model.Bar, "text", m.Name).Rect)
	now := time.Duration(0)
	rest := func(at image.Point) string {
		now += 1e9
		k.Take(widget.Tick(now))
		k.Take(model.Pointer{Kind: model.PointerMove, At: at, Time: now})
		k.Take(widget.Tick(now + widget.HintDelay - 1))
		if strings.Contains(k.ShownHint.Text, long) {
			t.Error("it is shown too early")
		}
		k.Take(widget.Tick(now + widget.HintDelay))
		return k.ShownHint.Text
	}
	if got := rest(at); got != m.Name {
		t.Errorf("the hint is %q", got)
	}
	k.Take(model.Pointer{Kind: model.PointerLeave})
	if k.ShownHint.Text != "" {
		t.Errorf("the pointer left, and the hint is %q", k.ShownHint.Text)
	}
	if got := rest(uitest.Middle(uitest.Find(t, k, model.Inspector, "text", "java.util.LinkedList").Rect)); strings.HasPrefix(got, "java.util.LinkedList") {
		t.Errorf("a text that has room is explained by %q", got)
	}
}
