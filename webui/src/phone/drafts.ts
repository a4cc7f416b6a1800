import { type Draft, emptyDraft } from '../parts/hand';
import { forget, recall, remember } from '../wire/memory';

/**
 * What has been told at a place of one hand and was not sent yet. It outlives a
 * reload, and whatever the other side does meanwhile: told hands are long.
 */
export class Drafts {
  constructor(private readonly name: string) {}

  /** What was told of a hand; nothing where another hand was told last. */
  of(hand: string): Draft {
    const kept = this.kept();
    return kept !== null && kept.hand === hand ? kept.draft : emptyDraft;
  }

  keep(hand: string, draft: Draft): void {
    remember(this.name, JSON.stringify({ hand, draft }));
  }

  /** Forgets what was told of a hand that is sent. */
  drop(hand: string): void {
    const kept = this.kept();
    if (kept !== null && kept.hand === hand) forget(this.name);
  }

  private kept(): { hand: string; draft: Draft } | null {
    try {
      const { hand, draft } = JSON.parse(recall(this.name) || '{}') as { hand?: string; draft?: Partial<Draft> };
      if (hand === undefined || draft === undefined) return null;
      const lists = [draft.finish, draft.events, draft.throws];
      return lists.every(Array.isArray) ? { hand, draft: { ...emptyDraft, ...draft } } : null;
    } catch {
      return null;
    }
  }
}
