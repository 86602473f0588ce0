package exchange

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// A change of any field is one to report.
func TestSameLiveSeesEveryField(t *testing.T) {
	sametest.Check(t, func(a, b *Live) bool { return a.Same(*b) })
}
