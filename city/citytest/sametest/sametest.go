// Package sametest checks that hand-written comparison functions miss no field.
package sametest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"unsafe"
)

// A walk changes one part of a value at a time.
type walk struct {
	t     *testing.T
	same  func(a, b reflect.Value) bool // of pointers
	parts int
}

// Check changes every part reachable from a value, exported or not, and expects same to detect each change. It also changes pointers, lists
// and maps. It changes their content only if same compares them by value, not by identity. It returns the number of changed parts.
func Check[T any](t *testing.T, same func(a, b *T) bool) (parts int) {
	t.Helper()
	w := walk{t: t, same: func(a, b reflect.Value) bool { return same(a.Interface().(*T), b.Interface().(*T)) }}
	w.part(reflect.TypeFor[T]().Name(), func() (root, at reflect.Value) {
		root = reflect.ValueOf(new(T))
		return root, root.Elem()
	})
	return w.parts
}

// A build makes a new value, and returns a pointer to it and its current part, which is the same part in all values.
type build func() (root, at reflect.Value)

// part changes a part.
func (w *walk) part(path string, fresh build) {
	w.t.Helper()
	_, at := fresh()
	switch at.Kind() {
	case reflect.Struct:
		for i := range at.NumField() {
			w.part(path+"."+at.Type().Field(i).Name, inside(fresh, func(at reflect.Value) reflect.Value {
				f := at.Field(i)
				return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
			}))
		}
	case reflect.Array:
		for i := range at.Len() {
			w.part(fmt.Sprintf("%s[%d]", path, i), inside(fresh, func(at reflect.Value) reflect.Value { return at.Index(i) }))
		}
	case reflect.Pointer:
		w.held(path+".*", fresh, func(at reflect.Value) reflect.Value {
			at.Set(reflect.New(at.Type().Elem()))
			return at.Elem()
		})
	case reflect.Slice:
		w.differs(path+" not nil", fresh, func(at reflect.Value) { at.Set(reflect.MakeSlice(at.Type(), 0, 0)) })
		w.held(path+"[0]", fresh, func(at reflect.Value) reflect.Value {
			at.Set(reflect.MakeSlice(at.Type(), 1, 1))
			return at.Index(0)
		})
	case reflect.Map:
		one := func(at reflect.Value, value reflect.Value) {
			at.Set(reflect.MakeMap(at.Type()))
			at.SetMapIndex(reflect.Zero(at.Type().Key()), value)
		}
		w.differs(path+"[…]", fresh, func(at reflect.Value) { one(at, reflect.Zero(at.Type().Elem())) })
	default:
		w.differs(path, fresh, func(at reflect.Value) { w.change(path, at) })
	}
}

// held changes the content that a part refers to, if same compares it by value.
func (w *walk) held(path string, fresh build, fill func(at reflect.Value) reflect.Value) {
	w.t.Helper()
	w.differs(path, fresh, func(at reflect.Value) { fill(at) })
	full := inside(fresh, fill)
	a, _ := full()
	if b, _ := full(); w.same(a, b) {
		w.part(path, full)
	}
}

// inside returns a build for a part of another build's part.
func inside(fresh build, to func(at reflect.Value) reflect.Value) build {
	return func() (root, at reflect.Value) {
		root, at = fresh()
		return root, to(at)
	}
}

// differs expects same to detect a change in both argument orders.
func (w *walk) differs(path string, fresh build, change func(at reflect.Value)) {
	w.t.Helper()
	w.parts++
	a, _ := fresh()
	b, at := fresh()
	if !w.same(a, b) {
		w.t.Errorf("%s: two equal values differ", path)
	}
	change(at)
	if w.same(a, b) || w.same(b, a) {
		w.t.Errorf("%s: a change is not seen", path)
	}
}

// change sets an elementary part to another value than zero.
func (w *walk) change(path string, at reflect.Value) {
	w.t.Helper()
	switch {
	case at.CanInt():
		at.SetInt(1)
	case at.CanUint():
		at.SetUint(1)
	case at.CanFloat():
		at.SetFloat(1)
	case at.Kind() == reflect.Bool:
		at.SetBool(true)
	case at.Kind() == reflect.String:
		at.SetString("x")
	case at.Type() == reflect.TypeFor[error]():
		at.Set(reflect.ValueOf(errors.New("x")))
	case at.Type() == reflect.TypeFor[any]():
		at.Set(reflect.ValueOf("x"))
	default:
		w.t.Fatalf("%s: no other value of type %v is known", path, at.Type())
	}
}
