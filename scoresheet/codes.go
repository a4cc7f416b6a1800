package scoresheet

// FaultCodes are all codes of faults of a scoresheet, in the order of the
// exchange format.
func FaultCodes() []string {
	return []string{
		"finish.seat", "finish.duplicate", "finish.incomplete", "finish.bottom",
		"event.kind", "event.seat", "event.duplicate", "event.late", "event.out", "event.result",
		"claim.levels", "claim.upgrade", "claim.points", "claim.winner",
		"end.time", "hand.after-end", "game.after-end", "game.undecided",
		"tribute.refused", "tribute.none", "tribute.seat", "tribute.card",
		"points.multiple", "points.range", "stage.wrong",
		"penalty.violation", "penalty.step", "penalty.seat",
		"hand.table",
	}
}

// RulingFamilies are the beginnings of the codes of rulings on cards: articles
// are cited for them as for faults.
func RulingFamilies() []string {
	return []string{"play.", "compare.", "gouji.", "opens.", "burn.", "trick.", "throw.", "follow."}
}

// SheetCodes are the codes with which something is refused that is no
// scoresheet of a known rulebook at all.
func SheetCodes() []string {
	return []string{
		SheetTooLarge, SheetSyntax, SheetTrailing, SheetKey, SheetDuplicate, SheetType, SheetMissing,
		"rulebook.unknown",
		"setting.unknown", "setting.type", "setting.range", "setting.fixed", "setting.phase",
	}
}
