package story

import (
	"fmt"
	"path/filepath"

	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Lengths in dp.
const (
	rowHigh   = 30
	wide      = 640 // minimum width for the title beside the buttons
	titleWide = 300
	noteLines = 4 // of a note during playback
)

const none = "The story has no scenes"

// draw draws the buttons, and the title and note of the current scene: as text during playback, otherwise in fields.
func draw(c *widget.Canvas, b canvas.Box) {
	s := c.Model.Story
	inner := b.Inset(place.Padding, 8)
	row := inner.CutTop(rowHigh)
	if c.IconButton(prefix+"close", row.CutRight(26).Moved(5, 0).Centered(26, 26), "close", "Close", c.Tip(action.StoryCard, "Hide the story; it is kept"), "") {
		c.Run(action.StoryCard)
	}
	drawMenus(c, &row)
	drawSteps(c, &row, s)
	narrow := b.W < wide
	height := float32(8 + rowHigh + 8)
	if s.At >= 0 && s.At < len(s.Scenes) {
		at := row
		if narrow {
			inner.CutTop(4)
			at = inner.CutTop(rowHigh)
			height += 4 + rowHigh
		}
		height += drawTexts(c, at, inner, s)
	} else {
		text := none + ". Add the current view as a scene. A scene stores the view, GC point, selection and camera."
		if len(s.Scenes) > 0 {
			text = "Press Play, or PageDown for the first scene."
		}
		inner.CutTop(4)
		height += 4 + c.Paragraph(inner, canvas.Small, c.Dim, text)
	}
	c.Want(0, height)
}

// drawMenus draws the menus and the button that adds a scene, from the right.
func drawMenus(c *widget.Canvas, row *canvas.Box) {
	menu := func(name widget.MenuName, text, hint, why string) {
		w := c.Width(canvas.Strong, text) + 34
		b := row.CutRight(w).Middle(28)
		row.CutRight(6)
		id := prefix + text
		if c.Button(id, b, widget.ButtonOptions{Icon: "down", Text: text, Hint: hint, Look: widget.Ground, Why: why}) {
			c.OpenMenu(name, id, b)
		}
	}
	menu(moreMenu, "More", "Edit scenes and save the story", "")
	menu(scenesMenu, "Scenes", "Choose a scene", widget.Why(len(c.Model.Story.Scenes) == 0, none))
	const add = "Add this view"
	if w := c.Width(canvas.Strong, add) + 20; row.W > w+200 {
		if c.Button(prefix+"add", row.CutRight(w).Middle(28), widget.ButtonOptions{Text: add, Hint: "Add the current view as a scene, after the current scene", Look: widget.Ground}) {
			c.Run(action.StoryAdd)
		}
		row.CutRight(6)
	}
}

// drawSteps draws the navigation buttons and the position.
func drawSteps(c *widget.Canvas, row *canvas.Box, s *model.Story) {
	for _, id := range []action.ID{action.StoryPrevious, action.StoryPlay, action.StoryNext} {
		c.ActionIcon(prefix+string(id), row.CutLeft(30).Centered(28, 28), id)
	}
	row.CutLeft(6)
	text := "Story"
	if len(s.Scenes) > 0 {
		text = fmt.Sprintf("%s of %s", words.Count(int64(s.At+1)), words.Count(int64(len(s.Scenes))))
	}
	row.CutLeft(c.Text(*row, canvas.Strong, canvas.Left, c.Theme.Text, text) + 10)
}

// drawTexts draws the title and the note, and returns the height of the note.
func drawTexts(c *widget.Canvas, title, below canvas.Box, s *model.Story) float32 {
	scene := s.Scenes[s.At]
	if s.Playing {
		c.Text(title, canvas.Heading, canvas.Left, c.Theme.Text, scene.Title)
		if scene.Note == "" {
			return 0
		}
		below.CutTop(2)
		h := min(c.ParagraphHeight(below.W, canvas.Body, scene.Note), noteLines*canvas.LineHeight(canvas.Body))
		c.Paragraph(below.WithHeight(h), canvas.Body, c.Theme.Text, scene.Note)
		return 2 + h
	}
	to := scene
	if text, changed, _ := c.LineField(fmt.Sprint(prefix, "title"), title.CutSide(titleWide).Middle(28), model.Item{Text: "Title", Hint: "Title of the scene"}, scene.Title, "Title of the scene"); changed {
		to.Title = text
	}
	below.CutTop(4)
	if text, changed, _ := c.LineField(fmt.Sprint(prefix, "note"), below.CutTop(rowHigh), model.Item{Text: "Note of the scene", Hint: "The note, shown while the story plays"}, scene.Note, "Note: what should viewers notice?"); changed {
		to.Note = text
	}
	if to != scene {
		c.Emit(model.NameScene{Scene: to})
	}
	return 4 + rowHigh
}

// sceneRows returns the scenes as menu rows.
func sceneRows(k *widget.Core) []widget.MenuRow {
	s := k.Model.Story
	if s == nil {
		return nil
	}
	var rows []widget.MenuRow
	for i, sc := range s.Scenes {
		title := sc.Title
		if title == "" {
			title = "Scene"
		}
		rows = append(rows, widget.MenuRow{Text: fmt.Sprintf("%d  %s", i+1, words.OneLine(title)), On: i == s.At, Event: model.GoToScene{Index: i}})
	}
	return rows
}

// moreRows returns the actions on the current scene and on the story.
func moreRows(k *widget.Core) []widget.MenuRow {
	s := k.Model.Story
	if s == nil {
		return nil
	}
	var rows []widget.MenuRow
	for _, i := range k.Actions.Menu(actions.StoryMenu) {
		text := ""
		if i.ID == action.StorySave {
			text = "Save…"
			if s.File != "" {
				text = "Save to " + filepath.Base(s.File)
			}
		}
		rows = append(rows, k.ActionRow(i.ID, text))
	}
	return rows
}
