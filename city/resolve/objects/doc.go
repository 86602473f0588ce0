// Package objects reports on the objects of one heap state: a group of objects, a single object, and the owners of objects.
package objects
