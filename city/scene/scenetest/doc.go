// Package scenetest makes plans for the tests of packages that import scene.
package scenetest
