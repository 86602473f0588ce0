// Package guide draws the guide: findings, evidence, and the steps to the reference to clear.
package guide
