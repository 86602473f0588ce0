// Package android finds memory that an Android program no longer needs: destroyed activities and fragments, and bitmaps with equal pixels.
package android
