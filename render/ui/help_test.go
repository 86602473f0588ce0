package ui

import (
	"testing"

	"memcity/assets/help"
	"memcity/city/state"
	"memcity/city/view/overview"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestHelpLinks(t *testing.T) {
	m := uitest.HelpModel(help.First)
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Help, "link", `Open "persons"`))
	uitest.Wanted(t, k, model.Run(action.PanelHelp), model.OpenDemo{Name: "persons"})

	m.Help = &model.HelpRequest{Page: help.View("overview"), Number: 2}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it := uitest.Find(t, k, model.Help, "link", "overview"); !it.Off || it.Hint != "Open a recording first" {
		t.Errorf("without a recording a view can be shown: %+v", it)
	}
	opened := uitest.Sample()
	opened.Help = m.Help
	k.Show(&widget.Shown{Model: opened, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Click(k, uitest.Find(t, k, model.Help, "link", "overview"))
	uitest.Wanted(t, k, model.Run(action.PanelHelp), model.Do{Action: state.Show{View: overview.View.ID}})

	opened.Help = &model.HelpRequest{Page: help.View("guide"), Number: 3}
	opened.Drawers.Guide = true
	k.Show(&widget.Shown{Model: opened, Size: uitest.Screen, Scale: 1})
	k.Layout()
	uitest.Click(k, uitest.Find(t, k, model.Help, "link", "guide"))
	uitest.Wanted(t, k, model.Run(action.PanelHelp)) // the help is open
}
