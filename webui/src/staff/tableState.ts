import type { HandView, MatchView } from '../shapes';

/** What a table is to somebody who looks over the room, the most urgent first. */
export type TableState = 'call' | 'disputed' | 'late' | 'reported' | 'agree' | 'agreed' | 'signed-off' | 'forfeited' | 'void' | 'playing' | 'drawn';

export function handsOf(match: MatchView): HandView[] {
  return match.games.reduce<HandView[]>((all, game) => all.concat(game.hands), []);
}

export function tableState(match: MatchView): TableState {
  if (match.state === 'signed-off' || match.state === 'forfeited' || match.state === 'void') return match.state;
  if (match.calls.some((call) => call.state !== 'done')) return 'call';
  const hands = handsOf(match);
  if (hands.some((hand) => hand.state === 'disputed')) return 'disputed';
  if (hands.some((hand) => hand.late && hand.state === 'reported')) return 'late';
  if (match.state === 'over') return match.agreed.A && match.agreed.B ? 'agreed' : 'agree';
  if (match.open.state === 'reported') return 'reported';
  return match.state === 'drawn' && hands.length === 0 ? 'drawn' : 'playing';
}
