package render

import (
	"time"

	"memcity/city"
	"memcity/render/ui"
)

func (a *App) panelEvent(e ui.Event, now time.Duration) {
	switch e := e.(type) {
	case ui.Do:
		a.do(e.Action)
	case ui.OpenDemo:
		a.Open(DemoPrefix + e.Name)
	case ui.OpenRecent:
		a.openRecent(e.Path)
	case ui.Find:
		a.search(e.Text)
	case ui.SetRecord:
		a.setRecord(e.Choices)
	case ui.StartRecord:
		a.startRecording(e)
	case ui.OpenAddress:
		a.openAddress(e.Address)
	case ui.AddRule, ui.RemoveRule, ui.ArmRule, ui.ShowFired:
		a.ruleEvent(e, now)
	case ui.SetBudget, ui.ShowBudget, ui.GoToBroken:
		a.budgetEvent(e, now)
	case ui.SetPicture:
		a.setPictureOptions(e.Options)
	case ui.TakeStructure:
		a.takeStructure(e)
	case ui.MapTo:
		a.flyOver(e.X, e.Z, now)
	case ui.Widen:
		a.widen(e.Panel, e.Width)
	case ui.Save:
		a.saveView(e)
	case ui.ShowHelp:
		a.showHelp(e.Page)
	case ui.Zoom:
		a.setZoom(e.Factor)
	case ui.CopyText:
		if a.options.Copy != nil {
			a.options.Copy(e.Text)
			a.toast("Copied.")
		}
	case ui.Command:
		a.command(e, now)
	}
	a.stale = true
}

func (a *App) command(c ui.Command, now time.Duration) {
	switch c {
	case ui.OpenFile:
		a.chooseFiles()
	case ui.CompareWith:
		a.chooseBase()
	case ui.CancelWork:
		a.worker.Cancel()
	case ui.ToggleHelp:
		a.toggleHelp(a.pageOfView())
	case ui.ToggleSettings:
		a.toggleSettings()
	case ui.ToggleInspector:
		a.toggleInspector()
	case ui.ToggleGuide:
		a.toggleGuide()
	case ui.ToggleOut:
		a.toggleOut()
	case ui.GuideAnew:
		a.guide.points = a.state.Points
	case ui.DismissInvite:
		a.drawers.uninvited = true
		a.memory.note()
	case ui.ToggleChain:
		a.toggleChain()
	case ui.ToggleBudgets:
		a.toggleBudgets()
	case ui.OpenRules:
		a.chooseRules()
	case ui.PictureAsked:
		a.togglePicture()
	case ui.SavePicture:
		a.wishPicture(pictureToFile)
	case ui.SaveGraphSVG, ui.SaveGraphPNG, ui.SaveGraphDOT:
		a.saveGraph(c)
	case ui.AskAgain:
		a.askAgain()
	case ui.CopyPicture:
		a.wishPicture(pictureToClipboard)
	case ui.ToggleSearch:
		a.toggleSearch()
	case ui.ToggleLegend:
		a.toggleLegend()
	case ui.TogglePlay:
		a.do(city.TogglePlay{Now: now})
	case ui.FocusSelection:
		a.focus(now)
	case ui.ShowSelection:
		a.showSelection(now)
	case ui.DismissProblems:
		a.dismiss()
	case ui.PasteText:
		if a.options.Paste != nil {
			a.panels.Text(a.options.Paste())
		}
	case ui.TogglePresenter:
		a.presenter = !a.presenter
		a.rescale()
		a.memory.note()
	default:
		if !a.recordCommand(c) {
			a.viewCommand(c, now)
		}
	}
}

// viewCommand moves the camera or goes through the history.
func (a *App) viewCommand(c ui.Command, now time.Duration) {
	if a.city == nil {
		return
	}
	a.reframe(false)
	s := &a.state
	switch c {
	case ui.GoBack:
		a.do(city.Back{Now: now})
	case ui.GoForward:
		a.do(city.Forward{Now: now})
	case ui.ViewHome:
		a.fly(city.Home(s.Bounds, s.Aspect, s.Frame), now)
	case ui.ViewBird:
		a.fly(city.BirdsEye(s.Bounds, s.Aspect, s.Frame), now)
	case ui.ViewFront, ui.ViewRight, ui.ViewBack, ui.ViewLeft:
		a.fly(city.Side(s.Bounds, s.Aspect, s.Frame, int(c-ui.ViewFront)), now)
	}
}
