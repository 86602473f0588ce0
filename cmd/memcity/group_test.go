package main

import (
	"strings"
	"testing"

	"memcity/assets"
)

// TestGroupView: for the products that two caches share, the group view shows what keeps them alive. It leads to one product, along its
// fields, and back.
func TestGroupView(t *testing.T) {
	twoCaches := []string{assets.DemoPrefix + "two-caches"}
	out := mustRun(t, twoCaches, strings.Split(`size 1280x720
click "Heap#com.example.shop#Product"
key Ctrl+3
wait
expect panels.id group
expect not panels.id inspector
expect items.value "static field IdCache.idCache and static field NameCache.nameCache together keep all of it alive; no single owner keeps any of it. No smaller set keeps that much alive."
expect items.value "shared: freed only without both 100 %"
expect items.text "References lead from them to 938 kB more: 31,249 objects."
expect items.text "Others also keep 563 kB of that alive."
click "Product 0xfe0a2860"
wait
expect items.value "java.lang.String ""article-000000000000000000000039"""
expect items.value "this object"
click "name"
wait
expect items.text "2 of 2"
expect items.text "byte[]"
key Backspace
wait
expect items.text "1 of 2"
key Tab
key Escape
key Escape
wait
expect items.text "Size"
expect selection "Heap#com.example.shop#Product"
click "Product 0xfe0a2860"
wait
click "name"
wait
click "Select its group"
wait
expect selection "Heap#java.lang#String"
expect items.text "Size"
key Alt+Left
wait
expect selection "Heap#com.example.shop#Product"
click "Copy as text"
clipboard -`, "\n")...)
	for _, want := range []string{"Product\nType in Heap → com.example.shop\n",
		"GC roots: static field IdCache.idCache and static field NameCache.nameCache together",
		"  static field com.example.shop.IdCache.idCache: alone 0 %, reaches 100 %\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not copied:\n%s", want, out)
		}
	}
}

// TestGroupViewOwners: owners that are groups link to the group with the same objects in the window.
func TestGroupViewOwners(t *testing.T) {
	mustRun(t, []string{assets.DemoPrefix + "two-caches"}, strings.Split(`size 1920x1080
click "Heap#com.example.shop#Product"
key Ctrl+3
wait
click "HashMap$Node[]"
wait
expect selection "Heap#java.util#HashMap$Node[]"
click "group: by type"
click "Package, type"
wait
expect items.text "by package, type"
key Escape
wait
expect items.text "Select a group to inspect it"
click "group: Search"
type Product
key Enter
wait
expect items.text "Size"`, "\n")...)
}
