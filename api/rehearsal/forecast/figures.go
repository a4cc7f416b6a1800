package forecast

import "time"

// Figures are those that were measured on two cores of a virtual machine with a
// disk that syncs in about a millisecond; phones, kiosks and three servers of
// etcd all ran on it. SCALE.md says which command gave which. A laptop is
// quicker than that, and a network slower than a loopback. SwapWork is not
// measured: it is taken to be less than half of a synced transaction, since etcd
// writes several to its log at once.
var Figures = Measured{
	Request:      290 * time.Microsecond,
	View:         170 * time.Microsecond,
	Sync:         1070 * time.Microsecond,
	Swap:         2500 * time.Microsecond,
	SwapWork:     400 * time.Microsecond,
	SwapReport:   117 * time.Microsecond,
	Batch:        63,
	Watch:        2 * time.Millisecond,
	EntryBytes:   800,
	ClusterBytes: 980,
	HandBytes:    1050,
	StreamBytes:  73 << 10,
	PushBytes:    6200,
}
