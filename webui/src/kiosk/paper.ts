import type { Board } from '../parts/board';
import type { MatchView, SheetGame } from '../shapes';
import { readRow, writeRow } from './notation';

/** A sheet as it is being typed: a row for each hand, game by game, and whether the bell ended a game. */
export interface PaperGame {
  rows: string[];
  bell: boolean;
}

/** The table, counted within the meeting, and the sitting of a row; nothing in a match at one table. */
export function seatingOf(match: MatchView, row: number): { table: number; sitting: number } | null {
  const { meeting } = match;
  if (!meeting) return null;
  const tables = meeting.tables.length;
  const at = Math.floor(row / (meeting.hands / (tables * meeting.sittings)));
  return { table: (at % tables) + 1, sitting: Math.floor(at / tables) + 1 };
}

/** A game of a meeting has a row for each of its hands, told or not. */
function meetingPaper(match: MatchView, hands: number): PaperGame[] {
  const games = match.games.map((game) => {
    const rows = emptyRows(hands);
    for (const hand of game.hands) {
      if (hand.hand !== null && hand.state !== 'withdrawn') rows[hand.number - 1] = writeRow(hand.hand);
    }
    return { rows, bell: game.ended_by_bell };
  });
  return games.length === 0 ? [{ rows: emptyRows(hands), bell: false }] : games;
}

/** The rows that a game begins with. */
export function emptyRows(hands: number): string[] {
  const rows: string[] = [];
  while (rows.length < hands) rows.push('');
  return rows;
}

/** What is recorded of a match, as somebody would have typed it; an empty row to go on at the end. */
export function paperOf(match: MatchView): PaperGame[] {
  if (match.meeting) return meetingPaper(match, match.meeting.hands);
  const games = match.games.map((game) => ({
    rows: game.hands.filter((hand) => hand.hand !== null && hand.state !== 'withdrawn').map((hand) => writeRow(hand.hand!)),
    bell: game.ended_by_bell,
  }));
  if (games.length === 0) games.push({ rows: [], bell: false });
  const last = games[games.length - 1]!;
  last.rows.push('');
  return games;
}

/** The place of a row's hand among those that are sent, -1 for none: of a meeting the empty rows are left out. */
export function placeOf(rows: readonly string[], row: number, meeting: boolean): number {
  if (!meeting) return row;
  return rows[row]!.trim() === '' ? -1 : rows.slice(0, row).filter((text) => text.trim() !== '').length;
}

/** The sheet to send; empty rows at the end of a game are left out, of a meeting all of them. Null while a row cannot be read. */
export function sheetOf(paper: readonly PaperGame[], board: Pick<Board, 'form' | 'hand'>, match?: MatchView): SheetGame[] | null {
  const games: SheetGame[] = [];
  for (const game of paper) {
    const rows = game.rows.map((text, row) => ({ text, where: match === undefined ? null : seatingOf(match, row) }));
    while (rows.length > 0 && rows[rows.length - 1]!.text.trim() === '') rows.pop();
    const read = rows
      .filter((row) => row.where === null || row.text.trim() !== '')
      .map((row, at) => {
        const { hand, slip } = readRow(row.text, board, at > 0);
        return { hand: row.where === null ? hand : { ...hand, ...row.where }, slip };
      });
    if (read.some((row) => row.slip !== 'none')) return null;
    games.push(game.bell ? { hands: read.map((row) => row.hand), end: 'time' } : { hands: read.map((row) => row.hand) });
  }
  while (games.length > 1 && games[games.length - 1]!.hands.length === 0) games.pop();
  return games;
}

/** True when the sheet says something else about a hand that is recorded already, leaves one out, or ends a dispute: that needs a reason. */
export function contradicts(paper: readonly PaperGame[], match: MatchView): boolean {
  if (match.open.state === 'disputed') return true;
  const recorded = paperOf(match);
  return recorded.some((game, at) => {
    const typed = paper[at];
    if (typed === undefined) return game.rows.some((row) => row !== '');
    if (game.bell && !typed.bell) return true;
    return game.rows.some((row, hand) => row !== '' && row !== (typed.rows[hand] || '').trim());
  });
}

/** What the line at the top was given: a table's number, or the text of a scoresheet's code. */
export function readTarget(text: string): { match: string } | { table: number } | null {
  const scanned = /\/m\/([^/?#\s]+)/i.exec(text.trim());
  if (scanned && scanned[1]) return { match: decodeURIComponent(scanned[1]) };
  const table = text.normalize('NFKC').trim();
  return /^\d+$/.test(table) ? { table: Number(table) } : null;
}
