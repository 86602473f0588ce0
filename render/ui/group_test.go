package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/seq"
	"memcity/city/state"
	treespkg "memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/city/view/table"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/view/group"
	"memcity/render/ui/widget"
	"memcity/words"
)

// twoCaches returns a report on products shared by two caches. One cache holds a quarter alone, the other a seventh.
func twoCaches() *inspect.Report {
	amount := func(objects, bytes int64) treespkg.Amount { return treespkg.Amount{Objects: objects, Bytes: bytes} }
	r := &inspect.Report{Query: inspect.Query{Keys: seq.Of("Heap#app#Product")}, Heap: amount(80_000, 4*uitest.Mega),
		Shallow:  amount(1000, uitest.Mega),
		Retained: amount(3000, 2*uitest.Mega), Deep: amount(5000, 3*uitest.Mega), HasClosures: true, Whole: true,
		DeepParts: []inspect.PartOf{{Name: "int[]", Role: "Type", Amount: amount(2500, 1_600_000)},
			{Name: "app.Product", Role: "Type", Amount: amount(1000, uitest.Mega)},
			{Name: "java.lang.String", Role: "Type", Amount: amount(1500, 400_000), Smaller: 3}},
		Roots: []inspect.RootShare{{Kind: "static field", Text: "static field app.IdCache.idCache", Closest: amount(900, 900_000),
			Indirect: amount(999, 999_000)},
			{Kind: "local variable", Text: "local variable main, app.Main.run(Main.java:12)", Direct: amount(1, 1000),
				Closest: amount(100, 100_000), Indirect: amount(100, 100_000)}},
		RootOwners: &inspect.Ownership{Target: amount(1000, uitest.Mega), All: amount(999, 999_000), Owners: []inspect.Owner{
			{Name: "static field app.IdCache.idCache", Reaches: amount(999, 999_000), Exclusive: amount(235, 235_000)},
			{Name: "static field app.NameCache.nameCache", Reaches: amount(700, 700_000), Exclusive: amount(148, 148_000)},
			{Name: "thread main", Reaches: amount(1, 1000)}},
			Pairs: []inspect.OwnerPair{{A: 0, B: 1, Together: amount(999, 999_000), Shared: amount(616, 616_000)},
				{A: 1, B: 2, Together: amount(149, 149_000), Shared: amount(1, 1000)}},
			Smallest: []int{0, 1}, SmallestSize: amount(999, 999_000), Proven: true},
		Owners: &inspect.Ownership{By: seq.Of("type"), Target: amount(1000, uitest.Mega), All: amount(1000, uitest.Mega), Owners: []inspect.Owner{
			{Key: "Heap#app#Node", Name: "app.Node", Reaches: amount(1000, uitest.Mega), Exclusive: amount(1000, uitest.Mega)},
			{Name: "app.Gone", Reaches: amount(5, 500)}},
			Smallest: []int{0}, SmallestSize: amount(1000, uitest.Mega), Proven: true, LeftOut: 4}}
	r.RetainedParts = r.DeepParts[:2]
	for i := range 40 {
		r.Samples = append(r.Samples, inspect.ObjectLine{Object: uint32(100 + i), Type: "app.Product",
			Address: fmt.Sprintf("0x%x", 4096+48*i), Shallow: 48,
			Retains: amount(3, 96)})
	}
	return r
}

func TestGroupView(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), image.Pt(1740, uitest.Tall.Y), 1)
	if _, open := k.Rects[model.Inspector]; open {
		t.Error("the inspector is next to the group view")
	}
	text := uitest.Describe(k.Seen())
	for _, want := range []string{
		"If all 1,000 Product were freed, 1 MB more would be freed with them: 2,000 objects.",
		"References lead from them to 2 MB more: 4,000 objects. Others also keep 1 MB of that",
		"Shallow 25 %, Retained 50 %, Deep 75 %, heap 100 %",
		"value static field IdCache.idCache = alone 23.5 %, reaches 99.9 %, in the smallest set",
		"static field IdCache.idCache alone 23.5 %, static field NameCache.nameCache alone 14.8 %, shared: freed only without both 61.6 %, kept by no GC root 0.1 %",
		"shared: freed only without both", "link app.Node = alone 100 %", "value app.Gone = ",
		"4 more that reach these objects, not computed.", "40 of 1,000, spread evenly",
	} {
		want = strings.ReplaceAll(want, "app.Node", "Node")
		want = strings.ReplaceAll(want, "app.Gone", "Gone")
		if !strings.Contains(text, want) {
			t.Errorf("nothing says %q in\n%s", want, text)
		}
	}
	// Pairs except the one in the bar.
	if n := strings.Count(strings.ReplaceAll(text, "\ngroup: text ", " "), "which is freed only without both"); n != 1 {
		t.Errorf("%d pairs are reported, want 1", n)
	}
}

func TestSmallestInWords(t *testing.T) {
	r := twoCaches()
	want := "static field IdCache.idCache and static field NameCache.nameCache together keep 99.9 % of it alive; no single owner keeps more than 23.5 %. No smaller set keeps that much alive."
	if got := group.SmallestText(r.RootOwners, treespkg.Bytes); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.RootOwners.Proven = false
	if got := group.SmallestText(r.RootOwners, treespkg.Bytes); !strings.HasSuffix(got, " None of them can be omitted.") {
		t.Errorf("not proven: %q", got)
	}
	if got, want := group.SmallestText(r.Owners, treespkg.Objects), "Node alone keeps all of it alive."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Owners.Owners[1].Exclusive = r.Owners.SmallestSize
	if got, want := group.SmallestText(r.Owners, treespkg.Objects), "Node alone keeps all of it alive. So does Gone."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := group.SmallestText(&inspect.Ownership{}, treespkg.Objects), "No GC root keeps these objects alive."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := words.Joined([]string{"a", "b", "c", "d", "e"}), "a, b, c and 2 others"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestShareText(t *testing.T) {
	for _, c := range []struct {
		part, whole int64
		want        string
	}{{0, 10, "0 %"}, {1, 4, "25 %"}, {236, 1000, "23.6 %"}, {99_999, 100_000, "99.9 %"}, {10, 10, "100 %"}, {1, 10_000, "< 0.1 %"},
		{1, 0, "–"}, {20, 10, "200 %"}, {-1, 10, "−10 %"}} {
		if got := words.ShareText(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

func TestUnqualified(t *testing.T) {
	for name, want := range map[string]string{
		"java.util.HashMap$Node[]": "HashMap$Node[]", "byte[]": "byte[]", "static field app.shop.Main.x": "static field Main.x",
		"app.lower": "app.lower",
		"local variable main, app.Main.run(Main.java:12)": "local variable main, Main.run(Main.java:12)", "": "", "...": "...",
		"/a.B": "/a.B", "Main": "Main",
	} {
		if got := words.Unqualified(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestPartRows(t *testing.T) {
	parts := []inspect.PartOf{{Name: "a"}, {Name: "b", Level: 1}, {Name: "c", Level: 1, Smaller: 4}, {Name: "d", Smaller: 2},
		{Name: "e", Level: 1}}
	list := func(changed map[string]bool) string {
		var out []string
		for _, r := range group.PartRows(parts, changed) {
			if r.At < 0 {
				out = append(out, fmt.Sprint("+", r.Hidden))
			} else {
				out = append(out, parts[r.At].Name)
			}
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		changed map[string]bool
		want    string
	}{{nil, "a b c +4 d e +2"}, {map[string]bool{"a": true}, "a d e +2"}, {map[string]bool{"d": true, "e": true}, "a b c +4 d +2"}} {
		if got := list(c.changed); got != c.want {
			t.Errorf("changed %v: %s, want %s", c.changed, got, c.want)
		}
	}
	for i := range group.OpenRows {
		parts = append(parts, inspect.PartOf{Name: fmt.Sprint("f", i)})
	}
	if got := list(nil); !strings.HasPrefix(got, "a d +2 f0 ") {
		t.Errorf("a long tree is not folded at first: %s", got)
	}
}

func TestGroupChains(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), uitest.Tall, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "button", "by type"))
	if uitest.Find(t, k, model.Menu, "button", "Type").Value != "chosen" {
		t.Error("type is not marked as chosen")
	}
	for _, it := range k.Seen() {
		if it.Panel == model.Menu && (it.Text == "Types of the program" || it.Text == "Age, type") {
			t.Errorf("%q is offered, though it filters or cannot be used", it.Text)
		}
	}
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Package, type"))
	uitest.Wanted(t, k, model.Do{Action: state.InspectBy{By: seq.Of("package", "type")}})
	if !strings.Contains(uitest.Describe(k.Seen()), "Reading the heap state…") {
		t.Error("the old result stays for another chain")
	}
}

func TestGroupSelectsOwners(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), uitest.Tall, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "link", "Node"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "Heap#app#Node"}})
}

func TestGroupRootsOrder(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), uitest.Tall, 1)
	order := func() []string {
		var list []string
		for _, it := range k.Seen() {
			if it.Panel == "group" && it.Kind == "value" && strings.Contains(it.Value, ", indirect ") {
				list = append(list, it.Text)
			}
		}
		return list
	}
	before := order()
	uitest.Click(k, uitest.Find(t, k, "group", "choice", "Sort by direct"))
	after := order()
	slices.Reverse(after)
	if len(before) != 2 || !slices.Equal(before, after) {
		t.Errorf("by indirect %q; by direct, reversed, %q", before, after)
	}
	if uitest.Find(t, k, "group", "choice", "Sort by direct").Value != "chosen" {
		t.Error("the order is not marked")
	}
}

func TestGroupShowsAll(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), image.Pt(700, 3000), 1)
	shown := func() int {
		return strings.Count(uitest.Describe(k.Seen()), "link Product 0x")
	}
	if n := shown(); n != group.FewSamples {
		t.Fatalf("%d objects at first, want %d", n, group.FewSamples)
	}
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Show all 40"))
	if n := shown(); n != 40 {
		t.Errorf("%d objects, want all 40", n)
	}
}

// The keyboard scrolls a list so that the cursor stays visible.
func TestGroupKeysScroll(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), image.Pt(420, 400), 1)
	uitest.FocusOn(t, k, "Objects")
	k.Take(model.Key{Name: model.KeyEnd})
	uitest.Find(t, k, "group", "button", "Show all 40")
	k.Take(model.Key{Name: model.KeyHome})
	uitest.Find(t, k, "group", "link", "Product 0x1000")
}

func TestGroupCopies(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), uitest.Tall, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Copy as text"))
	text := copied(t, k)
	for _, want := range []string{"Product\nType in Heap → app\n", "Retained: 3,000 objects, 2 MB, 50 % of the heap. If all",
		"GC roots: static field IdCache.idCache and",
		"  static field app.NameCache.nameCache: alone 14.8 %, reaches 70 %\n", "Groups by type: Node alone keeps all",
		"Deep, by type:\n  int[]: 2,500 objects, 1.6 MB\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not copied:\n%s", want, text)
		}
	}
	k = newTest(t, uitest.GroupModel(twoCaches(), someProduct()), uitest.Tall, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Copy as text"))
	text = copied(t, k)
	for _, want := range []string{"app.Product at 0x650\n", "Allocated at:\n  app.Shop.fill", "Kept alive only by: app.Node[] at 0x50\n",
		"Shortest path from static field app.IdCache.idCache:\n  app.Map at 0x40\n  table: app.Node at 0x60\n", "  id = 39\n",
		"Outgoing references:\n  name: java.lang.String “article-1” at 0x70\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not copied:\n%s", want, text)
		}
	}
}

func copied(t *testing.T, k *widget.Core) string {
	t.Helper()
	events := uitest.Taken(k)
	if len(events) == 1 {
		if e, ok := events[0].(model.CopyText); ok {
			return e.Text
		}
	}
	t.Fatalf("events %v, want one text", events)
	return ""
}

func TestGroupStates(t *testing.T) {
	bare := uitest.GroupModel(twoCaches(), nil)
	bare.State, bare.Selection = state.Step(bare.State, state.Select{}), nil
	trees := uitest.GroupModel(nil, nil)
	trees.Catalog = nil
	early := &inspect.Report{Query: twoCaches().Query, Heap: treespkg.Amount{Objects: 5, Bytes: 50},
		Shallow: treespkg.Amount{Objects: 1, Bytes: 10}}
	busy := uitest.GroupModel(early, nil)
	busy.Results.Busy = true
	reading := uitest.GroupModel(nil, nil)
	reading.Results.Busy = true
	noRoots := twoCaches()
	noRoots.NoRoots, noRoots.RetainedParts, noRoots.Roots, noRoots.RootOwners, noRoots.Owners = true, nil, nil, nil, nil
	noReferences := &inspect.Report{Query: early.Query, Heap: early.Heap, Shallow: early.Shallow, NoRoots: true, NoReferences: true, Whole: true}
	garbage := twoCaches()
	garbage.Roots, garbage.RootOwners, garbage.Owners = nil, &inspect.Ownership{Target: garbage.Shallow},
		&inspect.Ownership{By: seq.Of("type"), Target: garbage.Shallow}
	failed := uitest.GroupModel(nil, nil)
	failed.Results.Err = fmt.Errorf("group Product: it does not exist at this GC point")
	for name, c := range map[string]struct {
		m    model.Model
		want []string
	}{
		"nothing selected": {bare, []string{"Select a group to inspect it", "button Search", "button City", "button Heap"}},
		"ready-made trees": {trees, []string{"This input has no single objects", "heap snapshot"}},
		"first numbers": {busy, []string{"Only the object, without objects it refers to.", "Computing what the group keeps alive…",
			"Finding GC roots and owners…",
			"Choosing objects…"}},
		"reading":       {reading, []string{"Reading the heap state…"}},
		"given up":      {uitest.GroupModel(nil, nil), []string{"Not computed: canceled.", "button Try again"}},
		"half given up": {uitest.GroupModel(early, nil), []string{"Not computed: canceled.", "button Try again"}},
		"failed":        {failed, []string{"Not computed: group Product: it does not exist at this GC point.", "button Try again"}},
		"no GC roots": {uitest.GroupModel(noRoots, nil),
			[]string{"this recording has no GC roots", "choice Parts of: Retained (off)", "choice Parts of: Deep = chosen", "value int[] = "}},
		"no references": {uitest.GroupModel(noReferences, nil), []string{"this recording has no references between objects"}},
		"garbage": {uitest.GroupModel(garbage, nil),
			[]string{"No GC root keeps these objects alive.", "garbage that is not collected yet"}},
	} {
		k := newTest(t, c.m, uitest.Tall, 1)
		text := uitest.Describe(k.Seen())
		for _, want := range c.want {
			if !strings.Contains(strings.ReplaceAll(text, "\ngroup: text ", " "), want) {
				t.Errorf("%s: nothing says %q in\n%s", name, want, text)
			}
		}
	}
	k := newTest(t, bare, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Heap"))
	uitest.Wanted(t, k, model.Do{Action: state.Show{View: table.View.ID}})
	k = newTest(t, uitest.GroupModel(nil, nil), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Try again"))
	uitest.Wanted(t, k, model.Run(action.WorkRetry))
}

// Another selection starts at the top. Returning from an object restores the group's scroll position.
func TestGroupStartsOver(t *testing.T) {
	low := image.Pt(420, 400)
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), low, 1)
	uitest.FocusOn(t, k, "Objects")
	k.Take(model.Key{Name: model.KeyEnd})
	offset := k.Scrollers["group/column0"].Offset
	if offset == 0 {
		t.Fatal("nothing is scrolled")
	}
	for _, m := range []model.Model{uitest.GroupModel(twoCaches(), someProduct()), uitest.GroupModel(twoCaches(), nil)} {
		k.Show(&widget.Shown{Model: m, Size: low, Scale: 1})
		k.Layout()
	}
	if got := k.Scrollers["group/column0"].Offset; got != offset {
		t.Errorf("back from an object the offset is %v, want %v", got, offset)
	}
	other := uitest.GroupModel(twoCaches(), nil)
	other.State = state.Step(other.State, state.Select{Key: "Heap#app#Node"})
	inspect.Kind.Result(&other.Results).Query.Keys = seq.Of("Heap#app#Node")
	k.Show(&widget.Shown{Model: other, Size: low, Scale: 1})
	k.Layout()
	if got := k.Scrollers["group/column0"].Offset; got != 0 {
		t.Errorf("another group is seen from %v", got)
	}
}

// TestLeadText checks that the text names the strongest owners if the smallest set is large or missing.
func TestLeadText(t *testing.T) {
	amount := func(n int64) treespkg.Amount { return treespkg.Amount{Objects: n, Bytes: n} }
	o := &inspect.Ownership{Target: amount(1000), All: amount(849), Owners: []inspect.Owner{
		{Name: "static field app.Main.persons", Exclusive: amount(742)}, {Name: "a", Exclusive: amount(20)}, {Name: "b"}, {Name: "c"}, {Name: "d"}}}
	if got, want := group.SmallestText(o, treespkg.Bytes),
		"static field Main.persons alone keeps 74.2 % of it alive. All examined owners together keep 84.9 % alive."; got != want {
		t.Errorf("without a smallest set: %q, want %q", got, want)
	}
	o.Smallest, o.SmallestSize = []int{0, 1, 2, 3, 4}, amount(901)
	o.Pairs = []inspect.OwnerPair{{A: 1, B: 2, Together: amount(115), Shared: amount(95)}}
	if got, want := group.SmallestText(o, treespkg.Bytes),
		"static field Main.persons alone keeps 74.2 % of it alive. Keeping 90.1 % of it alive takes 5 owners."; got != want {
		t.Errorf("a single one is stronger than the pair: %q, want %q", got, want)
	}
	o.Pairs[0].Together = amount(800)
	if got, want := group.SmallestText(o, treespkg.Bytes),
		"a and b together keep 80 % of it alive. Keeping 90.1 % of it alive takes 5 owners."; got != want {
		t.Errorf("a strong pair: %q, want %q", got, want)
	}
	o.Smallest, o.Owners, o.Pairs, o.All = nil, nil, nil, treespkg.Amount{}
	if got, want := group.SmallestText(o, treespkg.Bytes), "No GC root keeps these objects alive."; got != want {
		t.Errorf("no owner: %q, want %q", got, want)
	}
}

// TestSourceLinks: allocation sites of the group view, and the name of a group by site in the inspector, open their source lines.
func TestSourceLinks(t *testing.T) {
	const frame = "app.Main.read(Main.java:12)"
	r := twoCaches()
	r.Origins = []inspect.Origin{{Name: "Main.read", Amount: treespkg.Amount{Objects: 5}, Frames: []string{frame, "app.Main.main(Main.java:3)"}}}
	k := newTest(t, uitest.GroupModel(r, nil), image.Pt(1740, uitest.Tall.Y), 1)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, "group", "link", "Main.read"))
	uitest.Wanted(t, k, model.OpenSource{Name: frame})

	m := uitest.Sample()
	last := len(m.Selection.Path) - 1
	m.Selection.Path[last].Name = frame
	k = newTest(t, m, uitest.Tall, 1)
	uitest.Taken(k)
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "link", "Name"))
	uitest.Wanted(t, k, model.OpenSource{Name: frame})
	uitest.Choose(t, k, model.Inspector, "More", "Open in the editor")
	uitest.Wanted(t, k, model.OpenSource{Name: frame})
	m.NoEditor = "Set an editor."
	k = newTest(t, m, uitest.Tall, 1)
	if it := uitest.Find(t, k, model.Inspector, "value", "Name"); !strings.HasSuffix(it.Hint, "\nSet an editor.") {
		t.Errorf("without an editor the hint is %q", it.Hint)
	}
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "More"))
	if it := uitest.Find(t, k, model.Menu, "button", "Open in the editor"); it.Why != "Set an editor." {
		t.Errorf("without an editor the menu says %q", it.Why)
	}
}
