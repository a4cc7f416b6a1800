/** Which tables somebody looks after, as typed: "1-60, 75". Empty is all of them. */
export interface TableRange {
  text: string;
  holds(tables: readonly (number | null)[]): boolean;
}

const all: TableRange = { text: '', holds: () => true };

/** Reads tables and ranges of them; null if the text is neither. */
export function readRange(text: string): TableRange | null {
  // Full-width signs are plain ones by now; a dash may also be a wave, or "to" in Chinese.
  const plain = text.normalize('NFKC').replace(/[~\u2013\u2014\u301c\u81f3\u5230]/g, '-').replace(/[\s,;\u3001]+/g, ' ').replace(/ ?- ?/g, '-').trim();
  if (plain === '') return all;
  const spans: [number, number][] = [];
  for (const part of plain.split(' ')) {
    const read = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part);
    if (read === null) return null;
    const first = Number(read[1]);
    const last = read[2] === undefined ? first : Number(read[2]);
    if (first < 1 || last < first) return null;
    spans.push([first, last]);
  }
  return {
    text: spans.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', '),
    holds: (tables) => tables.some((table) => table !== null && spans.some(([first, last]) => table >= first && table <= last)),
  };
}

/** The tables that a range holds; what has no table is everybody's. */
export function inRange<T extends { table: number | null; tables?: readonly number[] | undefined }>(range: TableRange, list: readonly T[]): T[] {
  return list.filter((one) => one.table === null || range.holds([one.table, ...(one.tables || [])]));
}

/** The range that an address asks for: ?tables=1-60. One that cannot be read is all. */
export function rangeOf(search: string): TableRange {
  return readRange(new URLSearchParams(search).get('tables') || '') || all;
}
