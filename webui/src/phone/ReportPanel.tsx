import { useEffect, useRef, useState } from 'preact/hooks';
import type { MatchView, Next, ReportAnswer } from '../shapes';
import type { Board } from '../parts/board';
import { askedNext, handOf, isWhole } from '../parts/hand';
import { HandPad } from '../parts/HandPad';
import { t } from '../words/words';
import { handName, type Desk } from './desk';
import { Follows } from './Follows';
import { NextHand } from './NextHand';
import { useDraft } from './useDraft';

interface ReportPanelProps {
  desk: Desk;
  match: MatchView;
  board: Board;
  next: Next;
}

export type Preview = { state: 'asking' } | { state: 'known'; answer: ReportAnswer } | { state: 'failed'; error: unknown };

/** The hand that is being played: what is played for, how it went, what would follow, and sending it. */
export function ReportPanel({ desk, match, board, next }: ReportPanelProps) {
  const [draft, setDraft] = useDraft(desk, handName(match.id, next.game, next.number));
  const [preview, setPreview] = useState<Preview>({ state: 'asking' });
  const asked = askedNext(board, next);
  const complete = isWhole(draft, board, asked);
  const hand = handOf(draft, board, asked);
  useEffect(() => {
    if (!complete) return undefined;
    let wanted = true;
    setPreview({ state: 'asking' });
    desk.dryRun(next, hand).then(
      (answer) => {
        if (wanted) setPreview({ state: 'known', answer });
      },
      (error: unknown) => {
        if (wanted) setPreview({ state: 'failed', error });
      },
    );
    return () => {
      wanted = false;
    };
  }, [complete, JSON.stringify(hand), match.version]);
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What follows and the button to send it must not lie under the bar at the bottom.
    if (complete && preview.state !== 'asking' && end.current) end.current.scrollIntoView({ block: 'nearest' });
  }, [complete, preview.state]);
  return (
    <section class="card report">
      <NextHand next={next} />
      <HandPad board={board} match={match} asked={asked} draft={draft} change={setDraft} />
      {complete && (
        <>
          <Follows preview={preview} />
          <button type="button" class="big primary" data-do="send" ref={end} disabled={preview.state === 'asking'} onClick={() => desk.report(next, hand)}>
            {t('page.report.send')}
          </button>
        </>
      )}
    </section>
  );
}
