package main

import (
	"os"

	"kiosk/config"
	"kiosk/scoresheet"
)

// language is the flag of every command that speaks to people.
type language struct {
	Lang string `help:"Language of messages: zh-Hans, zh-Hant or en. 语言。" enum:"zh-Hans,zh-Hant,en" default:"zh-Hans"`
}

func (l language) words() *config.Words { return config.NewWords(scoresheet.Lang(l.Lang)) }

// ownRulebooks is the flag of every command that reads rulebooks.
type ownRulebooks struct {
	RulebookDir string `name:"rulebook-dir" help:"Folder with your own rulebooks. 自己的规则书所在的文件夹。" placeholder:"DIR" type:"existingdir"`
}

// load is the rulebooks built in with the organiser's own; files that are
// refused are told on standard error and left out.
func (o ownRulebooks) load(words *config.Words, s streams) *config.Rulebooks {
	books := config.BuiltIn()
	if o.RulebookDir == "" {
		return books
	}
	all, refused := books.WithOwn(os.DirFS(o.RulebookDir))
	tellProblems(words, refused, s)
	return all
}
