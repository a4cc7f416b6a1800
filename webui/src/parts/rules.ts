import { signal } from '@preact/signals';

/** Which rulebook the clauses on this page belong to, and how they open. */
export interface RulesPlace {
  rulebook: string;
  /** The event whose copy and settings hold. */
  event?: string;
  /** Clauses open over the page: a phone at a table must not leave it. */
  sheet?: boolean;
}

export const rulesPlace = signal<RulesPlace | null>(null);

/** The clause that is open over the page. */
export const openClause = signal<string | null>(null);

/** The address of a rulebook's page, at an article if one is named. */
export function rulesAddress(place: RulesPlace, clause = ''): string {
  const event = place.event === undefined ? '' : `?event=${encodeURIComponent(place.event)}`;
  return `/rules/${encodeURIComponent(place.rulebook)}${event}${clause === '' ? '' : `#${encodeURIComponent(clause)}`}`;
}

/** Says where clauses lead; the same place again changes nothing. */
export function placeRules(place: RulesPlace): void {
  const known = rulesPlace.peek();
  if (known === null || known.rulebook !== place.rulebook || known.event !== place.event || known.sheet !== place.sheet) rulesPlace.value = place;
}
