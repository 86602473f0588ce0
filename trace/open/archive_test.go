package open

import (
	"testing"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// TestOtherMembersAreNotKept unpacks a large file that is not a recording, which costs budget but no memory.
func TestOtherMembersAreNotKept(t *testing.T) {
	const size = 8 << 20
	for name, archive := range map[string][]byte{
		"x.zip": zipOf(t, member{"core", make([]byte, size)}), "x.tar": tarOf(t, member{"core", make([]byte, size)}),
	} {
		b := newBudget()
		head, err := input.Head(trace.MemoryFile(name, archive))
		if err != nil {
			t.Fatal(err)
		}
		members, err := packing(head)(t.Context(), trace.MemoryFile(name, archive), b)
		if err != nil || len(members) != 1 || members[0].Size != input.HeadSize || b.bytes != size {
			t.Errorf("%s: %d members, %d bytes of the budget, error %v", name, len(members), b.bytes, err)
		}
	}
}
