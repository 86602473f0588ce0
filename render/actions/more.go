package actions

import (
	"cmp"

	"memcity/render/action"
	"memcity/render/ui/model"
)

func recordings() Table {
	ours := func(c *Context) string {
		return why(c.Live == nil || !c.Live.Ours || c.Live.Ended(), "Nothing is being recorded here")
	}
	busy := func(c *Context) string {
		return why(c.Live != nil && c.Live.Busy != "", "Wait for the last request: "+busyText(c.Live))
	}
	free := func(c *Context) string { return cmp.Or(ours(c), busy(c)) }
	live := func(c *Context) string { return why(c.Live == nil, "Nothing is being recorded") }
	return Table{
		{ID: action.RecordDialog, Words: Words{Title: "Record a program…", Name: "Record…", Hint: "Record a program while it runs"}, Keys: action.Keys("Ctrl+R"),
			Menus: []Menu{OpenMenu}, On: func(c *Context) bool { return c.Record != nil },
			Why: func(c *Context) string { return why(!c.CanRecord, "Programs cannot be recorded here") }},
		{ID: action.RecordCancel, Words: Words{Title: "Cancel the start", Name: "Cancel", Hint: "Cancel the start of the recording"}, Unlisted: true},
		{ID: action.RecordFile, Words: Words{Title: "Choose the file of the recording", Hint: "Choose where to save the recording"}, Unlisted: true},
		{ID: action.RecordPoint, Words: Words{Title: "Point now", Hint: "Take a GC point now, without waiting for a garbage collection", Icon: "pin"}, Why: free},
		{ID: action.RecordStop, Words: Words{Title: "Stop recording", Name: "Stop", Hint: "End the recording; the file is kept and the city stays", Icon: "stop"}, Why: free},
		{ID: action.RecordSave, Words: Words{Title: "Save the recording so far…", Name: "Save as…", Hint: "Save the recording up to now", Icon: "save"},
			Why: func(c *Context) string { return cmp.Or(live(c), busy(c)) }},
		{ID: action.RecordCancelSave, Words: Words{Title: "Stop saving", Hint: "Cancel saving and delete the unfinished file", Icon: "close"},
			Why: func(c *Context) string { return why(c.Live == nil || c.Live.Saving == "", "Nothing is being saved") }},
		{ID: action.RecordShow, Words: Words{Title: "Show the running recording", Hint: "Open the recording that this window makes"}, Why: ours},
		{ID: action.RecordDismiss, Words: Words{Title: "Close the bar of the recording", Name: "Close", Hint: "Close this bar; the city stays", Icon: "close"},
			Why: live},
		{ID: action.RecordOutput, Words: Words{Title: "Output", Hint: "Show the output of the program", Icon: "output"},
			On: func(c *Context) bool { return c.Live != nil && c.Live.OutputOpen }, Why: live},
	}
}

func busyText(l *model.Live) string {
	if l == nil {
		return ""
	}
	return l.Busy
}

func stories() Table {
	// The model has the story only while its card is open. The window handles an empty story.
	scene := func(c *Context) string { return why(c.Story != nil && c.Story.At < 0, "No scene is shown") }
	scenes := func(c *Context) string {
		return why(c.Story != nil && len(c.Story.Scenes) == 0, "The story has no scenes yet")
	}
	return Table{
		{ID: action.StoryAdd, Words: Words{Title: "Add this view", Hint: "Add the view as a scene, after the current one"}, Menus: []Menu{StoryMenu}, Why: closed},
		{ID: action.StoryReplace, Words: Words{Title: "Replace the scene by this view", Hint: "Replace the current scene by this view"}, Menus: []Menu{StoryMenu},
			Why: func(c *Context) string { return cmp.Or(closed(c), scene(c)) }},
		{ID: action.StoryEarlier, Words: Words{Title: "Move it before", Hint: "Move the scene one step earlier"}, Menus: []Menu{StoryMenu}, Unlisted: true,
			Why: func(c *Context) string { return why(c.Story != nil && c.Story.At <= 0, "It is the first one") }},
		{ID: action.StoryLater, Words: Words{Title: "Move it after", Hint: "Move the scene one step later"}, Menus: []Menu{StoryMenu}, Unlisted: true,
			Why: func(c *Context) string {
				return why(c.Story != nil && (c.Story.At < 0 || c.Story.At >= len(c.Story.Scenes)-1), "It is the last one")
			}},
		{ID: action.StoryRemove, Words: Words{Title: "Remove the scene", Hint: "Remove the current scene"}, Menus: []Menu{StoryMenu}, Why: scene},
		{ID: action.StorySave, Words: Words{Title: "Save this view…", Name: "Save…", Hint: "Save the view or story as a file"}, Keys: action.Keys("Ctrl+S"),
			Menus: []Menu{ViewMenu, StoryMenu}, Why: func(c *Context) string {
				return cmp.Or(closed(c), why(c.Story != nil && c.Story.File != "" && !c.Story.Unsaved, "Nothing has changed since it was saved"))
			}},
		{ID: action.StorySaveAs, Words: Words{Title: "Save story as…", Name: "Save as…", Hint: "Save the story as another file"}, Menus: []Menu{StoryMenu}, Why: closed},
		{ID: action.StoryCard, Words: Words{Title: "Story of views", Hint: "Open or close the card of the story; the story is kept"}, Keys: action.Keys("Ctrl+B"),
			Menus: []Menu{ViewMenu}, On: func(c *Context) bool { return c.Story != nil }},
		{ID: action.StoryPrevious, Words: Words{Title: "Previous scene", Hint: "Go to the previous scene of the story", Icon: "previous"}, Keys: action.Keys("PageUp"),
			Why: func(c *Context) string { return why(c.Story != nil && c.Story.At <= 0, "There is no scene before") }},
		{ID: action.StoryPlay, Words: Words{Title: "Play the story", Hint: "Show the scenes one after the other", Icon: "play"},
			Lit: Words{Title: "Pause the story", Icon: "pause"}, Keys: action.Keys("Ctrl+P"),
			On: func(c *Context) bool { return c.Story != nil && c.Story.Playing }, Why: scenes},
		{ID: action.StoryNext, Words: Words{Title: "Next scene", Hint: "Go to the next scene of the story", Icon: "next"}, Keys: action.Keys("PageDown"),
			Why: func(c *Context) string {
				return why(c.Story != nil && c.Story.At >= len(c.Story.Scenes)-1, "There is no scene after")
			}},
	}
}

func windows() Table {
	return Table{
		{ID: action.WindowLarger, Words: Words{Title: "Larger panels", Hint: "Make panels and labels larger"}, Keys: action.Keys("Ctrl++ Ctrl+=")},
		{ID: action.WindowSmaller, Words: Words{Title: "Smaller panels", Hint: "Make panels and labels smaller"}, Keys: action.Keys("Ctrl+-")},
		{ID: action.WindowNormalSize, Words: Words{Title: "Panels of normal size", Hint: "Reset the size of panels and labels"}, Keys: action.Keys("Ctrl+0")},
		{ID: action.WindowPresenter, Words: Words{Title: "Presenter mode", Hint: "Enlarge the labels for an audience"}, On: func(c *Context) bool { return c.Presenter }},
		{ID: action.WindowFullScreen, Words: Words{Title: "Full screen", Hint: "Switch between full screen and window"}, Keys: action.Keys("F11"),
			Scope: Anywhere, Once: true},
		{ID: action.WindowClose, Words: Words{Title: "Quit", Hint: "Close the window"}, Keys: action.Keys("Ctrl+Q Ctrl+W")},
		{ID: action.WindowCloseNow, Words: Words{Title: "Quit and end the recording", Hint: "End the recording and close the window"}, Unlisted: true,
			Why: func(c *Context) string { return why(!c.Closing, "Quit first") }},
		{ID: action.WindowStay, Words: Words{Title: "Stay", Hint: "Keep the window open"}, Unlisted: true,
			Why: func(c *Context) string { return why(!c.Closing, "The window is not closing") }},
	}
}

func works() Table {
	unasked := func(c *Context) string { return why(c.Steer == nil, "No other program asks for permission") }
	return Table{
		{ID: action.WorkCancel, Words: Words{Title: "Cancel the work in progress", Name: "Cancel", Hint: "Cancel the work in progress", Icon: "close"},
			Why: func(c *Context) string { return why(c.Progress == nil && !c.Results.Busy, "Nothing is in progress") }},
		{ID: action.WorkRetry, Words: Words{Title: "Compute the view again", Name: "Try again", Hint: "Repeat a query that was canceled or failed"}, Why: closed},
		{ID: action.ProblemsDismiss, Words: Words{Title: "Dismiss warnings and errors", Hint: "Hide the warnings and errors"},
			Why: func(c *Context) string { return why(len(c.Problems) == 0, "There are no warnings or errors") }},
		{ID: action.GuideRefresh, Words: Words{Title: "Update the guide", Hint: "Search all GC points so far"},
			Why: func(c *Context) string { return why(!c.GuideOld, "The guide covers all GC points") }},
		{ID: action.GuideDecline, Words: Words{Title: "Decline the guide", Hint: "Do not offer the guide again"}, Unlisted: true},
		{ID: action.SteerAllow, Words: Words{Title: "Allow", Hint: "Let the program show things in this window"}, Unlisted: true, Why: unasked},
		{ID: action.SteerRefuse, Words: Words{Title: "Do not allow", Hint: "Change nothing"}, Unlisted: true, Why: unasked},
	}
}
