package recording

import "os"

// pointSignal is empty, since Windows lacks this signal.
var pointSignal []os.Signal
