package entrylist

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// column is a column of an entry list, in the order of the template.
type column int

const (
	noColumn     column = -1
	columnNumber column = iota - 1
	columnUnit
	columnTeam
	columnGroup
	columnPlayer1
	columnPlayer2
	columnPlayer3
	columnPlayer4
	columnPlayer5
	columnPlayer6
	columnSeed
	columnNote
	columnCount
)

// The languages of headings and example rows.
const (
	langSimplified  = "zh-Hans"
	langTraditional = "zh-Hant"
	langEnglish     = "en"
)

// columnWords are the headings as the exchange format names them; the English
// ones are the keys of JSON too.
var columnWords = map[string][columnCount]string{
	langSimplified: {"编号", "单位", "队名", "组别",
		"选手1", "选手2", "选手3", "选手4", "选手5", "选手6", "种子", "备注"},
	langTraditional: {"編號", "單位", "隊名", "組別",
		"選手1", "選手2", "選手3", "選手4", "選手5", "選手6", "種子", "備註"},
	langEnglish: {"number", "unit", "team", "group",
		"player1", "player2", "player3", "player4", "player5", "player6", "seed", "note"},
}

// player gives the column of a player, from 0.
func player(i int) column { return columnPlayer1 + column(i) }

// isPlayer tells a column of names.
func (c column) isPlayer() bool { return c >= columnPlayer1 && c <= columnPlayer6 }

// key is the column's English name.
func (c column) key() string { return columnWords[langEnglish][c] }

// columnByKey finds a column by its exact English name.
func columnByKey(key string) (column, bool) {
	for c, word := range columnWords[langEnglish] {
		if word == key {
			return column(c), true
		}
	}
	return noColumn, false
}

// columnWord names a column in a language, given its English name. What is no
// column stays as it is.
func columnWord(lang, key string) string {
	c, ok := columnByKey(key)
	if !ok {
		return key
	}
	words, ok := columnWords[lang]
	if !ok {
		words = columnWords[langSimplified]
	}
	return words[c]
}

// columnsFor names the columns that a list with so many players can have.
func columnsFor(players int) []column {
	columns := make([]column, 0, columnCount)
	for c := range columnCount {
		if c.isPlayer() && c >= player(players) {
			continue
		}
		columns = append(columns, c)
	}
	return columns
}

// columnKeys are the English names of those columns.
func columnKeys(columns []column) []string {
	keys := make([]string, len(columns))
	for i, c := range columns {
		keys[i] = c.key()
	}
	return keys
}

// heading is what a word above a column means. A weak word (a running number)
// counts only where no better one stands beside it, and is left out otherwise.
type heading struct {
	column column
	weak   bool
}

// headings are all words that are understood above a column, as headingKey
// writes them.
var headings = newHeadings()

func newHeadings() map[string]heading {
	known := map[string]heading{}
	synonyms := map[column]string{
		columnNumber: "编号 編號 number 参赛编号 參賽編號 参赛号 參賽號 号码 號碼",
		columnUnit: "单位 單位 unit 单位名称 單位名稱 参赛单位 參賽單位 所在单位 所在單位 所属单位 所屬單位 代表单位 代表單位 " +
			"分会 分會 分会名称 分會名稱 分工会 分工會 工会 工會 支部 学院 學院 院系 系 系部 部门 部門 学校 學校 班级 班級 公司 俱乐部 俱樂部 " +
			"branch club organisation organization department school college",
		columnTeam:    "队名 隊名 team 队伍 隊伍 队伍名 隊伍名 队伍名称 隊伍名稱 参赛队 參賽隊 参赛队名 參賽隊名 代表队 代表隊 队 隊 teamname",
		columnGroup:   "组别 組別 group 组 組 分组 分組 小组 小組 所在组 所在組 所在组别 所在組別 参赛组别 參賽組別",
		columnPlayer1: "选手 選手 队员 隊員 姓名 player name 选手姓名 選手姓名 队员姓名 隊員姓名",
		columnPlayer2: "搭档 搭檔 拍档 拍檔 同伴 partner 搭档姓名 搭檔姓名",
		columnSeed:    "种子 種子 seed 种子号 種子號 种子序号 種子序號 种子选手 種子選手 seeding seednumber",
		columnNote:    "备注 備註 备註 note notes 说明 說明 附注 附註 注 remark remarks comment comments",
	}
	for c, words := range synonyms {
		for word := range strings.FieldsSeq(words) {
			known[word] = heading{column: c}
		}
	}
	for word := range strings.FieldsSeq("序号 序號 序 no serial") {
		known[word] = heading{column: columnNumber, weak: true}
	}
	for i := range MaxPlayers {
		for _, word := range playerHeadings(i) {
			known[word] = heading{column: player(i)}
		}
	}
	return known
}

// ordinals are the ways to number players, each with six signs.
var ordinals = [...]string{"123456", "一二三四五六", "甲乙丙丁戊己", "abcdef"}

// playerHeadings are the words for the player's column i (from 0).
func playerHeadings(i int) []string {
	var words []string
	bases := strings.Fields("选手 選手 队员 隊員 姓名 运动员 運動員 参赛选手 參賽選手 参赛者 參賽者 成员 成員 球员 球員 牌手 名字 " +
		"选手姓名 選手姓名 队员姓名 隊員姓名 参赛选手姓名 參賽選手姓名 player name member")
	for _, signs := range ordinals {
		sign := string([]rune(signs)[i])
		for _, base := range bases {
			words = append(words, base+sign, base+sign+"姓名", base+sign+"name", "第"+sign+base, sign+"号"+base, sign+"號"+base)
		}
	}
	return words
}

// headingOf tells what a cell above a column means, whatever its case, width,
// spaces, marks and remarks in brackets; two languages may stand side by side
// ("编号/number").
func headingOf(cell string) (heading, bool) {
	if h, ok := headings[headingKey(cell)]; ok {
		return h, true
	}
	parts := strings.FieldsFunc(norm.NFKC.String(cell), func(r rune) bool { return r == '/' || r == '\n' })
	if len(parts) < 2 {
		return heading{}, false
	}
	first, ok := headings[headingKey(parts[0])]
	for _, part := range parts[1:] {
		if h, known := headings[headingKey(part)]; !known || h.column != first.column {
			return heading{}, false
		}
	}
	return first, ok
}

// maxHeading is the longest cell that is looked at as a heading, in bytes.
const maxHeading = 200

// headingKey keeps of a heading what counts.
func headingKey(cell string) string {
	if len(cell) > maxHeading {
		return ""
	}
	folded := strings.ToLower(norm.NFKC.String(cell))
	if key := lettersOnly(withoutBrackets(folded)); key != "" {
		return key
	}
	return lettersOnly(folded)
}

// withoutBrackets leaves out remarks such as "(必填)".
func withoutBrackets(s string) string {
	var kept strings.Builder
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '[', '【', '〔', '{':
			depth++
		case ')', ']', '】', '〕', '}':
			depth = max(depth-1, 0)
		default:
			if depth == 0 {
				kept.WriteRune(r)
			}
		}
	}
	return kept.String()
}

func lettersOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// columnLetter names a column of the file as Excel does, from 0.
func columnLetter(i int) string {
	letters := ""
	for i++; i > 0; i = (i - 1) / 26 {
		letters = string(rune('A'+(i-1)%26)) + letters
	}
	return letters
}

// cellName names a cell as Excel does.
func cellName(col, row int) string { return columnLetter(col) + strconv.Itoa(row) }
