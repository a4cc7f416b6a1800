package forecast

import "time"

// Figures are those that were measured on two cores of a virtual machine with a
// disk that syncs in about a millisecond, three servers of etcd and the
// kiosks all on it. SCALE.md says which command gave which; a laptop is
// quicker than that, and a network slower than a loopback.
var Figures = Measured{
	Request:      260 * time.Microsecond,
	View:         450 * time.Microsecond,
	Sync:         1130 * time.Microsecond,
	Swap:         4 * time.Millisecond,
	SwapReport:   60 * time.Microsecond,
	Batch:        60,
	Watch:        5 * time.Millisecond,
	EntryBytes:   1400,
	ClusterBytes: 2600,
	HandBytes:    1200,
	StreamBytes:  67 << 10,
	PushBytes:    2200,
}
