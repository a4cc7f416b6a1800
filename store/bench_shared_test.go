package store

// What the benchmarks of a cluster share with those of a file.
var (
	InTurns     = inTurns
	BenchRename = benchRename
	Sizes       = func(receipt Receipt) (entry, stored []byte, err error) {
		entry, err = receipt.Entries[0].Encode()
		return entry, numbered(1, answer{key: benchRename("a", 0).Key, event: "a", first: 1 << 20, count: 1, body: receipt.Answer}.encode(1)), err
	}
)
