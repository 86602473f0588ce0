package scene

import (
	"reflect"
	"testing"
)

// TestSettingsAreComparedWhole changes each setting alone, so that none is forgotten.
func TestSettingsAreComparedWhole(t *testing.T) {
	start := DefaultSettings()
	if !start.Same(DefaultSettings()) {
		t.Fatal("the same settings differ")
	}
	eachField(reflect.ValueOf(&start).Elem(), func(name string) {
		if start.Same(DefaultSettings()) {
			t.Errorf("another %s makes no difference", name)
		}
	})
	if !start.Same(DefaultSettings()) {
		t.Fatal("the settings did not come back")
	}
}

// eachField calls try with each field of a value changed alone.
func eachField(v reflect.Value, try func(name string)) {
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		if f.Kind() == reflect.Struct {
			eachField(f, func(inner string) { try(name + "." + inner) })
			continue
		}
		old := reflect.ValueOf(f.Interface())
		switch f.Kind() {
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Float64:
			f.SetFloat(f.Float() + 1)
		case reflect.Int:
			f.SetInt(f.Int() + 1)
		case reflect.Uint8:
			f.SetUint(f.Uint() + 1)
		case reflect.Slice:
			f.Set(reflect.Append(reflect.MakeSlice(f.Type(), 0, 1), reflect.ValueOf("other")))
		default:
			panic("a setting of a kind that is not known here: " + name)
		}
		try(name)
		f.Set(old)
	}
}
