// Package storetest checks that a home of the journals keeps what the store
// promises, whatever it is made of, and has what such tests need: an etcd
// cluster on this machine, and lines to it that can be cut.
package storetest
