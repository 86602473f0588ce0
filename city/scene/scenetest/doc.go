// Package scenetest makes plans for the tests of packages above scene.
package scenetest
