package present

import (
	"fmt"

	"memcity/render/picture"
	"memcity/render/ui/model"
	"memcity/words"
)

// TakePicture makes the requested picture of the current view.
func (p *Presenter) TakePicture() {
	if p.Export.Requested() && p.Store.City != nil {
		p.Export.Take(p.shot(), fmt.Sprintf("%s-%d.png", words.FileName(p.Store.Result.Name), p.Store.City.Point+1))
	}
}

// pictureModel returns the model of the picture dialog; nil while it is closed.
func (p *Presenter) pictureModel() *model.Picture {
	if p.Store.City == nil {
		return nil
	}
	return p.Export.Model(p.Screen.Width, p.Screen.Height)
}

// shot returns the picture of the current view, with the user's options.
func (p *Presenter) shot() picture.Shot {
	o := p.Export.Options()
	settings, pose := p.Store.State.Settings, p.Store.State.Camera
	settings.Labels = o.Labels
	selected, also := p.Store.Selected()
	return picture.Shot{
		City: p.Stage.City, Name: p.Store.Result.Name, Settings: settings, Selected: selected, Also: also,
		Marks: p.Store.State.Marks, Pose: &pose, Width: p.Screen.Width * o.Scale, Height: p.Screen.Height * o.Scale,
		Scale:  p.Screen.Scale() * float64(o.Scale),
		Legend: o.Legend, Caption: o.Caption, Transparent: o.Transparent,
		Fonts: p.Stage.Fonts,
	}
}
