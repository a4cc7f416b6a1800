package contest

import (
	"cmp"
	"slices"
	"strings"

	"kiosk/scoresheet"
)

// minPool is how many a pool has at least, where the field allows it: in a
// group of one nobody plays.
const minPool = 2

// Parted parts a field into Format.Pools groups called A, B, C …, as equal as
// can be: sizes differ by one at most. A field too small for two in each makes
// fewer groups, and always one. Origins go with their entrants.
//
// PoolsBySnake: by the order of the field, there and back: the first of four
// groups gets 1, 8, 9, 16 … With SameUnitApart somebody changes places with a
// neighbour of the same turn where its unit is in the group already. PoolsByLot:
// seeds (Entrant.Seed) are put into different groups by their strength, the
// others by lot from the seed; with SameUnitApart those of one unit are spread
// over the groups. It does not depend on the order of the field then.
//
// Faults: "draw.seed" where lots are drawn, "draw.entrant-twice".
func Parted(field Group, format scoresheet.Format, seed string) ([]Group, error) {
	seen := map[EntrantID]bool{}
	var faults scoresheet.Faults
	for i, entrant := range field.Entrants {
		if seen[entrant.ID] {
			faults = append(faults, fault("draw.entrant-twice", scoresheet.Pointer("entrants", i), "entrant", entrant.ID))
		}
		seen[entrant.ID] = true
	}
	if format.PoolsBy != scoresheet.PoolsBySnake && seed == "" {
		faults = append(faults, fault("draw.seed", "/seed"))
	}
	if len(faults) > 0 {
		return nil, faults
	}
	p := newParting(field, format)
	if format.PoolsBy == scoresheet.PoolsBySnake {
		p.snake()
	} else {
		p.lots(newUrn(seed, "pools"))
	}
	return p.groups(), nil
}

// parting shares the entries of a field out over pools.
type parting struct {
	format  scoresheet.Format
	entries []entry
	// pools hold numbers of entries.
	pools [][]int
}

func newParting(field Group, format scoresheet.Format) *parting {
	n := max(min(format.Pools, len(field.Entrants)/minPool), 1)
	return &parting{format: format, entries: entriesOf(field), pools: make([][]int, n)}
}

func (p *parting) groups() []Group {
	groups := make([]Group, len(p.pools))
	for g, pool := range p.pools {
		groups[g].Name = poolName(g)
		slices.Sort(pool)
		for _, i := range pool {
			groups[g].Entrants = append(groups[g].Entrants, p.entries[i].Entrant)
			if p.entries[i].group >= 0 {
				groups[g].Origins = append(groups[g].Origins, p.entries[i].origin)
			}
		}
	}
	return groups
}

// poolName is A to Z, then AA, AB and so on.
func poolName(g int) string {
	name := string(rune('A' + g%26))
	if g >= 26 {
		return poolName(g/26-1) + name
	}
	return name
}

// unitIn reports whether another of the entry's unit is in the pool.
func (p *parting) unitIn(pool, i int) bool {
	unit := p.entries[i].Unit
	return p.format.SameUnitApart && unit != "" && slices.ContainsFunc(p.pools[pool], func(j int) bool {
		return j != i && p.entries[j].Unit == unit
	})
}

func (p *parting) snake() {
	n := len(p.pools)
	for start := 0; start < len(p.entries); start += n {
		turn := make([]int, 0, n)
		for i := start; i < min(start+n, len(p.entries)); i++ {
			turn = append(turn, i)
		}
		for k, pool := range p.turn(turn, start/n%2 == 1) {
			p.pools[pool] = append(p.pools[pool], turn[k])
		}
	}
}

// turn finds a pool for each of one turn of the snake: its own one, or else the
// nearest that lets as many as possible be apart from their units.
func (p *parting) turn(turn []int, back bool) []int {
	n := len(p.pools)
	own := make([]int, len(turn))
	for k := range turn {
		own[k] = k
		if back {
			own[k] = n - 1 - k
		}
	}
	if !p.format.SameUnitApart {
		return own
	}
	pools := make([]int, n)
	for pool := range pools {
		pools[pool] = pool
	}
	holder := make(map[int]int, n) // by pool, who has it
	var seat func(k int, tried map[int]bool) bool
	seat = func(k int, tried map[int]bool) bool {
		near := slices.Clone(pools)
		slices.SortStableFunc(near, func(a, b int) int { return cmp.Compare(max(a-own[k], own[k]-a), max(b-own[k], own[k]-b)) })
		for _, pool := range near {
			if tried[pool] || p.unitIn(pool, turn[k]) {
				continue
			}
			tried[pool] = true
			if other, taken := holder[pool]; !taken || seat(other, tried) {
				holder[pool] = k
				return true
			}
		}
		return false
	}
	var left []int
	for k := range turn {
		if !seat(k, map[int]bool{}) {
			left = append(left, k)
		}
	}
	found := make([]int, len(turn))
	for _, pool := range pools {
		if k, taken := holder[pool]; taken {
			found[k] = pool
		} else if len(left) > 0 {
			found[left[0]], left = pool, left[1:]
		}
	}
	return found
}

// lots puts seeds into the smallest pools in order, and after them the others
// by lot: where units are kept apart one unit after the other, each into a
// smallest pool that has fewest of it.
func (p *parting) lots(lots urn) {
	order := make([]int, len(p.entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p.entries[i].ID, p.entries[j].ID) })
	shuffle(lots, order)
	if p.format.SameUnitApart {
		order = byUnits(p.entries, order)
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareSeeds(p.entries[i].Entrant, p.entries[j].Entrant) })
	names := make([]int, len(p.pools))
	for i := range names {
		names[i] = i
	}
	shuffle(lots, names)
	for _, i := range order {
		best := -1
		for _, pool := range names {
			if best < 0 || p.before(i, pool, best) {
				best = pool
			}
		}
		p.pools[best] = append(p.pools[best], i)
	}
	if p.format.SameUnitApart {
		p.change()
	}
}

// before reports whether one pool is the better place for an entry.
func (p *parting) before(i, pool, best int) bool {
	if a, b := len(p.pools[pool]), len(p.pools[best]); a != b {
		return a < b
	}
	return p.format.SameUnitApart && p.unitsIn(pool, i) < p.unitsIn(best, i)
}

func (p *parting) unitsIn(pool, i int) int {
	count := 0
	for _, j := range p.pools[pool] {
		if p.entries[i].Unit != "" && p.entries[j].Unit == p.entries[i].Unit {
			count++
		}
	}
	return count
}

// change has entries that are no seeds change pools, two by two, as long as that
// brings fewer of one unit together.
func (p *parting) change() {
	for again := true; again; {
		again = false
		for from := range p.pools {
			for a := range p.pools[from] {
				again = p.changeOne(from, a) || again
			}
		}
	}
}

func (p *parting) changeOne(from, a int) bool {
	i := p.pools[from][a]
	if p.entries[i].Seed > 0 || p.unitsIn(from, i) < 2 {
		return false
	}
	for to := range p.pools {
		if to == from {
			continue
		}
		for b, j := range p.pools[to] {
			if p.entries[j].Seed > 0 || p.entries[j].Unit == p.entries[i].Unit {
				continue
			}
			gain := p.unitsIn(from, i) - 1 - p.unitsIn(to, i) + max(p.unitsIn(to, j)-1, 0) - p.unitsIn(from, j)
			if gain > 0 {
				p.pools[from][a], p.pools[to][b] = j, i
				return true
			}
		}
	}
	return false
}

// byUnits puts entries of one unit together, larger units first, those without
// one last, and otherwise in the order that they have.
func byUnits(entries []entry, order []int) []int {
	size, first := map[string]int{}, map[string]int{}
	for k, i := range order {
		unit := entries[i].Unit
		if size[unit] == 0 {
			first[unit] = k
		}
		size[unit]++
	}
	size[""] = 0
	sorted := slices.Clone(order)
	slices.SortStableFunc(sorted, func(i, j int) int {
		a, b := entries[i].Unit, entries[j].Unit
		return cmp.Or(cmp.Compare(size[b], size[a]), cmp.Compare(first[a], first[b]), strings.Compare(a, b))
	})
	return sorted
}
