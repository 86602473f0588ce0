package pods_test

import (
	"strings"
	"testing"

	"memcity/trace/pods"
)

// TestCheck checks that inconsistent fleets are rejected.
func TestCheck(t *testing.T) {
	two := []pods.Pod{{Name: "a"}, {Name: "b"}}
	for _, tt := range []struct {
		group pods.Group
		fault string
	}{
		{pods.Group{}, ""},
		{pods.Group{Of: 2, Outliers: []int32{0, 1}, Amounts: []pods.Amount{{Pod: 0}, {Pod: 1}}}, ""},
		{pods.Group{Of: 3, Amounts: []pods.Amount{{Pod: 1}}}, ""},
		{pods.Group{Of: 1, Amounts: []pods.Amount{{Pod: 0}, {Pod: 1}}}, "2 pods of 1"},
		{pods.Group{Of: 2, Outliers: []int32{1}, Amounts: []pods.Amount{{Pod: 0}}}, "outliers of a node"},
		{pods.Group{Of: 2, Outliers: []int32{1, 0}, Amounts: []pods.Amount{{Pod: 0}, {Pod: 1}}}, "in ascending order: 0"},
		{pods.Group{Of: 2, Amounts: []pods.Amount{{Pod: 2}}}, "pod 2; the fleet has 2"},
		{pods.Group{Of: 2, Amounts: []pods.Amount{{Pod: 1}, {Pod: 1}}}, "1 after 1"},
		{pods.Group{Of: 2, Amounts: []pods.Amount{{Pod: 1}, {Pod: 0}}}, "0 after 1"},
	} {
		f := pods.Fleet{Pods: two, Groups: map[int32]pods.Group{0: {}, 3: tt.group}}
		if got := f.Check(); !strings.Contains(got, tt.fault) || (got == "") != (tt.fault == "") {
			t.Errorf("%+v: %q, want %q", tt.group, got, tt.fault)
		}
	}
}

// TestLargest checks the largest objects and bytes, which may be of different pods.
func TestLargest(t *testing.T) {
	g := pods.Group{Amounts: []pods.Amount{{Objects: 5, Bytes: 10}, {Objects: 2, Bytes: 90}, {Objects: 3, Bytes: 80}}}
	if objects, bytes := g.Largest(); objects != 5 || bytes != 90 {
		t.Errorf("%d objects, %d bytes", objects, bytes)
	}
}
