// Package settings draws the settings.
package settings
