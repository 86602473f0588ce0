package inputs

import (
	"fmt"
	"io"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/analysis/offheap"
	"memcity/city/memory"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// offHeapInfo describes the memory outside the heap at one GC point.
type offHeapInfo struct {
	At      int               `json:"at,omitempty"`
	Unknown string            `json:"unknown,omitempty"` // reason for missing numbers
	Kinds   []offHeapKindInfo `json:"kinds"`
}

type offHeapKindInfo struct {
	Name string `json:"name"`
	amountInfo
	NotCounted bool `json:"mapped,omitempty"` // files, whose pages the system may drop
}

// readOffHeap adds up the off-heap memory of the live objects at the last GC point with objects.
func readOffHeap(c *cli.Call, r *trace.Recording) (*offHeapInfo, error) {
	at := len(r.Points) - 1
	for at >= 0 && r.Points[at].Load == nil {
		at--
	}
	if at < 0 {
		return &offHeapInfo{Unknown: offheap.LacksValues, Kinds: []offHeapKindInfo{}}, nil
	}
	ctx, end := c.Reading(memory.Tree)
	defer end()
	h, _, err := r.Points[at].Load(ctx, c.Progress())
	if err != nil {
		return nil, err
	}
	out := &offHeapInfo{At: at + 1, Unknown: offheap.Lacks(h), Kinds: []offHeapKindInfo{}}
	if out.Unknown != "" {
		return out, nil
	}
	reachable, err := closure.Reachable(c.Ctx, h)
	if err != nil {
		return nil, err
	}
	found, err := offheap.Read(c.Ctx, h, (&group.Subject{Reachable: reachable}).Alive)
	if err != nil {
		return nil, err
	}
	for k, a := range found.Kinds {
		if kind := offheap.Kind(k); a.Objects > 0 {
			out.Kinds = append(out.Kinds, offHeapKindInfo{kind.String() + "s", amountInfo{a.Objects, a.Bytes, kind.Estimated()},
				kind == offheap.Mapped})
		}
	}
	return out, nil
}

// Table prints the data as rows of a table.
func (o *offHeapInfo) Table(w io.Writer) {
	if o.Unknown != "" {
		fmt.Fprintf(w, "off-heap\tunknown: %s\n", o.Unknown)
		return
	}
	if len(o.Kinds) == 0 {
		fmt.Fprintf(w, "off-heap\tnothing at GC point %d\n", o.At)
	}
	for _, k := range o.Kinds {
		estimated := ""
		if k.Estimated {
			estimated = ", an estimate"
		}
		fmt.Fprintf(w, "off-heap\t%s at GC point %d: %d objects, %d bytes%s\n", k.Name, o.At, k.Objects, k.Bytes, estimated)
	}
}
