package process

import (
	"slices"
	"strings"
)

// Variable returns the value of a variable in an environment. If the environment contains it several times, the last value counts, as for a
// child process. ok is false if the environment lacks the variable.
func Variable(environment []string, name string) (value string, ok bool) {
	for _, v := range slices.Backward(environment) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value, true
		}
	}
	return "", false
}
