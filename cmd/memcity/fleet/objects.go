package fleet

import (
	"iter"
	"slices"

	"memcity/analysis/closure/dominators"
	"memcity/fleet/table"
	"memcity/trace"
	"memcity/trace/poll"
)

// objects adds the objects and references of the last heap state.
func (r *rows) objects() error {
	last := len(r.o.Recording.Points) - 1
	h, d, err := r.o.Dominators(r.call.Ctx, last, r.call.Progress())
	if err != nil {
		return err
	}
	r.out.Objects, r.out.References = r.eachObject(h, d), r.eachReference(h)
	return nil
}

// eachObject yields the row of each object.
func (r *rows) eachObject(h *trace.Heap, d *dominators.Table) iter.Seq2[table.Object, error] {
	return func(yield func(table.Object, error) bool) {
		var rooted []trace.ObjectID // ascending, like the rows
		for i := range h.Roots {
			rooted = append(rooted, h.Roots[i].Object)
		}
		slices.Sort(rooted)
		sites := make([]string, len(h.Sites))
		for i := range sites {
			sites[i] = h.Sites[i].Frames[0].Name()
		}
		for o := range trace.ObjectID(h.Len()) {
			if err := poll.At(r.call.Ctx, uint32(o)); err != nil {
				yield(table.Object{}, err)
				return
			}
			for len(rooted) > 0 && rooted[0] < o {
				rooted = rooted[1:]
			}
			kind, retained := &h.Types[h.TypeOf.At(o)], d.Retained(o)
			row := table.Object{ID: r.id, Object: int64(o), Type: kind.Name, Bytes: h.Size(o), Root: len(rooted) > 0 && rooted[0] == o, Objects: retained.Objects, Retained: retained.Bytes}
			if kind.Kind != trace.Instance && kind.Kind != trace.ClassObject {
				row.Length = pointer(int64(h.Extent.At(o)))
			}
			if h.SiteOf != nil && h.SiteOf[o] != trace.NoSite {
				row.Site = &sites[h.SiteOf[o]]
			}
			if h.BirthOf != nil && h.BirthOf[o] != trace.NoBirth {
				row.BirthGC = pointer(int64(h.BirthOf[o]))
			}
			if by := d.Of(o); by != trace.NoObject {
				row.Dominator = pointer(int64(by))
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// eachReference yields the row of each reference.
func (r *rows) eachReference(h *trace.Heap) iter.Seq2[table.Reference, error] {
	return func(yield func(table.Reference, error) bool) {
		steps := poll.Count(r.call.Ctx)
		for o := range trace.ObjectID(h.Len()) {
			for i, to := range h.References(o) {
				if err := steps.Add(1); err != nil {
					yield(table.Reference{}, err)
					return
				}
				if !yield(table.Reference{ID: r.id, From: int64(o), To: int64(to), Field: h.FieldAt(o, i)}, nil) {
					return
				}
			}
		}
	}
}

func pointer[T any](v T) *T { return &v }
