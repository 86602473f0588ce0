package exchange

import (
	"testing"

	"memcity/city/citytest/sametest"
)

// Same detects a change of any field.
func TestSameLiveSeesEveryField(t *testing.T) {
	sametest.Check(t, func(a, b *Live) bool { return a.Same(*b) })
}
