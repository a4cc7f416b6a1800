package api

import (
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// textOf is a word of the locales in every language.
func textOf(key string) scoresheet.Text {
	return scoresheet.Text{
		ZhHans: config.NewWords(scoresheet.ZhHans).T(key, nil),
		ZhHant: config.NewWords(scoresheet.ZhHant).T(key, nil),
		En:     config.NewWords(scoresheet.En).T(key, nil),
	}
}

// callReasons are the reasons for a call with their names.
func callReasons() []reasonView {
	views := make([]reasonView, len(event.CallReasons))
	for i, code := range event.CallReasons {
		views[i] = reasonView{code, textOf("call." + code)}
	}
	return views
}
