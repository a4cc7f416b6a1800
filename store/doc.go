// Package store keeps the journals of a kiosk's events, and beside them what
// belongs to the kiosk and to no record: keys, PIN hashes, sessions, settings.
//
// Store is the interface; Bolt keeps everything in one file. What Submit has
// answered is on disk. The states that State gives are the last ones on disk,
// never ahead of it.
package store
