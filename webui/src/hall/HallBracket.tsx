import { BracketPicture } from '../parts/BracketPicture';
import { currentColumn, partOf } from '../parts/bracketLayout';
import type { BracketView } from '../shapes';
import { local } from '../words/words';

/** Matches of one column that can be read from the far wall. */
const matchesAtOnce = 8;

/**
 * What of a bracket one screen holds: all of it from a column on that fits, at
 * most two before the one that is played; or, while more matches are played
 * than fit, stretches of that round with what follows from them.
 */
export function windowsOf(bracket: BracketView): BracketView[] {
  const current = Math.max(0, currentColumn(bracket));
  const fits = (column: number) => bracket.columns[column] !== undefined && bracket.columns[column]!.matches.length <= matchesAtOnce;
  let first = current;
  while (first > 0 && current - first < 2 && fits(first - 1)) first--;
  const count = bracket.columns[first] === undefined ? 0 : bracket.columns[first]!.matches.length;
  const windows: BracketView[] = [];
  for (let start = 0; start < count; start += matchesAtOnce) {
    windows.push(partOf(bracket, first, start, matchesAtOnce, count > matchesAtOnce ? 3 : undefined));
  }
  return windows;
}

/** A part of a bracket on the wall. */
export function HallBracket({ windows, at, wide }: { windows: readonly BracketView[]; at: number; wide: boolean }) {
  const shown = windows[at];
  if (shown === undefined) return null;
  return (
    <section class="hall-bracket">
      <h2>
        {local(shown.phase_name)} {windows.length > 1 && <small>{`${at + 1} / ${windows.length}`}</small>}
      </h2>
      <BracketPicture bracket={shown} wall={wide ? 2.9 : 2} />
    </section>
  );
}
