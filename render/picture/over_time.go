package picture

import (
	"image"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/overview"
	"memcity/render/ui/model"
	overviewview "memcity/render/ui/view/overview"
)

// OverTime draws the heap and the pauses of a recording without heap states over time. It needs no graphics card.
func OverTime(name string, settings scene.Settings, o *overview.Overview, width, height int, scale float64) (*image.RGBA, error) {
	if err := CheckSize(width, height); err != nil {
		return nil, err
	}
	m := model.Model{State: state.NewState(0, settings), Name: name, Plan: &scene.Plan{Series: trees.NewSeries(nil)}}
	return overviewview.Picture(m, o, image.Pt(width, height), scale)
}
