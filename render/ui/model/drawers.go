package model

// Drawers are the panels at the sides: the settings at the left, the inspector or the guide at the right. The user chooses
// how wide they are. The guide lies in the place of the inspector unless that is at the front. Where there is no room for
// both next to the city only Front is shown, and where there is none for one it lies over the whole body of the window.
type Drawers struct {
	SettingsWidth, InspectorWidth, GuideWidth float64 // dp; 0 for the usual width
	Guide                                     bool    // it is open
	InspectorHidden                           bool    // though something is selected
	Front                                     ID      // SettingsP or Inspector; "" means SettingsP
}
