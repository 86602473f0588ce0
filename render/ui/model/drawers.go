package model

// Drawers are the side panels: the settings on the left, and the inspector or the guide on the right. The user sets their widths. The guide
// covers the inspector unless that is in front. If both sides do not fit beside the city, only Front is visible. If none fits, it covers the
// whole area between the bars.
type Drawers struct {
	SettingsWidth, InspectorWidth, GuideWidth float64 // in dp; 0 for the default
	Guide                                     bool    // the guide is open
	InspectorHidden                           bool    // hidden by the user although something is selected
	Front                                     ID      // SettingsP or Inspector; "" means SettingsP
}
