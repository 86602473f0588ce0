package javaname_test

import (
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/javaname"
)

func TestKind(t *testing.T) {
	for raw, want := range map[string]trace.TypeKind{
		"[[I": trace.ObjectArray, "[Ljava/lang/String;": trace.ObjectArray, "[I": trace.PrimitiveArray, "[": trace.PrimitiveArray,
		"java/lang/Class": trace.ClassObject, "java.lang.Class": trace.ClassObject, "java/lang/String": trace.Instance, "": trace.Instance,
		"L": trace.Instance,
	} {
		if got := javaname.Kind(raw); got != want {
			t.Errorf("%q is of kind %v, want %v", raw, got, want)
		}
	}
}

func TestIsPrimitive(t *testing.T) {
	for _, name := range strings.Fields("boolean char float double byte short int long") {
		if !javaname.IsPrimitive(name) || javaname.IsPrimitive(name+"[]") {
			t.Errorf("%s is no primitive type, or its arrays are", name)
		}
	}
	if javaname.IsPrimitive("") || javaname.IsPrimitive("I") || javaname.IsPrimitive("java.lang.Integer") {
		t.Error("what has no primitive name is a primitive type")
	}
}

// TestEndsOfNames checks addresses at the very start of a name, names of one character, and the largest number of dimensions in Java.
func TestEndsOfNames(t *testing.T) {
	for raw, want := range map[string]string{
		"+0x1": "/0x1", ".0x1": "/0x1", "/0x1": "/0x1", "/0x1/2": "/0x1", "+0x1/2": "/0x1", "a/0x1/2b": "a/0x1.2b", "a.b/0x1": "a.b",
		"a/0x12/": "a/0x12.", "12/0x34": "12", "a/7": "a", "a/0xg": "a/0xg", "/7": ".7", "[La/B": "La.B[]", "[a/B;": "a.B;[]", "[V": "V[]", "[LB;": "B[]",
		strings.Repeat("[", 255) + "I": "int" + strings.Repeat("[]", 255), strings.Repeat("[", 256) + "I": strings.Repeat("[", 256) + "I",
	} {
		if got := javaname.Of(raw); got != want {
			t.Errorf("name of %.40q is %.40q, want %.40q", raw, got, want)
		}
	}
}
