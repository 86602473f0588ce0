package process

import "testing"

func TestVariable(t *testing.T) {
	environment := []string{"A=1", "AB=2", "A=3", "C="}
	for name, want := range map[string]string{"A": "3", "AB": "2", "C": ""} {
		if got, ok := Variable(environment, name); !ok || got != want {
			t.Errorf("%s: %q, %t", name, got, ok)
		}
	}
	if got, ok := Variable(environment, "B"); ok {
		t.Errorf("B: %q", got)
	}
}
