package assemble

import (
	"context"
	"fmt"
	"math"

	"memcity/trace"
	"memcity/trace/internal/addresses"
	"memcity/trace/poll"
)

// Name is the number of a name in the caller's dictionary; 0 for none.
type Name = uint32

// Many is the name of a reference that the caller left out because the object has too many names.
const Many Name = math.MaxUint32

// Reference is a reference of an object.
type Reference struct {
	To   uint64 // number of an object
	Name Name   // 0 for an element
	Weak bool   // keeps nothing alive
	Null bool   // refers to nothing, but takes the place of an element
}

// Object is an object of the input.
type Object struct {
	ID         uint64
	Type       Name
	Size       int64 // in bytes, below 2⁶²
	Site       trace.SiteID
	Thread     int32  // that allocated the object; trace.NoThread if unknown
	Birth      uint32 // trace.NoBirth if unknown
	References []Reference
}

// Added is the outcome of [Builder.Add].
type Added struct {
	Duplicate bool // an earlier object has the number, so this one was left out
	Dangling  int  // references to objects that do not exist, which were left out
	Weak      int  // weak references that were left out, because there are too many
}

// Builder builds a heap. Text is set before the first call, and the flags before Place.
type Builder struct {
	// Text returns a name of the caller's dictionary.
	Text func(Name) string
	// Sites is true if objects have a site, Threads if they have a thread, and Births if they have a birth.
	Sites, Threads, Births bool
	// Extra is the size of the caller's own data, in bytes.
	Extra int64

	ctx        context.Context
	ids        []uint64
	index      *addresses.Index
	owners     map[uint64]string // names of the modules and classes whose variables are the references of an object
	types      []*typeInfo       // by order of the first object
	byKey      map[typeKey]*typeInfo
	last       *typeInfo // type of the last object
	references int64

	heap     *trace.Heap
	rows     fileRows
	counts   *trace.RowCounts
	taken    addresses.Set
	owned    []ownedVariables
	row      []slotted // references of one object
	seen     []trace.ObjectID
	reserved int // number of types that the column can hold
}

// New returns a builder for one heap state. Its methods return an error of ctx or of [trace.Admit].
func New(ctx context.Context) *Builder {
	return &Builder{ctx: ctx, owners: map[uint64]string{}, byKey: map[typeKey]*typeInfo{}}
}

// Own makes the named references of an object the variables of a module or class. It must be called before Place, and should be called before
// Count of the object. Only the first call for an object has an effect.
func (b *Builder) Own(id uint64, name string) {
	if _, known := b.owners[id]; !known && name != "" {
		b.owners[id] = name
	}
}

// admitEvery is the number of objects after which more memory is asked for.
const admitEvery = 1 << 18

// Count counts an object in the first pass.
func (b *Builder) Count(o *Object) error {
	if len(b.ids)%admitEvery == 0 {
		if err := b.admit(); err != nil {
			return err
		}
	}
	if len(b.ids) >= math.MaxUint32-1 {
		return fmt.Errorf("the heap has more than %d objects", uint32(math.MaxUint32-1))
	}
	b.ids = append(b.ids, o.ID)
	before := b.references
	t := b.typeOf(o)
	t.count(o.Size)
	owned := len(b.owners) > 0 && b.owners[o.ID] != ""
	for i := range o.References {
		if !o.References[i].Null {
			b.references++
		}
	}
	if !owned {
		t.countNames(o.References)
	}
	if b.references > math.MaxUint32 {
		return fmt.Errorf("the heap has more than %d references", uint32(math.MaxUint32))
	}
	if b.references-before > admitEvery {
		return b.admit()
	}
	return nil
}

// admit asks for the memory of the objects so far.
func (b *Builder) admit() error {
	names := 0
	for _, t := range b.types {
		names += len(t.names)
	}
	n := int64(len(b.ids))
	return trace.Admit(b.ctx, trace.Volume{Objects: n, References: b.references, Classes: int64(len(b.types) + len(b.owners)),
		Bytes: b.Extra + 16*n + 6*b.references + nameBytes*int64(names)})
}

// Place ends the first pass. It numbers the objects by ascending ID and lays out the types.
func (b *Builder) Place() error {
	if err := b.admit(); err != nil {
		return err
	}
	objects := len(b.ids)
	b.index = addresses.NewIndex(b.ids)
	b.ids = nil
	b.heap = &trace.Heap{Align: 1}
	b.layTypes()
	b.makeColumns(objects)
	return b.ctx.Err()
}

// Find returns the object with a number; NoObject if there is none. It must be called after Place.
func (b *Builder) Find(id uint64) trace.ObjectID { return b.index.Find(id) }

// IDs returns the numbers of all objects, ascending. It must be called after Place.
func (b *Builder) IDs() []uint64 { return b.index.Sorted() }

// Heap ends the second pass and returns the heap, without roots, threads and sites. It must be called once.
func (b *Builder) Heap() (*trace.Heap, error) {
	if err := b.placeRows(); err != nil {
		return nil, err
	}
	b.addOwners()
	return b.heap, nil
}

func (b *Builder) poll(step int) error { return poll.At(b.ctx, step) }
