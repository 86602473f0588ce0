package trace

import (
	"context"
	"fmt"
)

// Contents calls visit, one call at a time, with the contents of primitive arrays, of which at least limit bytes if there are
// so many: numbers of more than one byte are big-endian. Content is valid during the call only. Arrays ascend; i is an index
// into arrays. Those whose content is missing or blank are left out. It reads the input once.
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
