package group

import "testing"

// TestPackagesOfJavaScript checks the packages of types that no file defines.
func TestPackagesOfJavaScript(t *testing.T) {
	for name, want := range map[string]string{
		"src/cart.js:Item": "src/cart.js", "js:Map": "js", "node:internal/url:URL": "node:internal/url", "{id, name}": PlainObjects,
		"(string)": Internals, "<div>": Elements, "Detached <div>": Elements, "Detached (Text)": Elements, "Item": DefaultPackage, "Detached": DefaultPackage,
	} {
		if pkg := packageOf(name); pkg != want {
			t.Errorf("the package of %s is %s, want %s", name, pkg, want)
		}
	}
}
