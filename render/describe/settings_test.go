package describe

import (
	"encoding/json"
	"testing"

	"memcity/city/scene"
	"memcity/city/seq"
)

// Settings are described by their documented names and survive a round trip.
func TestDescribedSettings(t *testing.T) {
	s := DescribedSettings{scene.DefaultSettings()}
	s.By, s.Routes, s.Opacity, s.Theme = seq.Of("type"),
		scene.RouteSettings{On: true, Strength: 0.5, Max: 7, Least: 3, Direction: scene.Outgoing}, 0.123456, scene.Dark
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"area":"sqrt","bundling":0.5,"by":["type"],"children":40,"color":"auto","color_blind":false,"connections":7,"fade":false,` +
		`"filters":[],"growth_red":0.5,"labels":true,"least":3,"loop":false,"measure":"shallow","metric":"bytes","opacity":0.1235,"other_height":false,` +
		`"play_speed":0.5,"reduced_motion":false,"references":true,"routes":true,"solid":10,"theme":"dark","way":"out"}`
	if string(text) != want {
		t.Errorf("got %s", text)
	}
	var got DescribedSettings
	if s.Opacity = 0.1235; json.Unmarshal(text, &got) != nil || got != s {
		t.Errorf("read as %+v", got)
	}
}
