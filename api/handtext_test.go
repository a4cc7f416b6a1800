package api

import (
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

func TestHandsInOneLine(t *testing.T) {
	tricks := 75
	for _, tt := range []struct {
		rulebook string
		lang     scoresheet.Lang
		hand     scoresheet.Hand
		want     string
	}{
		{"guandan-college", scoresheet.ZhHans, scoresheet.Hand{Finish: []scoresheet.Seat{1, 3}}, "南›北"},
		{"gouji-karamay", scoresheet.ZhHans, scoresheet.Hand{Finish: []scoresheet.Seat{1, 3, 5, 2, 4, 6}, Incidents: []scoresheet.Incident{
			{Kind: "closed", Seat: 6},
			{Kind: "burn", By: 1, Against: 6, Result: "countered", CounterBy: 3},
			{Kind: "stifle", Seat: 4, By: 1},
		}}, "甲一›甲二›甲三›乙一›乙二›乙三 · 不开点：乙三 · 烧牌（反烧）：甲一 → 乙三，甲二 反 · 憋三：甲一 → 乙二"},
		{"gouji-dian-shao-men-luo", scoresheet.En, scoresheet.Hand{Incidents: []scoresheet.Incident{{Kind: "two-for-one", By: 3}}}, "two for one: A two"},
		{"shuangsheng-swiss", scoresheet.ZhHans, scoresheet.Hand{
			OnStage: scoresheet.SideA, Tricks: &tricks, Bottom: &scoresheet.Bottom{Points: 10, Last: scoresheet.Defenders, Play: scoresheet.LastPairs, Pairs: 2},
			Throws: []scoresheet.Throw{{Side: scoresheet.SideB, Cards: 2}},
		}, "南北坐庄 · 闲家 75 分 · 抠底 10 分（2 对） · 东西甩牌失误 2 张"},
		{"shuangsheng-swiss", scoresheet.En, scoresheet.Hand{Tricks: &tricks, Bottom: &scoresheet.Bottom{Points: 10, Last: scoresheet.Declarers}}, "defenders 75"},
	} {
		entry, _ := config.BuiltIn().Get(tt.rulebook)
		v := viewer{State: &event.State{Rulebook: entry.Book}, words: config.NewWords(tt.lang)}
		if got := v.handText(tt.hand); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.rulebook, got, tt.want)
		}
	}
}
