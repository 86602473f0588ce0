package tiny

import "testing"

func TestAbove(t *testing.T) {
	if Above(9) || Above(10) || !Above(20) {
		t.Error("wrong")
	}
}

func TestLower(t *testing.T) {
	flag := true
	Lower(&flag)
	if flag {
		t.Error("still up")
	}
}
