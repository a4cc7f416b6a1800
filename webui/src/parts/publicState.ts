import type { PublicMatch } from '../shapes';

export type PublicState = 'drawn' | 'playing' | 'disputed' | 'reported' | 'over' | 'signed-off' | 'forfeited' | 'void';

/** How a match stands for those who look on. */
export function publicState(match: PublicMatch): PublicState {
  if (match.state !== 'playing') return match.state;
  return match.open.state === 'none' ? 'playing' : match.open.state;
}
