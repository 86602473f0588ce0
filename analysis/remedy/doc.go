// Package remedy knows containers that are known to leak: files say which container has which cause, what to change, and where its
// documentation is. A finding is compared by names alone, so that users can add what they know of their own libraries.
package remedy
