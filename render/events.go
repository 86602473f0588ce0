package render

import (
	"time"

	"memcity/assets"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/words"
)

// panelEvent handles an event of the panels.
func (a *App) panelEvent(e model.Event, now time.Duration) {
	switch e := e.(type) {
	case model.Do:
		a.store.Do(e.Action)
	case model.OpenDemo:
		a.Open(assets.DemoPrefix + e.Name)
	case model.OpenPod:
		a.opening.OpenPod(e)
	case model.OpenRecent:
		a.opening.OpenRecent(e.Path)
	case model.Find:
		a.drawers.Search(e.Text)
	case model.SetRecord:
		a.recording.Set(e.Choices)
	case model.StartRecord:
		a.recording.Start(e)
	case model.OpenAddress:
		a.recording.OpenAddress(e.Address)
	case model.AddRule, model.RemoveRule, model.ArmRule, model.ShowFired:
		a.watch.Handle(e, now)
	case model.SetBudget, model.ShowBudget, model.GoToBroken:
		a.budgets.Handle(e, now)
	case model.SetPicture:
		a.export.SetOptions(e.Options)
	case model.ToggleTexts:
		a.drawers.ToggleTexts(e)
	case model.TakeStructure:
		a.requests.Describe(e)
	case model.MapTo:
		a.navigation.FlyOver(e.X, e.Z, now)
	case model.Widen:
		a.drawers.Widen(e.Panel, e.Width)
	case model.Save:
		a.export.SaveView(e, a.store.Result.Name)
	case model.GoToScene:
		a.stories.Show(a.stories.Story.Show(e.Index))
	case model.NameScene:
		a.stories.Name(e.Scene)
	case model.BrowseTo, model.BrowseAll, model.OrderFiles, model.ChooseFiles:
		a.files.Browser.Take(e)
	case model.ShowHelp:
		a.drawers.ShowHelp(e.Page)
	case model.Zoom:
		a.navigation.SetZoom(e.Factor)
	case model.CopyText:
		if a.options.Copy != nil {
			a.options.Copy(words.Lines(e.Text))
			a.notices.Toast("Copied.")
		}
	case model.OpenSource:
		a.source.Open(e.Name)
	case model.Paste:
		if a.options.Paste != nil {
			a.panels.Text(a.options.Paste())
		}
	case model.Run:
		if info := a.panels.Actions().Find(action.ID(e)); info != nil {
			a.run(info, now)
		}
	}
	a.store.Stale = true
}

// takeJobs applies the results of background jobs and shows their messages.
func (a *App) takeJobs() {
	results, messages := a.jobs.Take()
	for _, f := range results {
		f()
	}
	for _, text := range messages {
		a.notices.Toast(text)
	}
	if err := a.memory.Trouble(); err != nil {
		a.notices.Toast("Could not save settings: " + err.Error())
	}
	a.store.Stale = a.memory.Checked() || a.files.Browser.Changed() || a.store.Stale
}
