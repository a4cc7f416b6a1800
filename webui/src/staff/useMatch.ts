import { useLoaded } from '../parts/useLoaded';
import type { MatchView } from '../shapes';
import { get } from '../wire/client';
import type { EventDesk } from './eventDesk';

/** A match of any round: as the desk shows it, or else fetched, and again whenever the event changes. */
export function useMatch(desk: EventDesk, id: string | null): MatchView | undefined {
  const shown = desk.matches.value.filter((match) => match.id === id)[0];
  const elsewhere = id !== null && shown === undefined ? id : null;
  const version = desk.event.value === null ? 0 : desk.event.value.version;
  const fetched = useLoaded(async () => (elsewhere === null ? null : get('/api/v1/matches/{id}', { id: elsewhere })), [elsewhere, version]);
  if (shown !== undefined) return shown;
  return fetched.value !== null && fetched.value.id === id ? fetched.value : undefined;
}
