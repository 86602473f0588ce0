package ui

import (
	"image"
	"reflect"
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestPictureDialog(t *testing.T) {
	k := newTest(t, uitest.PictureModel(), image.Pt(1280, 760), 1)
	uitest.Find(t, k, model.PictureP, "text", "2560 × 1520 pixels")
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Save…" {
		t.Errorf("the focus is on %+v", it)
	}
	base := k.Model.Picture.Options
	scale, clear, legend := base, base, base
	scale.Scale, clear.Transparent, legend.Legend = 4, true, false
	for _, test := range []struct {
		kind, name string
		want       model.Event
	}{
		{"choice", "Size: 4x", model.SetPicture{Options: scale}},
		{"switch", "Transparent background", model.SetPicture{Options: clear}},
		{"switch", "Legend", model.SetPicture{Options: legend}},
		{"button", "Save…", model.Run(action.PictureSave)},
		{"button", "Copy", model.Run(action.PictureCopy)},
		{"button", "Close", model.Run(action.PictureDialog)},
	} {
		uitest.Taken(k)
		uitest.Click(k, uitest.Find(t, k, model.PictureP, test.kind, test.name))
		if got := uitest.Taken(k); !reflect.DeepEqual(got, []model.Event{test.want}) {
			t.Errorf("%s: %#v", test.name, got)
		}
	}
}

func TestPictureDialogByKey(t *testing.T) {
	k := newTest(t, uitest.PictureModel(), image.Pt(1280, 760), 1)
	k.Take(model.Key{Name: model.KeyReturn})
	k.Take(model.Key{Name: model.KeyEscape})
	if got := uitest.Taken(k); !reflect.DeepEqual(got, []model.Event{model.Run(action.PictureSave), model.Run(action.PictureDialog)}) {
		t.Errorf("%#v", got)
	}
	m := k.Model
	m.Picture = nil
	k.Show(&widget.Shown{Model: m, Size: k.Size, Scale: 1})
	k.Layout()
	k.Show(&widget.Shown{Model: uitest.PictureModel(), Size: k.Size, Scale: 1})
	k.Layout()
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Save…" {
		t.Errorf("opened again, the focus is on %+v", it)
	}
}

func TestPictureThatCannotBe(t *testing.T) {
	m := uitest.PictureModel()
	m.Picture.Problem = "too large"
	k := newTest(t, m, image.Pt(1280, 760), 1)
	uitest.Find(t, k, model.PictureP, "text", "Too large: 2560 × 1520 pixels")
	for _, name := range []string{"Save…", "Copy"} {
		if it := uitest.Find(t, k, model.PictureP, "button", name); !it.Off {
			t.Errorf("%s can be pressed", name)
		}
	}
	m.Picture = &model.Picture{}
	if k := newTest(t, m, image.Pt(1280, 760), 1); !k.Rects[model.PictureP].Empty() {
		t.Error("a dialog without a scale is shown")
	}
}

// In the smallest window all buttons can still be pressed.
func TestPictureDialogInTheSmallestWindow(t *testing.T) {
	k := newTest(t, uitest.PictureModel(), image.Pt(320, 240), 1)
	for _, name := range []string{"Save…", "Copy", "Close"} {
		if it := uitest.Find(t, k, model.PictureP, "button", name); it.Rect.Dy() < 20 || !it.Rect.In(image.Rect(0, 0, 320, 240)) {
			t.Errorf("%s is at %v", name, it.Rect)
		}
	}
}
