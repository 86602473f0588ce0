package uitest

import (
	"strings"

	"memcity/render/ui/model"
)

// StoryModel shows the second scene of a story with three scenes.
func StoryModel(playing bool) model.Model {
	m := Sample()
	m.Story = &model.Story{At: 1, Playing: playing, Unsaved: true, File: "/home/me/shop.mcview", Scenes: []model.StoryScene{
		{Title: "It grows"}, {Title: "Graph: Session", Note: strings.Repeat("Sessions are never removed from the registry. ", 8)}, {}}}
	return m
}
