import { useState } from 'preact/hooks';
import type { Draft } from '../parts/hand';
import type { Desk } from './desk';

/** What is told of a hand at this place, as it was left. */
export function useDraft(desk: Desk, hand: string): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState<Draft>(() => desk.drafts.of(hand));
  return [
    draft,
    (told) => {
      desk.drafts.keep(hand, told);
      setDraft(told);
    },
  ];
}
