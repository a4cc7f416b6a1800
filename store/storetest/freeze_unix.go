//go:build unix

package storetest

import (
	"os"
	"syscall"
)

// Freeze stops a server in its tracks; Thaw lets it go on.
func (c *Cluster) Freeze(i int) { c.signal(i, syscall.SIGSTOP) }

// Thaw lets a frozen server go on.
func (c *Cluster) Thaw(i int) { c.signal(i, syscall.SIGCONT) }

func (c *Cluster) signal(i int, signal os.Signal) {
	c.t.Helper()
	if err := c.servers[i].command.Process.Signal(signal); err != nil {
		c.t.Fatal(err)
	}
}
