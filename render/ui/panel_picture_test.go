package ui

import (
	"image"
	"reflect"
	"testing"
)

func pictureModel() Model {
	m := sample()
	m.Picture = &Picture{Options: PictureOptions{Scale: 2, Legend: true, Caption: true, Labels: true}, Width: 1280, Height: 760}
	return m
}

func TestPictureDialog(t *testing.T) {
	k := newTest(t, pictureModel(), image.Pt(1280, 760), 1)
	find(t, k, PictureP, "text", "2560 × 1520 pixels")
	if it, ok := focusedItem(k); !ok || it.Text != "Save…" {
		t.Errorf("the focus is on %+v", it)
	}
	base := k.model.Picture.Options
	scale, clear, legend := base, base, base
	scale.Scale, clear.Transparent, legend.Legend = 4, true, false
	for _, test := range []struct {
		kind, name string
		want       Event
	}{
		{"choice", "Size: 4x", SetPicture{scale}},
		{"switch", "Transparent ground", SetPicture{clear}},
		{"switch", "Legend", SetPicture{legend}},
		{"button", "Save…", SavePicture},
		{"button", "Copy", CopyPicture},
		{"button", "Close", PictureAsked},
	} {
		taken(k)
		click(k, find(t, k, PictureP, test.kind, test.name))
		if got := taken(k); !reflect.DeepEqual(got, []Event{test.want}) {
			t.Errorf("%s: %#v", test.name, got)
		}
	}
}

func TestPictureDialogByKey(t *testing.T) {
	k := newTest(t, pictureModel(), image.Pt(1280, 760), 1)
	k.take(Key{Name: KeyReturn})
	k.take(Key{Name: KeyEscape})
	if got := taken(k); !reflect.DeepEqual(got, []Event{SavePicture, PictureAsked}) {
		t.Errorf("%#v", got)
	}
	m := k.model
	m.Picture = nil
	k.show(&shown{m, k.size, 1})
	k.layout()
	k.show(&shown{pictureModel(), k.size, 1})
	k.layout()
	if it, ok := focusedItem(k); !ok || it.Text != "Save…" {
		t.Errorf("opened again, the focus is on %+v", it)
	}
}

func TestPictureThatCannotBe(t *testing.T) {
	m := pictureModel()
	m.Picture.Problem = "too large"
	k := newTest(t, m, image.Pt(1280, 760), 1)
	find(t, k, PictureP, "text", "Too large: 2560 × 1520 pixels")
	for _, name := range []string{"Save…", "Copy"} {
		if it := find(t, k, PictureP, "button", name); !it.Off {
			t.Errorf("%s can be pressed", name)
		}
	}
	m.Picture = &Picture{}
	if k := newTest(t, m, image.Pt(1280, 760), 1); !k.rects[PictureP].Empty() {
		t.Error("a dialog without a scale is shown")
	}
}

// In the smallest window the buttons can still be pressed.
func TestPictureDialogInTheSmallestWindow(t *testing.T) {
	k := newTest(t, pictureModel(), image.Pt(320, 240), 1)
	for _, name := range []string{"Save…", "Copy", "Close"} {
		if it := find(t, k, PictureP, "button", name); it.Rect.Dy() < 20 || !it.Rect.In(image.Rect(0, 0, 320, 240)) {
			t.Errorf("%s is at %v", name, it.Rect)
		}
	}
}
