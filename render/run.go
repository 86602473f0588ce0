package render

import (
	"fmt"
	"time"

	"memcity/assets/help"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/action"
	"memcity/render/actions"
	"memcity/render/camera"
	"memcity/render/export"
	"memcity/render/navigation"
	"memcity/render/recording"
)

// Run runs an action by its ID. It shows a message if the action is disabled. It returns an error if the ID is unknown.
func (a *App) Run(id action.ID, now time.Duration) error {
	info := a.panels.Actions().Find(id)
	if info == nil {
		return fmt.Errorf("%s: no action has this ID", id)
	}
	a.run(info, now)
	a.react()
	a.drain(now)
	return nil
}

// run runs an action, or shows why it is disabled.
func (a *App) run(info *actions.Info, now time.Duration) {
	a.store.Stale = true
	do := does[info.ID]
	if do == nil && info.Step == nil {
		a.panels.Run(info.ID)
		return
	}
	if info.Why != nil || info.Step != nil {
		m := a.present.Model()
		c := &actions.Context{Model: &m, Size: a.screen.Size(), Scale: a.screen.Scale()}
		if why := info.Disabled(c); why != "" {
			a.notices.Toast(why + ".")
			return
		}
		if info.Step != nil {
			a.store.Do(info.Step(c))
			return
		}
	}
	do(a, now)
}

// does contains the effects of the actions that change more than the state.
var does = map[action.ID]func(a *App, now time.Duration){
	action.GoBack:    func(a *App, now time.Duration) { a.store.Do(state.Back{Now: now}) },
	action.GoForward: func(a *App, now time.Duration) { a.store.Do(state.Forward{Now: now}) },
	action.GoUp:      func(a *App, _ time.Duration) { a.goUp() },
	action.GoEscape:  func(a *App, now time.Duration) { a.escape(now) },

	action.TimePlay: func(a *App, now time.Duration) { a.store.Do(state.TogglePlay{Now: now}) },

	action.CameraHome: func(a *App, now time.Duration) {
		a.navigation.Look(now, func(s *state.State) scene.Camera { return s.Home() })
	},
	action.CameraBirdsEye:  func(a *App, now time.Duration) { a.navigation.Look(now, navigation.BirdsEye) },
	action.CameraFront:     func(a *App, now time.Duration) { a.navigation.LookFrom(0, now) },
	action.CameraRight:     func(a *App, now time.Duration) { a.navigation.LookFrom(1, now) },
	action.CameraBack:      func(a *App, now time.Duration) { a.navigation.LookFrom(2, now) },
	action.CameraLeft:      func(a *App, now time.Duration) { a.navigation.LookFrom(3, now) },
	action.CameraFocus:     func(a *App, now time.Duration) { a.navigation.Focus(now) },
	action.CameraSelection: func(a *App, now time.Duration) { a.navigation.ShowSelection(now) },

	action.CityRemove:   func(a *App, _ time.Duration) { a.cityscape.ToggleRemoved() },
	action.CityFates:    func(a *App, _ time.Duration) { a.cityscape.ToggleCompare() },
	action.CityBaseline: func(a *App, _ time.Duration) { a.opening.ToggleBaseline() },
	action.CityStoreys:  func(a *App, _ time.Duration) { a.cityscape.ToggleStoreys() },
	action.CityStaleness: func(a *App, _ time.Duration) {
		a.store.Do(state.Divide{By: a.store.State.Division.Toggled(scene.ByUse)})
	},
	action.CityRoutes:      func(a *App, _ time.Duration) { a.cityscape.ToggleRoutes() },
	action.CityNextFinding: func(a *App, _ time.Duration) { a.cityscape.NextPin() },

	action.FileOpen:    func(a *App, _ time.Duration) { a.opening.Choose() },
	action.FileCompare: func(a *App, _ time.Duration) { a.opening.ChooseBaseline() },
	action.FileRules:   func(a *App, _ time.Duration) { a.budgets.Choose() },
	action.LinkCopy:    func(a *App, _ time.Duration) { a.opening.CopyLink() },

	action.PictureDialog: func(a *App, _ time.Duration) { a.export.Toggle(a.store.City != nil) },
	action.PictureSave:   func(a *App, _ time.Duration) { a.export.Request(export.ToFile, a.store.City != nil) },
	action.PictureCopy:   func(a *App, _ time.Duration) { a.export.Request(export.ToClipboard, a.store.City != nil) },

	action.PanelHelp:      func(a *App, _ time.Duration) { a.drawers.ToggleHelp(a.drawers.PageOfView()) },
	action.PanelKeys:      func(a *App, _ time.Duration) { a.drawers.ToggleHelp(help.Keys) },
	action.PanelSearch:    func(a *App, _ time.Duration) { a.drawers.ToggleSearch() },
	action.PanelSettings:  func(a *App, _ time.Duration) { a.drawers.ToggleSettings() },
	action.PanelInspector: func(a *App, _ time.Duration) { a.drawers.ToggleInspector() },
	action.PanelGuide:     func(a *App, now time.Duration) { a.drawers.ToggleGuide(now) },
	action.PanelGrouping:  func(a *App, _ time.Duration) { a.drawers.ToggleChain() },
	action.PanelRules:     func(a *App, _ time.Duration) { a.watch.Toggle() },
	action.PanelBudgets:   func(a *App, _ time.Duration) { a.budgets.Toggle() },
	action.PanelLegend:    func(a *App, _ time.Duration) { a.drawers.ToggleLegend() },
	action.MenuOpen:       func(a *App, _ time.Duration) { a.pointer.MenuByKey() },
	action.DialogAccept:   func(a *App, _ time.Duration) { a.accept() },

	action.RecordDialog:     func(a *App, _ time.Duration) { a.recording.Toggle() },
	action.RecordCancel:     func(a *App, _ time.Duration) { a.recording.CancelStart() },
	action.RecordFile:       func(a *App, _ time.Duration) { a.recording.ChooseFile() },
	action.RecordPoint:      func(a *App, _ time.Duration) { a.recording.Point() },
	action.RecordStop:       func(a *App, _ time.Duration) { a.recording.Stop() },
	action.RecordSave:       func(a *App, _ time.Duration) { a.recording.Save(recording.ShownIn(a.store)) },
	action.RecordCancelSave: func(a *App, _ time.Duration) { a.recording.CancelSave() },
	action.RecordShow:       func(a *App, _ time.Duration) { a.recording.Show() },
	action.RecordDismiss:    func(a *App, _ time.Duration) { a.recording.Dismiss() },
	action.RecordOutput:     func(a *App, _ time.Duration) { a.recording.ToggleOutput() },

	action.StoryCard:     func(a *App, _ time.Duration) { a.stories.Toggle() },
	action.StoryPlay:     func(a *App, _ time.Duration) { a.stories.Show(a.stories.Play()) },
	action.StoryPrevious: func(a *App, _ time.Duration) { a.stories.StepBy(-1) },
	action.StoryNext:     func(a *App, _ time.Duration) { a.stories.StepBy(1) },
	action.StoryAdd:      func(a *App, _ time.Duration) { a.stories.Add() },
	action.StoryReplace:  func(a *App, _ time.Duration) { a.stories.Replace() },
	action.StoryRemove:   func(a *App, _ time.Duration) { a.stories.Remove() },
	action.StoryEarlier:  func(a *App, _ time.Duration) { a.stories.Move(-1) },
	action.StoryLater:    func(a *App, _ time.Duration) { a.stories.Move(1) },
	action.StorySave:     func(a *App, _ time.Duration) { a.stories.Save(a.stories.File()) },
	action.StorySaveAs:   func(a *App, _ time.Duration) { a.stories.Save("") },

	action.WindowLarger:     func(a *App, _ time.Duration) { a.navigation.SetZoom(a.screen.Zoom + camera.ZoomStep) },
	action.WindowSmaller:    func(a *App, _ time.Duration) { a.navigation.SetZoom(a.screen.Zoom - camera.ZoomStep) },
	action.WindowNormalSize: func(a *App, _ time.Duration) { a.navigation.SetZoom(1) },
	action.WindowPresenter:  func(a *App, _ time.Duration) { a.navigation.TogglePresenter() },
	action.WindowFullScreen: func(a *App, _ time.Duration) { a.toggleFullScreen() },
	action.WindowClose:      func(a *App, _ time.Duration) { a.confirmClose() },
	action.WindowCloseNow:   func(a *App, _ time.Duration) { a.closing = true },
	action.WindowStay:       func(a *App, _ time.Duration) { a.recording.StayOpen() },

	action.WorkCancel:      func(a *App, _ time.Duration) { a.requests.Cancel() },
	action.WorkRetry:       func(a *App, _ time.Duration) { a.requests.Forget() },
	action.ProblemsDismiss: func(a *App, _ time.Duration) { a.notices.Dismiss() },
	action.GuideRefresh:    func(a *App, _ time.Duration) { a.drawers.RefreshGuide() },
	action.GuideDecline:    func(a *App, _ time.Duration) { a.drawers.DeclineGuide() },
	action.SteerAllow:      func(a *App, _ time.Duration) { a.steering.Decide(true) },
	action.SteerRefuse:     func(a *App, _ time.Duration) { a.steering.Decide(false) },
}

// accept presses the main button of a dialog that waits for an answer.
func (a *App) accept() {
	switch {
	case a.recording.Confirming():
		a.closing = true
	case a.export.Open():
		a.export.Request(export.ToFile, a.store.City != nil)
	}
}

// toggleFullScreen switches between full screen and window, if there is a window.
func (a *App) toggleFullScreen() {
	if a.options.FullScreen != nil {
		a.options.FullScreen()
	}
}
