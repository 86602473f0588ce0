// Package seq implements lists that compare with ==, so that values containing lists are comparable as well.
//
// Two lists of the same items are the same pointer. They are interned with package unique, one node per item, and garbage collected when
// unused. So == costs as much as comparing two pointers, for any length. Making a list costs a look-up per item (about 100 ns). Use them
// for short lists that are made rarely and compared often: chains of classifiers, keys of groups, steps of an exploration.
package seq

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"unique"
)

// Seq is an immutable list. Lists with the same items in the same order are equal with ==. The zero Seq is the only empty list.
type Seq[T comparable] struct {
	head unique.Handle[node[T]]
}

// A node is an item and the rest of the list.
type node[T comparable] struct {
	item T
	rest Seq[T]
	size int
}

// Of returns the list of items. It does not keep the slice.
func Of[T comparable](items ...T) Seq[T] {
	var s Seq[T]
	for i := len(items) - 1; i >= 0; i-- {
		s = Seq[T]{unique.Make(node[T]{items[i], s, len(items) - i})}
	}
	return s
}

// Empty reports whether s has no items.
func (s Seq[T]) Empty() bool { return s == Seq[T]{} }

// Len returns the number of items.
func (s Seq[T]) Len() int {
	if s.Empty() {
		return 0
	}
	return s.head.Value().size
}

// At returns item i, 0-based. It panics if there is none. The cost is linear in i.
func (s Seq[T]) At(i int) T {
	if i < 0 || i >= s.Len() {
		panic(fmt.Sprintf("seq: item %d of %d", i, s.Len()))
	}
	for ; i > 0; i-- {
		s = s.head.Value().rest
	}
	return s.head.Value().item
}

// All returns an iterator over the items with their indices, like slices.All. It does not allocate.
func (s Seq[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := 0; !s.Empty(); i++ {
			n := s.head.Value()
			if !yield(i, n.item) {
				return
			}
			s = n.rest
		}
	}
}

// Slice returns the items as a new slice, which is never nil.
func (s Seq[T]) Slice() []T {
	out := make([]T, 0, s.Len())
	for _, item := range s.All() {
		out = append(out, item)
	}
	return out
}

// Is reports whether s has the items of a slice. Unlike comparing with Of(items...), it does not make a list.
func (s Seq[T]) Is(items []T) bool {
	if s.Len() != len(items) {
		return false
	}
	for i, item := range s.All() {
		if item != items[i] {
			return false
		}
	}
	return true
}

// A Keeper makes lists from slices that rarely change. It returns the last list while the items are the same.
type Keeper[T comparable] struct{ last Seq[T] }

// Of returns the list of items.
func (k *Keeper[T]) Of(items []T) Seq[T] {
	if !k.last.Is(items) {
		k.last = Of(items...)
	}
	return k.last
}

// With returns s followed by items.
func (s Seq[T]) With(items ...T) Seq[T] { return Of(append(s.Slice(), items...)...) }

// Has reports whether an item is in s.
func (s Seq[T]) Has(item T) bool {
	for _, i := range s.All() {
		if i == item {
			return true
		}
	}
	return false
}

// Join is strings.Join for lists.
func Join(s Seq[string], separator string) string { return strings.Join(s.Slice(), separator) }

// MarshalJSON returns s as a JSON array, [] if it is empty.
func (s Seq[T]) MarshalJSON() ([]byte, error) { return json.Marshal(s.Slice()) }

// GobEncode returns the items as encoded by package gob. It returns an error if they cannot be encoded.
func (s Seq[T]) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s.Slice())
	return b.Bytes(), err
}

// GobDecode sets s from the result of GobEncode. It returns an error for other data.
func (s *Seq[T]) GobDecode(d []byte) error {
	var items []T
	err := gob.NewDecoder(bytes.NewReader(d)).Decode(&items)
	*s = Of(items...)
	return err
}

// UnmarshalJSON reads an array, or null for no items.
func (s *Seq[T]) UnmarshalJSON(data []byte) error {
	var items []T
	err := json.Unmarshal(data, &items)
	*s = Of(items...)
	return err
}

// String formats s as package fmt formats a slice.
func (s Seq[T]) String() string { return fmt.Sprint(s.Slice()) }

// GoString formats s for test messages.
func (s Seq[T]) GoString() string { return fmt.Sprintf("seq.Of(%#v...)", s.Slice()) }
