// Package action names the actions of the window and the keys that run them.
package action
