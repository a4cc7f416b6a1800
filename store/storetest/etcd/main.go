// Command etcd is a released etcd server, newer than the one of the system's
// packages, for the tests: `make tools` builds it into bin/etcd. It is a module
// of its own, so that nothing of the server is in the kiosk's.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
