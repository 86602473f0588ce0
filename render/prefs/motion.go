package prefs

import "sync"

// systemReducedMotion reports whether the user has switched off animations in the settings of the system, as far as that
// can be known without starting another program: on Windows, and where GTK or KDE keep it in a file. It is read once.
var systemReducedMotion = sync.OnceValue(readReducedMotion)
