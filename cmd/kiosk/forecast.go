package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"kiosk/api/rehearsal/forecast"
	"kiosk/config"
)

// forecastCommand plays an event of any size on paper.
type forecastCommand struct {
	language
	Tables   int           `default:"100" help:"Tables that play at the same time, with two phones each (100). 同时比赛的桌数，每桌两部手机。"`
	Rounds   int           `default:"8" help:"Rounds (8). 轮数。"`
	Hands    int           `default:"10" help:"Hands of a match (10). 每场副数。"`
	Hand     time.Duration `default:"6m" help:"How long a hand takes (6m). 一副牌的时间。"`
	Watching int           `default:"50" help:"Pages besides the phones (50). 手机以外的页面数。"`
	Kiosks   int           `default:"1" help:"Kiosks that serve them (1); several need a cluster of etcd. 记分台数；多台需要 etcd 集群。"`
	Events   int           `default:"1" help:"Events that share the tables, such as one for each hall (1). 分成几个赛事，例如每馆一个。"`
	Cores    int           `default:"2" help:"Processors of a kiosk (2). 每台的处理器数。"`
	Cluster  bool          `help:"Keep the journal of one kiosk in etcd too. 只有一台时也用 etcd。"`
	Seed     uint64        `default:"1" help:"Makes the same times again (1). 随机种子。"`
	JSON     bool          `name:"json" help:"Write the result as JSON. 输出 JSON。"`
}

// Help is what --help says besides.
func (forecastCommand) Help() string {
	return `Simulates the end of a round at which all tables report at once, and a restart, from figures that were measured (SCALE.md). kiosk load plays it for real.
根据实测数据模拟一轮结束时各桌同时上报，以及重新启动的情形（见 SCALE.md）；kiosk load 则真正跑一遍。

Examples 例:
  kiosk forecast --tables 500
  kiosk forecast --tables 5000 --kiosks 5 --events 5`
}

// mostForecast bounds what is simulated, so that an answer comes soon.
const mostForecast = 1_000_000

// told is a forecast with what it means.
type told struct {
	Hands          int64             `json:"hands"`
	Reports        int64             `json:"reports"`
	PerSecond      float64           `json:"reports_per_second"`
	BellReports    int               `json:"bell_reports"`
	BellBusiest    int               `json:"bell_busiest_second"`
	BellP50        float64           `json:"bell_p50_ms"`
	BellP99        float64           `json:"bell_p99_ms"`
	BellLongest    float64           `json:"bell_longest_ms"`
	Raced          int               `json:"raced"`
	BackSeconds    float64           `json:"back_seconds"`
	DiskBytes      int64             `json:"disk_bytes"`
	MemoryBytes    int64             `json:"memory_bytes"`
	AirBitsASecond int64             `json:"air_bits_per_second"`
	Advice         []forecast.Advice `json:"advice"`
}

// Run forecasts, and says what it means.
func (c *forecastCommand) Run(s streams) error {
	words := c.words()
	for _, n := range []int{c.Tables, c.Rounds, c.Hands, c.Kiosks, c.Events, c.Cores} {
		if n < 1 || n > mostForecast {
			fmt.Fprintln(s.err, "kiosk:", words.T("command.forecast.numbers", map[string]any{"Most": mostForecast}))
			return exit(exitUsage)
		}
	}
	if c.Hand < time.Second || c.Watching < 0 || c.Watching > mostForecast {
		fmt.Fprintln(s.err, "kiosk:", words.T("command.forecast.numbers", map[string]any{"Most": mostForecast}))
		return exit(exitUsage)
	}
	venue := forecast.Venue{
		Tables: c.Tables, Rounds: c.Rounds, Hands: c.Hands, Hand: c.Hand, Watching: c.Watching,
		Kiosks: c.Kiosks, Processors: c.Cores, Cluster: c.Cluster, Events: c.Events,
	}
	f := forecast.Of(venue, forecast.Figures, c.Seed)
	advice := forecast.Advise(venue, f)
	if c.JSON {
		return writeForecast(s.out, f, advice)
	}
	return tellForecast(s.out, words, f, advice)
}

func writeForecast(out io.Writer, f forecast.Forecast, advice []forecast.Advice) error {
	if advice == nil {
		advice = []forecast.Advice{}
	}
	return json.NewEncoder(out).Encode(told{
		Hands: f.Hands, Reports: f.Reports, PerSecond: math.Round(f.Second*100) / 100,
		BellReports: f.Bell.Reports, BellBusiest: f.Bell.Busiest, BellP50: inMillis(f.Bell.Middle), BellP99: inMillis(f.Bell.Late),
		BellLongest: inMillis(f.Bell.Longest), Raced: f.Bell.Raced, BackSeconds: math.Round(f.Back.Seconds()*10) / 10,
		DiskBytes: f.Disk, MemoryBytes: f.Memory, AirBitsASecond: f.Air, Advice: advice,
	})
}

func inMillis(d time.Duration) float64 { return math.Round(float64(d.Microseconds())/100) / 10 }

func tellForecast(out io.Writer, words *config.Words, f forecast.Forecast, advice []forecast.Advice) error {
	one := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	args := map[string]any{
		"Hands": f.Hands, "Reports": f.Reports, "Second": one(f.Second),
		"Bell": f.Bell.Reports, "Busiest": f.Bell.Busiest, "Raced": f.Bell.Raced,
		"P50": one(inMillis(f.Bell.Middle)), "P99": one(inMillis(f.Bell.Late)), "Longest": one(inMillis(f.Bell.Longest)),
		"Back": one(f.Back.Seconds()), "Disk": mebibytes(f.Disk), "Memory": mebibytes(f.Memory), "Air": one(float64(f.Air) / 1e6),
	}
	for _, key := range []string{"event", "bell", "back", "size"} {
		if _, err := fmt.Fprintln(out, words.T("command.forecast."+key, args)); err != nil {
			return err
		}
	}
	for _, a := range advice {
		args := map[string]any{"N": a.N, "MiB": mebibytes(a.N)}
		if _, err := fmt.Fprintln(out, "· "+words.T("command.forecast.advice."+a.Code, args)); err != nil {
			return err
		}
	}
	return nil
}
