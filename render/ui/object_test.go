package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// someProduct returns a report on an object.
func someProduct() *inspect.ObjectReport {
	line := func(object uint32, name, field string) inspect.ObjectLine {
		return inspect.ObjectLine{Object: object, Type: name, Field: field, Address: fmt.Sprintf("0x%x", object*16), Shallow: 24,
			Retains: trees.Amount{Objects: 2, Bytes: 72}}
	}
	name := line(7, "java.lang.String", "name")
	name.Text = "article-1"
	up := line(5, "app.Node[]", "")
	return &inspect.ObjectReport{ObjectLine: line(101, "app.Product", ""), Key: "Heap#app#Product", Length: -1,
		Site: "app.Shop.fill(Shop.java:10)\napp.Main.main(Main.java:3)", Thread: "main",
		Fields: []inspect.FieldLine{{Name: "id", Type: "long", Value: "39"},
			{Name: "name", Type: "reference", Value: "java.lang.String \"article-1\"", Object: 7, Refers: true}},
		In: []inspect.ObjectLine{line(6, "app.Node", "value")}, InAll: 1, Out: []inspect.ObjectLine{name}, OutAll: 1,
		Dominator: &up, Path: []inspect.ObjectLine{line(4, "app.Map", ""), line(6, "app.Node", "table"), line(101, "app.Product", "value")},
		PathRoot: "static field app.IdCache.idCache"}
}

func TestGroupWalks(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), uitest.Tall, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "link", "Product 0x1030"))
	uitest.Wanted(t, k, model.Do{Action: state.WalkTo{Object: 101}})
	if !strings.Contains(uitest.Describe(k.Seen()), "Computing what keeps the object alive…") {
		t.Error("nothing says that the object is being looked at")
	}
	k.Show(&widget.Shown{Model: uitest.GroupModel(twoCaches(), someProduct()), Size: uitest.Tall, Scale: 1})
	k.Layout()
	text := uitest.Describe(k.Seen())
	for _, want := range []string{"link name = java.lang.String", "value id = 39", "link value: Node 0x60",
		"link name: String “article-1”", "text static field IdCache.idCache",
		"value value: Product 0x650 = this object", "text Shop.fill(Shop.java:10)", "link Node[] 0x50", "1 of 1"} {
		if want = strings.ReplaceAll(want, "text Shop", "text app.Shop"); !strings.Contains(text, want) {
			t.Errorf("nothing says %q in\n%s", want, text)
		}
	}
	if !uitest.Find(t, k, "group", "button", "Select its group").Off {
		t.Error("the group of the object can be selected though it is")
	}
	for _, c := range []struct {
		link string
		to   uint32
	}{{"name", 7}, {"value: Node 0x60", 6}, {"Node[] 0x50", 5}, {"table: Node 0x60", 6}} {
		k = newTest(t, uitest.GroupModel(twoCaches(), someProduct()), uitest.Tall, 1)
		uitest.Click(k, uitest.Find(t, k, "group", "link", c.link))
		uitest.Wanted(t, k, model.Do{Action: state.WalkTo{Object: c.to}})
		uitest.Click(k, uitest.Find(t, k, "group", "button", "Previous object"))
		uitest.Wanted(t, k, model.Do{Action: state.WalkBy{Steps: -1}})
		uitest.Click(k, uitest.Find(t, k, "group", "button", "Next object"))
		uitest.Wanted(t, k, model.Do{Action: state.WalkBy{Steps: 1}})
		uitest.Click(k, uitest.Find(t, k, "group", "button", "Product"))
		uitest.Wanted(t, k, model.Do{Action: state.EndWalk{}})
	}
	o := someProduct()
	o.Key = "Heap#app#Small"
	k = newTest(t, uitest.GroupModel(twoCaches(), o), uitest.Tall, 1)
	uitest.Click(k, uitest.Find(t, k, "group", "button", "Select its group"))
	uitest.Wanted(t, k, model.Do{Action: state.Select{Key: "Heap#app#Small"}})
	if _, walking := inspect.View.Of(k.Model.State.Views).Object(); walking {
		t.Error("the walk goes on with another group")
	}
}

// A keyboard walk continues by keyboard: after Enter in a list the next list has the focus.
func TestGroupWalksByKey(t *testing.T) {
	k := newTest(t, uitest.GroupModel(twoCaches(), nil), uitest.Screen, 1)
	uitest.FocusOn(t, k, "Objects")
	k.Take(model.Key{Name: model.KeyDown})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.WalkTo{Object: 101}})
	next := uitest.GroupModel(twoCaches(), someProduct())
	k.Show(&widget.Shown{Model: next, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it, _ := uitest.FocusedItem(k); it.Text != "Fields" {
		t.Fatalf("the focus is on %q", it.Text)
	}
	k.Take(model.Key{Name: model.KeyEnd})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.WalkTo{Object: 7}})
	k.Show(&widget.Shown{Model: uitest.GroupModel(twoCaches(), nil), Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it, _ := uitest.FocusedItem(k); it.Text != "Objects" {
		t.Errorf("back in the group, the focus is on %q", it.Text)
	}
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.Do{Action: state.WalkTo{Object: 101}})
}

func TestHostileReports(t *testing.T) {
	r, o := twoCaches(), someProduct()
	r.Shallow, r.Retained, r.Deep, r.Heap = trees.Amount{Objects: -1, Bytes: 1 << 62}, trees.Amount{}, trees.Amount{Bytes: -5}, trees.Amount{}
	for _, name := range []string{"", "\x00\xff\xfe", strings.Repeat("x", 1<<20), "a\nb\u202e.C", strings.Repeat("a.", 1<<16)} {
		for i := range r.RetainedParts {
			r.RetainedParts[i].Name, r.RetainedParts[i].Level = name, i*1000
		}
		r.Roots[0] = inspect.RootShare{Kind: name, Text: name, Direct: trees.Amount{Objects: -1, Bytes: -1}}
		r.RootOwners.Owners[0].Name, r.RootOwners.Target = name, trees.Amount{}
		r.Samples[0].Type, r.Samples[0].Text = name, name
		o.Type, o.Text, o.Fields[0].Name, o.Fields[0].Value, o.Site, o.PathRoot, o.Roots = name, name, name, name, name, name, []string{name}
		o.Path[0].Type, o.Path[0].Field = name, name
		for _, m := range []model.Model{uitest.GroupModel(r, nil), uitest.GroupModel(r, o)} {
			for _, size := range []image.Point{{1, 1}, {320, 240}, {1280, 720}} {
				k := newTest(t, m, size, 1)
				for _, it := range k.Seen() {
					if strings.ContainsAny(it.Text, "\n\x00\u202e") {
						t.Errorf("%q is shown", it.Text)
					}
				}
			}
		}
	}
}

func TestGroupTextsStayApart(t *testing.T) {
	long := twoCaches()
	for i := range long.RootOwners.Owners {
		long.RootOwners.Owners[i].Name = strings.Repeat("com.example.", 30) + "Cache.cache"
	}
	long.Samples[3].Type, long.Samples[3].Text = "java.lang.String", strings.Repeat("text ", 100)
	for _, m := range []model.Model{uitest.GroupModel(twoCaches(), nil), uitest.GroupModel(long, nil), uitest.GroupModel(nil, nil),
		uitest.GroupModel(twoCaches(), someProduct())} {
		for _, scale := range []float64{1, 2} {
			for _, dp := range []image.Point{{320, 240}, {420, 500}, {640, 480}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k := newTest(t, m, size, scale)
				uitest.CheckTexts(t, k, size)
			}
		}
	}
}
