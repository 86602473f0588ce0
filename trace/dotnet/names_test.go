package dotnet

import "testing"

func TestTypeNames(t *testing.T) {
	for clr, want := range map[string]string{
		"System.String": "System.String", "System.Byte[]": "System.Byte[]", "System.String[,]": "System.String[,]", "App.Order[][]": "App.Order[][]",
		"System.Collections.Generic.Dictionary`2[System.Int32,App.Order]":                 "System.Collections.Generic.Dictionary<int, App.Order>",
		"Entry[System.String,System.Object][]":                                            "Entry<string, object>[]",
		"System.Func`2[System.Byte[],System.Collections.Generic.List`1[System.Int64[,]]]": "System.Func<byte[], System.Collections.Generic.List<long[,]>>",
		"<>c": "<>c", "<>c__DisplayClass1_0`1[App.A]": "<>c__DisplayClass1_0<App.A>", "A[": "A[", "A]": "A]", "": "", "A[B": "A[B",
	} {
		if got := typeName(clr); got != want {
			t.Errorf("%q is %q, want %q", clr, got, want)
		}
	}
	for graph, want := range map[string]string{
		"System.Collections.Generic.Dictionary<System.Int32,App.Order>": "System.Collections.Generic.Dictionary[System.Int32,App.Order]",
		"Entry<System.Int32,App.Order>[]":                               "Entry[System.Int32,App.Order][]", "[]c": "<>c", "<Main>d__0": "<Main>d__0", "System.String<,>": "System.String[,]",
	} {
		if got := graphName(graph); got != want {
			t.Errorf("%q is %q, want %q", graph, got, want)
		}
	}
	for name, want := range map[string]string{
		"System.Collections.Generic.Dictionary<int, System.Func<int, int>>": "System.Collections.Generic.Dictionary<,>", "System:Entry<App.A, int>[]": "System:Entry<,>[]",
		"App.Cache<int>": "", "System.String": "", "<>c": "", "System.A<": "System.A<",
	} {
		if got := definition(name); got != want {
			t.Errorf("the definition of %q is %q, want %q", name, got, want)
		}
	}
	if got := fieldName("<Items>k__BackingField"); got != "Items" {
		t.Error(got)
	}
}
