import type { EventView, LadderAnswer, LadderMove, LadderTitle } from '../../shapes';
import { hasWords, local, t, tOf } from '../../words/words';

/** A ladder as a page speaks of it: its titles and entrants by name. */
export interface Sight {
  answer: LadderAnswer;
  /** Entrants by name. */
  name(id: string): string;
  names(ids: readonly string[]): string;
  /** A title by name; the words for none where it is empty. */
  title(id: string | undefined): string;
}

export function sightOf(answer: LadderAnswer): Sight {
  const name = (id: string) => answer.names[id] || id;
  return {
    answer,
    name,
    names: (ids) => ids.map(name).join(t('page.listcomma')),
    title: (id) => {
      const found = answer.ladder.titles.filter((one) => one.title.id === id)[0];
      return found === undefined ? t('page.ladder.notitle') : local(found.title.name);
    },
  };
}

/** True where one of the event's phases is a challenge ladder. */
export function hasLadder(event: EventView): boolean {
  return event.phases.some((phase) => phase.kind === 'ladder');
}

/** Why a title changes: what was reached, against whom, and what put somebody behind those who have the seats. */
export function moveWords(sight: Sight, move: LadderMove): string {
  if (move.why === 'granted') return t('page.ladder.move.granted', { Reason: move.reason || '' });
  const against = move.against || [];
  const why = tOf('page.ladder.move', move.why, { Names: sight.names(against), To: sight.title(move.to), From: sight.title(move.from) });
  return move.by && hasWords('page.ladder.by', move.by) ? `${why}${t('page.comma')}${tOf('page.ladder.by', move.by)}` : why;
}

/** Everybody who holds a title, highest title first. */
export function holdersOf(titles: readonly LadderTitle[]): { entrant: string; title: string }[] {
  return titles.reduce<{ entrant: string; title: string }[]>((all, title) => all.concat(title.holders.map((holder) => ({ entrant: holder.entrant, title: title.title.id }))), []);
}
