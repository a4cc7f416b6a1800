package print

import (
	"fmt"
	"strings"
)

// Date is a day of the calendar.
type Date struct{ Year, Month, Day int }

// IsZero reports a date that was not given.
func (d Date) IsZero() bool { return d == Date{} }

var chineseDigits = []string{"〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"}

// ChineseDate writes a date as certificates do: 二〇二六年十一月二十九日, the year digit by digit, month and day as numbers.
func ChineseDate(d Date) string {
	return digitByDigit(d.Year) + "年" + ChineseNumber(d.Month) + "月" + ChineseNumber(d.Day) + "日"
}

func digitByDigit(n int) string {
	if n < 10 {
		return chineseDigits[max(n, 0)]
	}
	return digitByDigit(n/10) + chineseDigits[n%10]
}

// ChineseNumber writes a number of 0 to 9999 in Chinese: 十一, 一百〇五, 一千二百. Anything else comes back digit by digit.
func ChineseNumber(n int) string {
	if n < 10 || n > 9999 {
		return digitByDigit(n)
	}
	if n < 20 {
		return "十" + tail(n%10)
	}
	var out strings.Builder
	units := []struct {
		value int
		name  string
	}{{1000, "千"}, {100, "百"}, {10, "十"}, {1, ""}}
	gap := false
	for _, unit := range units {
		digit := n / unit.value % 10
		if digit == 0 {
			gap = gap || out.Len() > 0
			continue
		}
		if gap {
			out.WriteString("〇")
			gap = false
		}
		out.WriteString(chineseDigits[digit] + unit.name)
	}
	return out.String()
}

func tail(digit int) string {
	if digit == 0 {
		return ""
	}
	return chineseDigits[digit]
}

// month is the two digits that a month's key ends with.
func month(m int) string {
	return fmt.Sprintf("%02d", m)
}

// ordinal writes an English ordinal number: 1st, 12th, 23rd.
func ordinal(n int) string {
	ending := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, ending)
}
