package story

import (
	"image"
	"strings"
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func newTest(t *testing.T, m model.Model, size image.Point) *widget.Core {
	t.Helper()
	return uitest.New(t, m, size, 1, New(), widget.NewMenu())
}

func TestButtons(t *testing.T) {
	k := newTest(t, uitest.StoryModel(false), uitest.Screen)
	for _, c := range []struct {
		button string
		want   model.Event
	}{{"Previous scene", model.Run(action.StoryPrevious)}, {"Next scene", model.Run(action.StoryNext)}, {"Play the story", model.Run(action.StoryPlay)}, {"Add this view", model.Run(action.StoryAdd)},
		{"Close", model.Run(action.StoryCard)}} {
		uitest.Click(k, uitest.Find(t, k, model.StoryP, "button", c.button))
		uitest.Wanted(t, k, c.want)
	}
	uitest.Choose(t, k, model.StoryP, "Scenes", "3  Scene")
	uitest.Wanted(t, k, model.GoToScene{Index: 2})
	uitest.Choose(t, k, model.StoryP, "More", "Save to shop.mcview")
	uitest.Wanted(t, k, model.Run(action.StorySave))
	uitest.Find(t, k, model.StoryP, "text", "2 of 3")
}

// A typed title and note become those of the current scene.
func TestTexts(t *testing.T) {
	k := newTest(t, uitest.StoryModel(false), uitest.Screen)
	uitest.Click(k, uitest.Find(t, k, model.StoryP, "field", "Title"))
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	k.Take(widget.Typed("x"))
	uitest.Wanted(t, k, model.NameScene{Scene: model.StoryScene{Title: "x", Note: k.Model.Story.Scenes[1].Note}})
}

// During playback, notes are plain texts.
func TestPlays(t *testing.T) {
	k := newTest(t, uitest.StoryModel(true), uitest.Screen)
	uitest.Find(t, k, model.StoryP, "button", "Pause the story")
	if text := uitest.Describe(k.Seen()); strings.Contains(text, "field") || !strings.Contains(text, "Sessions are never removed") {
		t.Errorf("shows\n%s", text)
	}
}

func TestEmpty(t *testing.T) {
	m := uitest.StoryModel(false)
	m.Story = &model.Story{At: -1}
	k := newTest(t, m, uitest.Screen)
	for _, button := range []string{"Previous scene", "Next scene", "Play the story", "Scenes"} {
		if it := uitest.Find(t, k, model.StoryP, "button", button); !it.Off {
			t.Errorf("%s can be pressed", button)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1280, 720}} {
		for _, playing := range []bool{false, true} {
			uitest.CheckTexts(t, newTest(t, uitest.StoryModel(playing), size), size)
		}
	}
}
