package recording

import "os"

// pointSignal is empty: there are no such signals.
var pointSignal []os.Signal
