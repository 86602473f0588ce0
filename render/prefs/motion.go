package prefs

import "sync"

// systemReducedMotion reports whether the user has turned animations off in the system settings. It supports Windows, and GTK and KDE if
// they store that in a file, as it starts no program. The setting is read once.
var systemReducedMotion = sync.OnceValue(readReducedMotion)
