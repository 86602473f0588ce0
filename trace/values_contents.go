package trace

import (
	"context"
	"fmt"
)

// Contents calls visit with the contents of primitive arrays. Calls do not overlap. content has at least limit bytes unless the array is
// shorter, and is valid during the call only. Numbers wider than one byte are big-endian. The given arrays must be ascending; i is an index
// into them. Arrays with missing or blank content are skipped. It reads the input once.
func (v *Values) Contents(ctx context.Context, arrays []ObjectID, limit int, visit func(i int, kind ValueKind, content []byte)) error {
	for i, o := range arrays {
		t, err := v.typeOf(o)
		switch {
		case err != nil:
			return err
		case v.heap.Types[t].Kind != PrimitiveArray:
			return fmt.Errorf("object %d: is not an array of numbers", o)
		case i > 0 && o <= arrays[i-1]:
			return fmt.Errorf("object %d: does not come after object %d", o, arrays[i-1])
		}
	}
	return v.source.Contents(ctx, arrays, max(0, limit), visit)
}
