package forecast

import "time"

// Advice is what a venue should change, or look after: a code for words, with
// its number.
type Advice struct {
	Code string `json:"code"`
	// N is the number that the advice is about: tables, access points, kiosks,
	// or bytes.
	N int64 `json:"n"`
}

// The advice there is.
const (
	// AdviceWait: reports wait too long at the bell; N milliseconds.
	AdviceWait = "wait"
	// AdviceBack: pages come back too slowly after a restart; N seconds.
	AdviceBack = "back"
	// AdviceMemory: a kiosk needs more memory than laptops have; N bytes.
	AdviceMemory = "memory"
	// AdviceQuota: etcd's database outgrows the quota that it has unless told
	// otherwise; N bytes.
	AdviceQuota = "quota"
	// AdviceCities: it outgrows what etcd is made for: N clusters, each with
	// events of its own.
	AdviceCities = "cities"
	// AdvicePoints: N access points carry the phones.
	AdvicePoints = "points"
)

// What a hall, a laptop and etcd bear.
const (
	longWait     = time.Second
	longBack     = time.Minute
	laptopMemory = 4 << 30
	// DefaultQuota is what etcd keeps unless told otherwise, LargestQuota what
	// its makers advise as the most.
	DefaultQuota = 2 << 30
	LargestQuota = 8 << 30
	// phonesAtPoint share an access point without waiting for each other.
	phonesAtPoint = 60
)

// Advise says what the forecast means for the venue, the gravest first; nothing
// but the access points where all fits.
func Advise(v Venue, f Forecast) []Advice {
	points := (int64(v.Tables)*phones + phonesAtPoint - 1) / phonesAtPoint
	rules := []struct {
		holds bool
		Advice
	}{
		{f.Bell.Late > longWait, Advice{AdviceWait, f.Bell.Late.Milliseconds()}},
		{f.Back > longBack, Advice{AdviceBack, int64(f.Back / time.Second)}},
		{f.Memory > laptopMemory, Advice{AdviceMemory, f.Memory}},
		{v.clustered() && f.Disk > LargestQuota, Advice{AdviceCities, (f.Disk + LargestQuota - 1) / LargestQuota}},
		{v.clustered() && f.Disk > DefaultQuota && f.Disk <= LargestQuota, Advice{AdviceQuota, f.Disk}},
		{points > 1, Advice{AdvicePoints, points}},
	}
	var given []Advice
	for _, rule := range rules {
		if rule.holds {
			given = append(given, rule.Advice)
		}
	}
	return given
}
