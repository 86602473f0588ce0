package render

import (
	"fmt"

	"memcity/render/export"
	"memcity/render/picture"
	"memcity/render/ui/model"
	"memcity/words"
)

// exportHost returns the window as the host of the export controller.
func (a *App) exportHost() export.Host {
	return export.Host{Jobs: a.jobs, Memory: a.memory, Toast: a.notices.Toast, Blur: a.panels.Blur,
		SaveFile: a.files.Save, CopyImage: a.files.CopyImage, MakeContext: a.options.MakeContext}
}

// takePicture makes the requested picture of the current view.
func (a *App) takePicture() {
	if a.export.Requested() && a.store.City != nil {
		a.export.Take(a.shot(), fmt.Sprintf("%s-%d.png", words.FileName(a.store.Result.Name), a.store.City.Point+1))
	}
}

// pictureModel returns the model of the picture dialog; nil while it is closed.
func (a *App) pictureModel() *model.Picture {
	if a.store.City == nil {
		return nil
	}
	return a.export.Model(a.screen.Width, a.screen.Height)
}

// shot returns the picture of the current view, with the user's options.
func (a *App) shot() picture.Shot {
	o := a.export.Options()
	settings, pose := a.store.State.Settings, a.store.State.Camera
	settings.Labels = o.Labels
	selected, also := a.store.Selected()
	return picture.Shot{
		City: a.stage.City, Name: a.store.Result.Name, Settings: settings, Selected: selected, Also: also,
		Marks: a.store.State.Marks, Pose: &pose, Width: a.screen.Width * o.Scale, Height: a.screen.Height * o.Scale,
		Scale:  a.screen.Scale() * float64(o.Scale),
		Legend: o.Legend, Caption: o.Caption, Transparent: o.Transparent,
		Fonts: a.stage.Fonts,
	}
}
