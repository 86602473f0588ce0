// Package actions lists the actions of the window. Keys, menus, buttons, tooltips, the search, scripts and the page of keys in the
// manual all read this list.
package actions
