// Command kiosk is an on-site referee's assistant and scoring kiosk for
// Guandan, Gouji and Shuangsheng tournaments.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// program is all commands, one file each.
type program struct {
	Serve     serveCommand     `cmd:"" default:"withargs" help:"Run the kiosk (the default). 启动记分台（默认）。"`
	PIN       pinCommand       `cmd:"" name:"pin" help:"Make a new PIN for the organiser. 重设组织者的 PIN。"`
	Print     printCommand     `cmd:"" help:"Make a document as PDF. 打印文件（PDF）。"`
	Backup    backupCommand    `cmd:"" help:"Copy everything, checked. 备份。"`
	Restore   restoreCommand   `cmd:"" help:"Put a backup in place. 恢复备份。"`
	Verify    verifyCommand    `cmd:"" help:"Check the record to its last entry. 核对记录。"`
	Export    exportCommand    `cmd:"" help:"Write an event as a file. 导出赛事。"`
	Import    importCommand    `cmd:"" help:"Take an exported event in. 导入赛事。"`
	Move      moveCommand      `cmd:"" help:"Copy events between a laptop and a cluster. 在电脑与集群之间搬迁赛事。"`
	Check     checkCommand     `cmd:"" help:"Judge scoresheets: JSON in, verdicts out. 检查记分单。"`
	Play      playCommand      `cmd:"" help:"Tell what a play of cards is. 判断牌型。"`
	Compare   compareCommand   `cmd:"" help:"Tell whether one play beats another. 比较两手牌。"`
	Load      loadCommand      `cmd:"" help:"Rehearse: play an event with phones at every table, and compare. 演练：整场手机报分并核对。"`
	Forecast  forecastCommand  `cmd:"" help:"Tell on paper what an event of any size needs. 估算：多大规模需要什么。"`
	Rulebooks rulebooksCommand `cmd:"" help:"List, show and check rulebooks. 规则书：列出、查看、检查。"`
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exit ends a command with a code; what there is to say has been said.
type exit int

// Error names the code.
func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// exitUsage is for a command line that is no command, and for input that is
// nothing the command can work on.
const exitUsage = 2

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// run runs one command line and gives its exit code.
func run(args []string, s streams) int {
	var p program
	done := -1
	parser, err := kong.New(&p,
		kong.Name("kiosk"),
		kong.Description("Referee's assistant and scoring kiosk for Guandan, Gouji and Shuangsheng. 掼蛋、够级、双升赛事裁判助手与记分台。"),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { done = code }),
	)
	if err != nil {
		return complain(s, err, 1)
	}
	command, err := parser.Parse(args)
	if done >= 0 {
		return done
	}
	if err != nil {
		return complain(s, err, exitUsage)
	}
	err = command.Run(s)
	var code exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	return complain(s, err, 1)
}

func complain(s streams, err error, code int) int {
	fmt.Fprintln(s.err, "kiosk:", err)
	return code
}
