package render

import (
	"time"

	"memcity/assets"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/render/export"
	"memcity/render/ui/model"
	"memcity/words"
)

func (a *App) panelEvent(e model.Event, now time.Duration) {
	switch e := e.(type) {
	case model.Do:
		a.do(e.Action)
	case model.OpenDemo:
		a.Open(assets.DemoPrefix + e.Name)
	case model.OpenPod:
		a.openPod(e)
	case model.OpenRecent:
		a.openRecent(e.Path)
	case model.Find:
		a.search(e.Text)
	case model.SetRecord:
		a.recording.Set(e.Choices)
	case model.StartRecord:
		a.recording.Start(e)
	case model.OpenAddress:
		a.recording.OpenAddress(e.Address)
	case model.AddRule, model.RemoveRule, model.ArmRule, model.ShowFired:
		a.ruleEvent(e, now)
	case model.SetBudget, model.ShowBudget, model.GoToBroken:
		a.budgetEvent(e, now)
	case model.SetPicture:
		a.export.SetOptions(e.Options)
	case model.ToggleTexts:
		a.toggleTexts(e)
	case model.TakeStructure:
		a.takeStructure(e)
	case model.MapTo:
		a.flyOver(e.X, e.Z, now)
	case model.Widen:
		a.widen(e.Panel, e.Width)
	case model.Save:
		a.export.SaveView(e, a.result.Name)
	case model.GoToScene:
		a.showScene(a.story.Show(e.Index))
	case model.NameScene:
		a.story.Name(e.Scene)
	case model.BrowseTo, model.BrowseAll, model.OrderFiles, model.ChooseFiles:
		a.browser.Take(e)
	case model.ShowHelp:
		a.showHelp(e.Page)
	case model.Zoom:
		a.setZoom(e.Factor)
	case model.CopyText:
		if a.options.Copy != nil {
			a.options.Copy(words.Lines(e.Text))
			a.toast("Copied.")
		}
	case model.Command:
		a.command(e, now)
	}
	a.stale = true
}

func (a *App) command(c model.Command, now time.Duration) {
	switch c {
	case model.OpenFile:
		a.chooseFiles()
	case model.CompareWith:
		a.chooseBase()
	case model.AllowSteering, model.RefuseSteering:
		a.decide(c == model.AllowSteering)
	case model.CopyLink:
		a.copyLink()
	case model.CancelWork:
		a.cancelWork()
	case model.ToggleHelp:
		a.toggleHelp(a.pageOfView())
	case model.ToggleSettings:
		a.toggleSettings()
	case model.ToggleInspector:
		a.toggleInspector()
	case model.ToggleGuide:
		a.toggleGuide()
	case model.ToggleOut:
		a.toggleOut()
	case model.GuideAnew:
		a.guide.points = a.state.Points
	case model.DismissInvite:
		a.drawers.uninvited = true
		a.memory.Changed()
	case model.ToggleChain:
		a.toggleChain()
	case model.ToggleBudgets:
		a.toggleBudgets()
	case model.OpenRules:
		a.chooseRules()
	case model.OpenPicture:
		a.export.Toggle(a.city != nil)
	case model.SavePicture:
		a.export.Request(export.ToFile, a.city != nil)
	case model.SaveGraphSVG, model.SaveGraphPNG, model.SaveGraphDOT:
		a.export.SaveGraph(c, graphs.Kind.Result(&a.result.Results), a.state.Settings.Theme, a.result.Name)
	case model.ShowAgain:
		a.showAgain()
	case model.CopyPicture:
		a.export.Request(export.ToClipboard, a.city != nil)
	case model.ToggleSearch:
		a.toggleSearch()
	case model.ToggleLegend:
		a.toggleLegend()
	case model.TogglePlay:
		a.do(state.TogglePlay{Now: now})
	case model.FocusSelection:
		a.focus(now)
	case model.ShowSelection:
		a.showSelection(now)
	case model.DismissProblems:
		a.dismiss()
	case model.PasteText:
		if a.options.Paste != nil {
			a.panels.Text(a.options.Paste())
		}
	case model.TogglePresenter:
		a.screen.Presenter = !a.screen.Presenter
		a.rescale()
		a.memory.Changed()
	case model.ToggleRules:
		a.toggleRules()
	case model.CloseAnyway:
		a.closing = true
	default:
		if !a.storyCommand(c) && !a.recording.Command(c, a.shownRecording()) {
			a.viewCommand(c, now)
		}
	}
}

// viewCommand moves the camera or navigates the history.
func (a *App) viewCommand(c model.Command, now time.Duration) {
	if a.city == nil {
		return
	}
	a.reframe(false)
	s := &a.state
	switch c {
	case model.GoBack:
		a.do(state.Back{Now: now})
	case model.GoForward:
		a.do(state.Forward{Now: now})
	case model.ViewHome:
		a.fly(s.Home(), now)
	case model.ViewBird:
		a.fly(scene.BirdsEye(s.Bounds, s.Aspect, s.Frame), now)
	case model.ViewFront, model.ViewRight, model.ViewBack, model.ViewLeft:
		a.fly(scene.Side(s.Bounds, s.Aspect, s.Frame, int(c-model.ViewFront)), now)
	}
}
