package ui

import (
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
)

// TestSteerPrompt: the prompt captures all keys and focuses the refusing button, so that keys typed for another purpose allow nothing.
func TestSteerPrompt(t *testing.T) {
	for key, want := range map[string]model.Event{model.KeyReturn: model.Run(action.SteerRefuse), model.KeyEscape: model.Run(action.SteerRefuse)} {
		m := uitest.Sample()
		m.Steer = &model.Steer{Name: "agent", Command: "memcity --view graph -- demo:chat"}
		k := coreOf(t, m, sizes[0], 1)
		k.Layout()
		k.Take(model.Key{Name: key})
		k.Layout()
		uitest.Wanted(t, k, want)
	}
	for text, want := range map[string]model.Event{"Allow": model.Run(action.SteerAllow), "Deny": model.Run(action.SteerRefuse)} {
		m := uitest.Sample()
		m.Steer = &model.Steer{Name: "agent", Command: "memcity --view graph -- demo:chat"}
		k := coreOf(t, m, sizes[0], 1)
		k.Layout()
		uitest.Find(t, k, model.SteerP, "text", "agent wants to control this window")
		uitest.Click(k, uitest.Find(t, k, model.SteerP, "button", text))
		uitest.Wanted(t, k, want)
	}
}
