package action

import "memcity/city/state"

// ID identifies an action, in scripts too. It never changes.
type ID string

// View returns the ID of the action that shows a view.
func View(v state.View) ID { return ID("view." + v.String()) }

// Actions on time, history and changes.
const (
	TimePrevious ID = "time.previous"
	TimeNext     ID = "time.next"
	TimeFirst    ID = "time.first"
	TimeLast     ID = "time.last"
	TimePlay     ID = "time.play"

	GoBack    ID = "go.back"
	GoForward ID = "go.forward"
	GoUp      ID = "go.up"
	GoEscape  ID = "go.escape"

	EditUndo ID = "edit.undo"
	EditRedo ID = "edit.redo"
)

// Actions on the city and its camera.
const (
	CityIsolate     ID = "city.isolate"
	CityRemove      ID = "city.remove"
	CityFates       ID = "city.fates"
	CityBaseline    ID = "city.baseline"
	CityStoreys     ID = "city.storeys"
	CityStaleness   ID = "city.staleness"
	CityRoutes      ID = "city.routes"
	CityNextFinding ID = "city.next-finding"

	CameraHome      ID = "camera.home"
	CameraBirdsEye  ID = "camera.birdseye"
	CameraFront     ID = "camera.front"
	CameraRight     ID = "camera.right"
	CameraBack      ID = "camera.back"
	CameraLeft      ID = "camera.left"
	CameraFocus     ID = "camera.focus"
	CameraSelection ID = "camera.selection"
)

// Actions that open and close panels.
const (
	PanelHelp      ID = "panel.help"
	PanelKeys      ID = "panel.keys"
	PanelSearch    ID = "panel.search"
	PanelSettings  ID = "panel.settings"
	PanelInspector ID = "panel.inspector"
	PanelGuide     ID = "panel.guide"
	PanelGrouping  ID = "panel.grouping"
	PanelRules     ID = "panel.rules"
	PanelBudgets   ID = "panel.budgets"
	PanelLegend    ID = "panel.legend"

	MenuOpen     ID = "menu.open"
	DialogAccept ID = "dialog.accept"
)

// Actions on files, recordings, stories and pictures.
const (
	FileOpen    ID = "file.open"
	FileCompare ID = "file.compare"
	FileRules   ID = "file.rules"
	LinkCopy    ID = "link.copy"

	StoryCard     ID = "story.card"
	StoryPlay     ID = "story.play"
	StoryPrevious ID = "story.previous"
	StoryNext     ID = "story.next"
	StoryAdd      ID = "story.add"
	StoryReplace  ID = "story.replace"
	StoryRemove   ID = "story.remove"
	StoryEarlier  ID = "story.earlier"
	StoryLater    ID = "story.later"
	StorySave     ID = "story.save"
	StorySaveAs   ID = "story.save-as"

	PictureDialog ID = "picture.dialog"
	PictureSave   ID = "picture.save"
	PictureCopy   ID = "picture.copy"

	RecordDialog     ID = "record.dialog"
	RecordCancel     ID = "record.cancel"
	RecordFile       ID = "record.file"
	RecordPoint      ID = "record.point"
	RecordStop       ID = "record.stop"
	RecordSave       ID = "record.save"
	RecordCancelSave ID = "record.cancel-save"
	RecordShow       ID = "record.show"
	RecordDismiss    ID = "record.dismiss"
	RecordOutput     ID = "record.output"
)

// Actions on the window and its work.
const (
	WindowLarger     ID = "window.larger"
	WindowSmaller    ID = "window.smaller"
	WindowNormalSize ID = "window.normal-size"
	WindowPresenter  ID = "window.presenter"
	WindowTheme      ID = "window.theme"
	WindowColorBlind ID = "window.color-blind"
	WindowFullScreen ID = "window.full-screen"
	WindowClose      ID = "window.close"
	WindowCloseNow   ID = "window.close-now"
	WindowStay       ID = "window.stay"

	WorkCancel      ID = "work.cancel"
	WorkRetry       ID = "work.retry"
	ProblemsDismiss ID = "problems.dismiss"
	GuideRefresh    ID = "guide.refresh"
	GuideDecline    ID = "guide.decline"
	SteerAllow      ID = "steer.allow"
	SteerRefuse     ID = "steer.refuse"
)
