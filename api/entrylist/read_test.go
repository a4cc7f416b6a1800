package entrylist_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kiosk/api/entrylist"
)

// collegeCSV is a list as Excel writes it in China: a title, full-width digits,
// stray spaces, empty rows.
const collegeCSV = "教职工掼蛋比赛报名表,,,,,,,\r\n" +
	"编号,单位,队名,组别,选手1,选手２,种子,备注\r\n" +
	"１,　计算机学院 ,飞龙,Ａ组,张　三,李四,1,\r\n" +
	",,,,,,,\r\n" +
	"2,计算机学院,,b,王五,欧阳娜娜,,替补待定\r\n" +
	"\r\n" +
	"3,外国语学院,,A,Mary  Ann Smith,赵 六,２,\r\n"

var collegeEntries = []string{
	"3|1|计算机学院|飞龙|A|张三+李四|1|",
	"5|2|计算机学院||B|王五+欧阳娜娜|0|替补待定",
	"7|3|外国语学院||A|Mary Ann Smith+赵六|2|",
}

func TestEncodings(t *testing.T) {
	lines := strings.ReplaceAll(collegeCSV, "\r\n", "\n")
	for name, data := range map[string][]byte{
		"UTF-8":            []byte(collegeCSV),
		"UTF-8 with BOM":   []byte("\ufeff" + collegeCSV),
		"GB18030":          gb18030(t, collegeCSV),
		"GB18030 with BOM": gb18030(t, "\ufeff"+collegeCSV),
		"UTF-16 LE":        utf16With(binary.LittleEndian, collegeCSV),
		"UTF-16 BE":        utf16With(binary.BigEndian, collegeCSV),
		"UTF-16 with tabs": utf16With(binary.LittleEndian, strings.ReplaceAll(collegeCSV, ",", "\t")),
		"line feeds":       []byte(lines),
		"carriage returns": []byte(strings.ReplaceAll(lines, "\n", "\r")),
		"no last line end": []byte(strings.TrimRight(collegeCSV, "\r\n")),
		"semicolons":       []byte(strings.ReplaceAll(collegeCSV, ",", ";")),
		"wide commas":      []byte(strings.ReplaceAll(collegeCSV, ",", "，")),
		"tabs":             []byte(strings.ReplaceAll(collegeCSV, ",", "\t")),
	} {
		t.Run(name, func(t *testing.T) {
			wantEntries(t, mustRead(t, data, college), collegeEntries...)
		})
	}
}

func TestBig5(t *testing.T) {
	text := "編號,單位,組別,選手1,選手2\r\n1,資訊學院,A組,張三,陳靜怡\r\n"
	wantEntries(t, mustRead(t, big5(t, text), college), "2|1|資訊學院||A|張三+陳靜怡|0|")
}

func TestHeadings(t *testing.T) {
	for name, header := range map[string]string{
		"Chinese":          "编号,单位,队名,组别,选手1,选手2,种子,备注",
		"traditional":      "編號,單位,隊名,組別,選手1,選手2,種子,備註",
		"English":          "number,unit,team,group,player1,player2,seed,note",
		"case and width":   "NUMBER, Ｕｎｉｔ ,Team,GROUP,Player 1,ＰＬＡＹＥＲ２,Seed,Notes",
		"synonyms":         "参赛编号,分会名称,队伍名称,小组,选手一,队员2,种子号,说明",
		"running number":   "序号,分工会,代表队,分组,姓名①,姓名②,种子选手,备 注",
		"remarks":          "编号（必填）,单位(全称),队名：,组别【A/B】,选手1*,选手２ (搭档),种子,备注",
		"two languages":    "编号/number,单位/unit,队名/team,组别/group,选手1/player1,选手2/player2,种子/seed,备注/note",
		"name and partner": "No.,学院,队名,组,姓名,搭档,种子,注",
		"spread":           "编 号,单　位,队 名,组\u00a0别,选手 1,选手\u200b2,种 子,备 注",
		"signs":            "编号,单位,队名,组别,选手甲,选手乙,种子,备注",
	} {
		t.Run(name, func(t *testing.T) {
			list := mustRead(t, []byte(header+"\n7,机电学院,猛虎,A,张三,李四,1,好\n"), college)
			wantEntries(t, list, "2|7|机电学院|猛虎|A|张三+李四|1|好")
		})
	}
}

func TestColumnsInAnyOrder(t *testing.T) {
	list := mustRead(t, []byte("选手2,组别,备注,选手1,单位\n李四,B,,张三,机电\n"), college)
	wantEntries(t, list, "2||机电||B|张三+李四|0|")
}

func TestColumnProblems(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"unknown", "单位,组别,手机号,选手1,选手2\n机电,A,139,张三,李四\n", []string{"1 手机号 unknown-column"}},
		{"twice", "单位,组别,选手1,队员一,选手2\n机电,A,张三,王五,李四\n", []string{"1 队员一 duplicate-column"}},
		{"missing, rows still checked", "单位,选手1\n机电,张三\n,李四\n",
			[]string{"1 group missing-column", "1 player2 missing-column", "3 unit unit-missing"}},
		{"no header", "张三,李四\n王五,赵六\n", []string{"0  no-header"}},
		{"header too low", strings.Repeat("通知,甲\n", 10) + "单位,组别,选手1,选手2\n机电,A,张三,李四\n", []string{"0  no-header"}},
		{"cell without heading", "单位,组别,选手1,选手2\n机电,A,张三,李四,13900000000\n", []string{"2 E no-heading"}},
		{"shifted row", "单位,组别,选手1,选手2\n机电,分院,A,张三,李四\n", []string{"2 group group-unknown", "2 E no-heading"}},
		{"running number beside a number", "序号,编号,单位,组别,选手1,选手2\n1,x,机电,A,张三,李四\n", nil},
		{"header only", "单位,组别,选手1,选手2\n", []string{"0  no-entries"}},
		{"nothing", " \r\n\t", []string{"0  empty"}},
		{"byte order mark alone", "\ufeff\r\n", []string{"0  empty"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantProblems(t, []byte(tt.text), college, tt.want...)
		})
	}
}

func TestUnknownColumnNamesThoseThatExist(t *testing.T) {
	problems := wantProblems(t, []byte("单位,组别,手机号,选手1,选手2\n机电,A,139,张三,李四\n"), college, "1 手机号 unknown-column")
	got := problems[0].Words("zh-Hans")["Columns"]
	if want := "编号、单位、队名、组别、选手1、选手2、种子、备注"; got != want {
		t.Errorf("columns %q, want %q", got, want)
	}
}

func TestHeaderIsTheFullestRow(t *testing.T) {
	text := "掼蛋报名表\n单位：,机电学院,组别：,A\n\n编号,单位,组别,选手1,选手2\n1,机电,A,张三,李四\n编号,单位,组别,选手1,选手2\n2,外语,A,王五,赵六\n"
	wantEntries(t, mustRead(t, []byte(text), college), "5|1|机电||A|张三+李四|0|", "7|2|外语||A|王五+赵六|0|")
}

// TestAllProblemsAtOnce is the list an organiser gets wrong in every way.
func TestAllProblemsAtOnce(t *testing.T) {
	long := strings.Repeat("长", 41)
	rows := []string{
		"报名表",
		"编号,单位,组别,选手1,选手2,种子,备注",
		"1,机电,A,张三,李四,1,",                             // 3
		"2,机电,Ａ组,王五,赵六,2,",                            // 4 second pair of the unit
		"3,外语,C,孙七,周八,,",                              // 5 no such group
		"4,,A,吴九,郑十,,",                                // 6 no unit
		"5,商学院,A,冯一,,,",                               // 7 no partner
		"6,商学院,B,,,,",                                 // 8 no names
		"7,农学院,A," + long + ",陈二,,",                   // 9 name too long
		"8," + strings.Repeat("院", 61) + ",A,褚三,卫四,,", // 10 unit too long
		"9,医学院,A,张　三,蒋五,,",                            // 11 player of row 3
		"10,医学院,B,四李,张三,,",                            // 12 player of row 3
		"1,法学院,A,李四,张三,1,",                            // 13 entry of row 3
		"1,文学院,A,沈六,韩七,,",                             // 14 number of row 3
		"12,理学院,A,杨八,朱九,1,",                           // 15 seed of row 3
		"13,工学院,A,秦十,尤一,头号,",                          // 16 seed that is none
		"14,艺术,,何二,吕三,,",                              // 17 no group
		"15,体育,A,施四、张五,,,",                            // 18 two in one cell
	}
	want := []string{
		"4 unit unit-two-pairs-in-group",
		"5 group group-unknown",
		"6 unit unit-missing",
		"7 player2 missing-partner",
		"8 player1 empty-name",
		"9 player1 name-too-long",
		"10 unit unit-too-long",
		"11 player1 duplicate-player",
		"12 player2 duplicate-player",
		"13  duplicate-entry",
		"14 number number-duplicate",
		"15 seed seed-duplicate",
		"16 seed seed",
		"17 group group-missing",
		"18 player1 several-names",
	}
	text := strings.Join(rows, "\r\n")
	t.Run("CSV", func(t *testing.T) { wantProblems(t, gb18030(t, text), college, want...) })
	t.Run("pasted", func(t *testing.T) { wantProblems(t, []byte(strings.ReplaceAll(text, ",", "\t")), college, want...) })
	t.Run("XLSX", func(t *testing.T) {
		var cells [][]any
		for _, row := range rows {
			var line []any
			for cell := range strings.SplitSeq(row, ",") {
				line = append(line, cell)
			}
			cells = append(cells, line)
		}
		wantProblems(t, workbook(t, cells, nil), college, want...)
	})
}

func TestOptionsDecideTheChecks(t *testing.T) {
	text := "单位,组别,选手1,选手2\n,甲组,张三,李四\n,甲,王五,赵六\n"
	t.Run("nothing asked", func(t *testing.T) {
		wantEntries(t, mustRead(t, []byte(text), entrylist.Options{}), "2||||甲|张三+李四|0|", "3||||甲|王五+赵六|0|")
	})
	t.Run("one group needs no column", func(t *testing.T) {
		list := mustRead(t, []byte("选手1,选手2\n张三,李四\n"), entrylist.Options{Groups: []string{"A"}})
		wantEntries(t, list, "2||||A|张三+李四|0|")
	})
	t.Run("groups keep their spelling", func(t *testing.T) {
		list := mustRead(t, []byte("组别,选手1,选手2\n男子,张三,李四\n女子组,王五,赵六\n"), entrylist.Options{Groups: []string{"男子组", "女子组"}})
		wantEntries(t, list, "2||||男子组|张三+李四|0|", "3||||女子组|王五+赵六|0|")
	})
	t.Run("persons", func(t *testing.T) {
		list := mustRead(t, []byte("姓名\n张三\n李四\n"), entrylist.Options{PlayersPerEntry: 1})
		wantEntries(t, list, "2||||"+"|张三|0|", "3|||||李四|0|")
	})
	t.Run("persons who draw partners", func(t *testing.T) {
		lot := entrylist.Options{Alone: entrylist.EachAlone}
		wantEntries(t, mustRead(t, []byte("姓名\n张三\n李四\n"), lot), "2|||||张三|0|", "3|||||李四|0|")
		wantEntries(t, mustRead(t, []byte("选手1,选手2\n张三,\n李四,王五\n"), lot), "2|||||张三|0|", "3|||||李四+王五|0|")
	})
	t.Run("pairs, and who has no partner", func(t *testing.T) {
		either := entrylist.Options{Alone: entrylist.MayBeAlone}
		wantEntries(t, mustRead(t, []byte("选手1,选手2\n张三,李四\n王五,\n,赵六\n孙七,无\n"), either),
			"2|||||张三+李四|0|", "3|||||王五|0|", "4|||||赵六|0|", "5|||||孙七|0|")
		wantProblems(t, []byte("单位,选手1,选手2\n机电,,\n"), either, "2 player1 empty-name")
		wantProblems(t, []byte("单位,选手2\n机电,李四\n"), either, "1 player1 missing-column")
		wantProblems(t, []byte("选手1,选手2\n张三,李四\n张三,\n"), either, "3 player1 duplicate-player")
		teams := entrylist.Options{PlayersPerEntry: 3, Alone: entrylist.MayBeAlone}
		wantProblems(t, []byte("选手1,选手2,选手3\n张三,李四,\n王五,,\n"), teams, "2 player3 missing-partner")
	})
	t.Run("a unit's entries", func(t *testing.T) {
		text := []byte("单位,选手1,选手2\n机电,张三,李四\n外语,王五,赵六\n 机 电,孙七,周八\n机电,吴九,郑十\n,冯甲,陈乙\n")
		mustRead(t, text, entrylist.Options{PerUnit: 3})
		wantProblems(t, text, entrylist.Options{PerUnit: 2}, "5 unit unit-too-many")
		wantProblems(t, text, entrylist.Options{PerUnit: 1}, "4 unit unit-too-many", "5 unit unit-too-many")
	})
	t.Run("a unit's persons", func(t *testing.T) {
		text := []byte("单位,选手1,选手2\n机电,张三,李四\n机电,孙七,\n机电,周八,\n机电,吴九,\n")
		wantProblems(t, text, entrylist.Options{PerUnit: 2, Alone: entrylist.MayBeAlone}, "5 unit unit-too-many")
	})
	t.Run("six", func(t *testing.T) {
		six := entrylist.Options{PlayersPerEntry: 6}
		header := "队名,选手1,选手2,选手3,选手4,选手5,选手6\n"
		list := mustRead(t, []byte(header+"飞龙,赵一,钱二,孙三,李四,周五,吴六\n"), six)
		wantEntries(t, list, "2|||飞龙||赵一+钱二+孙三+李四+周五+吴六|0|")
		wantProblems(t, []byte(header+"飞龙,赵一,,孙三,李四,,吴六\n"), six, "2 player2 missing-partner", "2 player5 missing-partner")
	})
	t.Run("a third player of a pair", func(t *testing.T) {
		header := "选手1,选手2,选手3\n"
		mustRead(t, []byte(header+"张三,李四,\n"), entrylist.Options{})
		wantProblems(t, []byte(header+"张三,李四,王五\n"), entrylist.Options{}, "2 player3 extra-player")
	})
	t.Run("numbers and seeds count in their group", func(t *testing.T) {
		mustRead(t, []byte("编号,组别,选手1,选手2,种子\n1,A,张三,李四,1\n1,B,王五,赵六,1\n"), entrylist.Options{})
		wantProblems(t, []byte("编号,组别,选手1,选手2\n1,A,张三,李四\n01,A,王五,赵六\n"), entrylist.Options{}, "3 number number-duplicate")
	})
}

func TestGroupNames(t *testing.T) {
	for given, want := range map[string]string{
		"A组": "A", "a": "A", "Ａ": "A", "Ａ 组": "A", "A組": "A", "Group B": "B", "group-b": "B", "第A组": "A",
		"第一组": "1", "1组": "1", "甲组": "甲", "男子": "男子", "组": "组", "A小组": "A",
	} {
		list := mustRead(t, []byte("组别,选手1,选手2\n"+given+",张三,李四\n"), entrylist.Options{})
		if got := list.Entries[0].Group; got != want {
			t.Errorf("%q is group %q, want %q", given, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for given, want := range map[string]string{
		"张　三":                   "张三",
		" 张 三 ":                 "张三",
		"王 小 明":                 "王小明",
		"欧阳 娜娜":                 "欧阳 娜娜",
		"张\u200b三\ufeff":        "张三",
		"张\u00a0三":              "张三",
		"\u202e张三\u202c":        "张三",
		"张\x01三\x7f":            "张三",
		"Mary  Ann　Smith":       "Mary Ann Smith",
		"Ｍａｒｙ":                  "Mary",
		"阿不都·热合曼":               "阿不都·热合曼",
		"𠮷野家":                   "𠮷野家",
		"𲎯一":                    "𲎯一",
		"李\ue863":               "李\ue863",
		"隆":                     "隆",
		"葛\U000e0100":           "葛\U000e0100",
		"小明😀":                   "小明😀",
		"👩\u200d🚒王":             "👩\u200d🚒王",
		"👍🏽李":                   "👍🏽李",
		"Jose\u0301":            "José",
		"张三、":                   "张三",
		"'=李四":                  "=李四",
		"'王五":                   "'王五",
		"Kumar a/l Raj":         "Kumar a/l Raj",
		"刘（女）":                  "刘（女）",
		"张三\n":                  "张三",
		strings.Repeat("龘", 40): strings.Repeat("龘", 40),
	} {
		data := workbook(t, [][]any{{"选手1", "选手2"}, {given, "别人"}}, nil)
		if strings.ContainsAny(given, "\x01") {
			data = []byte("选手1,选手2\n" + given + ",别人\n")
		}
		list, problems := entrylist.Read(data, entrylist.Options{})
		if len(problems) > 0 {
			t.Errorf("%q: %v", given, brief(problems))
			continue
		}
		if got := list.Entries[0].Players[0]; got != want {
			t.Errorf("%q read as %q, want %q", given, got, want)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	for _, given := range []string{"", " ", "　", "\u200b", "-", "——", "/", "无", "待定", "…", "N/A", "\u3164", "\ufe0f"} {
		wantProblems(t, []byte("选手1\t选手2\n张三\t"+given+"\n"), entrylist.Options{}, "2 player2 missing-partner")
	}
	wantProblems(t, []byte("选手1,选手2\n张三,???\n"), entrylist.Options{}, "2 player2 encoding")
}

func TestSamePlayer(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"spelt otherwise", "张三,李四,\n张 三,王五,\n", []string{"3 player1 duplicate-player"}},
		{"case and width", "Mary Ann,李四,\nＭＡＲＹ　ＡＮＮ,王五,\n", []string{"3 player1 duplicate-player"}},
		{"dots", "阿里·木,李四,\n阿里•木,王五,\n", []string{"3 player1 duplicate-player"}},
		{"within a pair", "张三,张三,\n", []string{"2 player2 duplicate-player"}},
		{"other order", "张三,李四,\n李四,张三,\n", []string{"3  duplicate-entry"}},
		{"namesakes", "张三,李四,同名\n张三,王五,与上一行同名\n", nil},
		{"namesake on one row only", "张三,李四,\n张三,王五,同名\n", []string{"3 player1 duplicate-player"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantProblems(t, []byte("选手1,选手2,备注\n"+tt.text), entrylist.Options{}, tt.want...)
		})
	}
}

func TestDuplicatePointsToTheFirst(t *testing.T) {
	problems := wantProblems(t, []byte("选手1,选手2\n张三,李四\n王五,张三\n"), entrylist.Options{}, "3 player2 duplicate-player")
	args := problems[0].Args
	if args["OtherRow"] != 2 || args["OtherColumn"] != "player1" || args["Value"] != "张三" {
		t.Errorf("args %v", args)
	}
}

func TestSeeds(t *testing.T) {
	for given, want := range map[string]int{"": 0, "0": 0, "无": 0, "-": 0, "1": 1, "１２": 12, "2.0": 2, "3号": 3, "第4": 4, "#5": 5, "二": 2, "一号种子": 1} {
		list := mustRead(t, []byte("选手1,选手2,种子\n张三,李四,"+given+"\n"), entrylist.Options{})
		if got := list.Entries[0].Seed; got != want {
			t.Errorf("seed %q is %d, want %d", given, got, want)
		}
	}
	for _, given := range []string{"是", "-1", "1.5", "99999", "1e3", "甲"} {
		wantProblems(t, []byte("选手1,选手2,种子\n张三,李四,"+given+"\n"), entrylist.Options{}, "2 seed seed")
	}
}

func TestPasted(t *testing.T) {
	want := []string{"2||机电学院||A|张三+李四|0|", "3||外语||B|Mary Smith+王五|0|"}
	for name, text := range map[string]string{
		"tabs":               "单位\t组别\t选手1\t选手2\r\n机电学院\tA\t张三\t李四\r\n外语\tB\tMary Smith\t王五\r\n",
		"wide spaces":        "单位　组别　选手1　选手2\n机电学院　A　张三　李四\n外语　B　Mary Smith　王五\n",
		"two spaces":         "单位  组别  选手1  选手2\n机电学院    A    张三    李四\n外语  B  Mary Smith  王五\n",
		"spaces in the name": "单位    组别  选手1       选手2\n机电学院  A     张　三       李 四\n外语      B     Mary Smith  王五\n",
		"indented":           "　　单位　　组别　　选手1　　选手2\n　　机电学院　　A　　张三　　李四　　\n　　外语　　B　　Mary Smith　　王五\n",
	} {
		t.Run(name, func(t *testing.T) {
			wantEntries(t, mustRead(t, []byte(text), college), want...)
		})
	}
}

// TestNameFallsApart: where single wide spaces part the columns, a name with
// one inside must not become two players.
func TestNameFallsApart(t *testing.T) {
	text := "单位　组别　选手1　选手2　备注\n机电　A　张　三　李四\n"
	wantProblems(t, []byte(text), college, "2 player1 split-name", "2 player2 split-name")
}

func TestQuotes(t *testing.T) {
	t.Run("rows are counted as Excel does", func(t *testing.T) {
		text := "单位,组别,选手1,选手2,备注\r\n\"机电\r\n学院\",A,张三,李四,\"说\"\"好\"\"了\r\n再来\"\r\n外语,B,王五,,\r\n"
		wantProblems(t, []byte(text), college, "3 player2 missing-partner")
	})
	t.Run("bare", func(t *testing.T) {
		text := "单位,选手1,选手2\n机电,张\"三,李四\n外语,王五,\n"
		wantProblems(t, []byte(text), entrylist.Options{}, "2  quote", "3 player2 missing-partner")
	})
	t.Run("never closed", func(t *testing.T) {
		wantProblems(t, []byte("单位,选手1,选手2\n机电,张三,\"李四\n外语,王五,赵六\n"), entrylist.Options{}, "2  quote")
	})
	t.Run("on the clipboard", func(t *testing.T) {
		list := mustRead(t, []byte("单位\t选手1\t选手2\n\"机电\n学院\"\t阿\"三\"\t李四\n"), entrylist.Options{})
		wantEntries(t, list, `2||机电 学院|||阿"三"+李四|0|`)
	})
	t.Run("never closed on the clipboard", func(t *testing.T) {
		wantProblems(t, []byte("备注\t选手1\t选手2\n\"好\t张三\t李四\n\t王五\t赵六\n"), entrylist.Options{}, "2  quote")
	})
}

func TestInvalidBytes(t *testing.T) {
	t.Run("UTF-8", func(t *testing.T) {
		text := "单位,组别,选手1,选手2\n机电,A,张三,李四\n外语,B,王\xff五,赵六\n农学,A,孙七,周八\n"
		wantProblems(t, []byte(text), college, "3 player1 encoding")
	})
	t.Run("GB18030", func(t *testing.T) {
		data := gb18030(t, "单位,组别,选手1,选手2\n机电,A,张三,李四\n外语,B,王五,X\n")
		data[len(data)-2] = 0xff
		wantProblems(t, data, college, "3 player2 encoding")
	})
	t.Run("UTF-16 cut short", func(t *testing.T) {
		data := utf16With(binary.LittleEndian, "单位,组别,选手1,选手2\n机电,A,张三,李四")
		wantProblems(t, data[:len(data)-1], college, "2 player2 encoding")
	})
}

func TestOtherFiles(t *testing.T) {
	for name, tt := range map[string]struct {
		data []byte
		want string
	}{
		"old Excel": {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on"), "0  old-excel"},
		"PDF":       {[]byte("%PDF-1.7\n"), "0  format"},
		"web page":  {[]byte("<html><table><tr><td>单位"), "0  format"},
		"binary":    {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00"), "0  format"},
		"zip":       {repacked(t, workbook(t, nil, nil), map[string][]byte{"_rels/.rels": []byte("<Relationships/>")}), "0  format"},
		"cut zip":   {workbook(t, [][]any{{"选手1", "选手2"}}, nil)[:900], "0  broken-xlsx"},
	} {
		t.Run(name, func(t *testing.T) { wantProblems(t, tt.data, college, tt.want) })
	}
}

func TestWorkbook(t *testing.T) {
	header := []any{"编号", "单位", "组别", "选手1", "选手2", "种子"}
	t.Run("numbers and empty rows", func(t *testing.T) {
		data := workbook(t, [][]any{{"报名表"}, nil, header, {1, "机电", "A", "张三", "李四", 1.0}, nil, {"02", "外语", "B", "王五", "赵六"}}, nil)
		wantEntries(t, mustRead(t, data, college), "4|1|机电||A|张三+李四|1|", "6|02|外语||B|王五+赵六|0|")
	})
	t.Run("merged units", func(t *testing.T) {
		rows := [][]any{header, {1, "机电", "A", "张三", "李四"}, {2, nil, "B", "王五", "赵六"}, {3, "外语", "A", "孙七", "周八"}, {4, nil, "B", "吴九", "郑十"}}
		data := workbook(t, rows, func(book *excelize.File) {
			for _, top := range []string{"B2:B3", "B4:B5"} {
				from, to, _ := strings.Cut(top, ":")
				if err := book.MergeCell("Sheet1", from, to); err != nil {
					t.Fatal(err)
				}
			}
		})
		wantEntries(t, mustRead(t, data, college),
			"2|1|机电||A|张三+李四|0|", "3|2|机电||B|王五+赵六|0|", "4|3|外语||A|孙七+周八|0|", "5|4|外语||B|吴九+郑十|0|")
	})
	t.Run("the sheet with the list", func(t *testing.T) {
		data := workbook(t, [][]any{{"说明"}, {"请填第二页"}}, func(book *excelize.File) {
			fill(t, book, "名单", header, []any{1, "机电", "A", "张三", "李四"})
		})
		wantEntries(t, mustRead(t, data, college), "2|1|机电||A|张三+李四|0|")
	})
	t.Run("hidden sheets do not count", func(t *testing.T) {
		data := workbook(t, [][]any{header, {1, "机电", "A", "张三", "李四"}}, func(book *excelize.File) {
			fill(t, book, "旧名单", header, []any{1, "机电", "A", "旧三", "旧四"})
			if err := book.SetSheetVisible("旧名单", false); err != nil {
				t.Fatal(err)
			}
		})
		wantEntries(t, mustRead(t, data, college), "2|1|机电||A|张三+李四|0|")
	})
	t.Run("two lists", func(t *testing.T) {
		data := workbook(t, [][]any{header, {1, "机电", "A", "张三", "李四"}}, func(book *excelize.File) {
			fill(t, book, "B组", header, []any{1, "机电", "B", "王五", "赵六"})
		})
		problems := wantProblems(t, data, college, "0  several-sheets")
		if got := problems[0].Words("en")["Sheets"]; got != "Sheet1, B组" {
			t.Errorf("sheets %q", got)
		}
	})
	t.Run("written by other programs", func(t *testing.T) {
		const main = `xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
		sheet := `<x:worksheet ` + main + `><x:sheetData>` +
			`<x:row><x:c t="inlineStr"><x:is><x:t>单位</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>组别</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>选手1</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>选手2</x:t></x:is></x:c></x:row>` +
			`<x:row r="3"><x:c r="A3" t="inlineStr"><x:is><x:r><x:t>机</x:t></x:r><x:r><x:t>电</x:t></x:r></x:is></x:c><x:c r="B3" t="str"><x:f>"A"</x:f><x:v>A</x:v></x:c><x:c r="C3" t="inlineStr"><x:is><x:t>张三</x:t></x:is></x:c><x:c r="D3" t="inlineStr"><x:is><x:t>李四</x:t></x:is></x:c></x:row>` +
			`<x:row r="4"><x:c r="B4" t="str"><x:v>B</x:v></x:c><x:c r="C4" t="str"><x:v>王五</x:v></x:c><x:c r="D4" t="str"><x:v>赵六</x:v></x:c></x:row>` +
			`</x:sheetData><x:mergeCells><x:mergeCell ref="A3:A4"/></x:mergeCells></x:worksheet>`
		data := repacked(t, workbook(t, nil, nil), map[string][]byte{"xl/worksheets/sheet1.xml": []byte(sheet)})
		wantEntries(t, mustRead(t, data, college), "3||机电||A|张三+李四|0|", "4||机电||B|王五+赵六|0|")
	})
	t.Run("failed formula", func(t *testing.T) {
		data := workbook(t, [][]any{header, {1, "机电", "A", "#N/A", "李四"}}, nil)
		wantProblems(t, data, college, "2 player1 cell-error")
	})
	t.Run("too wide", func(t *testing.T) {
		data := workbook(t, [][]any{header, {1, "机电", "A", "张三", "李四"}}, func(book *excelize.File) {
			if err := book.SetCellStr("Sheet1", "XFD2", "x"); err != nil {
				t.Fatal(err)
			}
		})
		wantProblems(t, data, college, "0  too-many-columns")
	})
	t.Run("cut in the middle of a part", func(t *testing.T) {
		data := workbook(t, [][]any{header, {1, "机电", "A", "张三", "李四"}, {2, "外语", "A", "王五", "赵六"}}, nil)
		sheet := part(t, data, "xl/worksheets/sheet1.xml")
		cut := []byte(sheet[:strings.LastIndex(sheet, "<row")])
		wantProblems(t, repacked(t, data, map[string][]byte{"xl/worksheets/sheet1.xml": cut}), college, "0  broken-xlsx")
	})
	t.Run("spoilt byte", func(t *testing.T) {
		data := workbook(t, [][]any{header, {1, "机电", "A", "张三", "李四"}}, nil)
		spoilt := []byte(strings.Clone(string(data)))
		spoilt[len(spoilt)/2] ^= 0xff
		if list, problems := entrylist.Read(spoilt, college); len(problems) == 0 {
			t.Errorf("read %v from a damaged file", list)
		}
	})
}

// fill writes rows onto a further sheet.
func fill(t testing.TB, book *excelize.File, sheet string, rows ...[]any) {
	t.Helper()
	if _, err := book.NewSheet(sheet); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if err := book.SetSheetRow(sheet, cell, &row); err != nil {
			t.Fatal(err)
		}
	}
}

func TestJSON(t *testing.T) {
	want := []string{"1|1|机电||A|张三+李四|1|", "2|2|外语||B|王五+赵六|0|好"}
	for name, text := range map[string]string{
		"object":  `{"entrants": [{"number": "1", "unit": "机电", "group": "A组", "player1": "张　三", "player2": "李四", "seed": 1}, {"number": 2, "unit": "外语", "team": null, "group": "b", "player1": "王五", "player2": "赵六", "seed": "", "note": "好"}]}`,
		"array":   `[{"number": "1", "unit": "机电", "group": "A", "player1": "张三", "player2": "李四", "seed": "1"}, {"number": "2", "unit": "外语", "group": "B", "player1": "王五", "player2": "赵六", "note": "好"}]`,
		"players": `[{"number": "1", "unit": "机电", "group": "A", "players": ["张三", "李四"], "seed": 1}, {"number": "2", "unit": "外语", "group": "B", "players": ["王五", "赵六"], "note": "好"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			wantEntries(t, mustRead(t, []byte(text), college), want...)
			wantEntries(t, mustRead(t, utf16With(binary.LittleEndian, text), college), want...)
		})
	}
}

func TestJSONProblems(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"unknown keys and the rest", `[{"name": "x", "player1": "张三"}, {"players": ["李四", "王五"], "Unit": "机电"}]`,
			[]string{"1 name unknown-column", "1 player2 missing-partner", "2 Unit unknown-column"}},
		{"unknown outer key", `{"entrants": [{"players": ["李四", "王五"]}], "event": 1}`, []string{"0 event unknown-column"}},
		{"key twice", `[{"player1": "张三", "player2": "李四", "player1": "王五"}]`, []string{"1 player1 duplicate-column"}},
		{"both ways", `[{"player1": "张三", "players": ["李四", "王五"]}]`, []string{"1 player1 duplicate-column"}},
		{"wrong types", `[{"player1": {"a": [1]}, "player2": true}, 7, {"players": "张三"}]`,
			[]string{"1 player1 wrong-type", "1 player2 wrong-type", "2  wrong-type", "3 player1 wrong-type"}},
		{"too many", `[{"players": ["a","b","c","d","e","f","g"]}]`,
			[]string{"1 player3 extra-player", "1 player4 extra-player", "1 player5 extra-player", "1 player6 extra-player"}},
		{"syntax", "[{\"players\":\n [\"张三\" \"李四\"]}]", []string{"0  json"}},
		{"cut", `{"entrants": [{"unit": "机`, []string{"0  json"}},
		{"more behind", `[{"players": ["李四", "王五"]}] x`, []string{"0  json"}},
		{"no list", `{"entrants": 5}`, []string{"0  json-shape"}},
		{"nothing", `{}`, []string{"0  json-shape"}},
		{"empty list", `[]`, []string{"0  no-entries"}},
		{"empty object", `[{}]`, []string{"1 player1 empty-name"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantProblems(t, []byte(tt.text), entrylist.Options{}, tt.want...)
		})
	}
	t.Run("said to be JSON", func(t *testing.T) {
		for _, opts := range []entrylist.Options{{ContentType: "application/json; charset=utf-8"}, {FileName: "List.JSON"}} {
			wantProblems(t, []byte("单位,选手1,选手2"), opts, "0  json")
		}
	})
	t.Run("line of the mistake", func(t *testing.T) {
		_, problems := entrylist.Read([]byte("[\n{\"unit\": \"机电\",\n}]"), entrylist.Options{})
		if got := problems[0].Args["Line"]; got != 3 {
			t.Errorf("line %v, want 3", got)
		}
	})
}
