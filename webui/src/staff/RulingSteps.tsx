import { useEffect, useRef, useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';
import { RulingNotes } from './RulingNotes';
import { type Send, useRuling } from './useRuling';

interface RulingStepsProps {
  desk: EventDesk;
  /** What is ruled, as text; null while it is not complete. */
  about: string | null;
  send: Send;
  /** What the button says, and its name for tests. */
  label: string;
  name: string;
  /** A second question, which says what will happen. */
  sure?: string;
  close(): void;
}

/** The end of every ruling: what it changes, what becomes of later rounds, its reason, and the button that makes it. */
export function RulingSteps({ desk, about, send, label, name, sure, close }: RulingStepsProps) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const way = useRuling(desk, about, send);
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => setAsked(false), [about]);
  // The question comes below what was read last.
  useEffect(() => {
    if (asked && question.current && question.current.scrollIntoView) question.current.scrollIntoView({ block: 'nearest' });
  }, [asked]);
  const blocked = way.busy || about === null || way.asking || way.unanswered || reason.trim() === '';
  const rule = () => {
    if (about === null || blocked) return;
    if (sure !== undefined && !asked) {
      setAsked(true);
      return;
    }
    void way.rule(about, reason.trim(), send).then((made) => made && close());
  };
  return (
    <>
      <RulingNotes way={way} />
      <ReasonField value={reason} change={setReason} />
      {way.unanswered && <p class="note note-warn">{t('page.later.unanswered')}</p>}
      <Trouble error={way.error} />
      <div class="ruling-end" ref={question}>
        {sure !== undefined && asked && !blocked && (
          <p class="note note-bad">
            <b>{sure}</b>
          </p>
        )}
        <button
          type="button"
          class={sure !== undefined ? 'danger big' : 'primary big'}
          data-do={`${name}-${sure !== undefined && !asked ? 'next' : 'yes'}`}
          disabled={blocked}
          onClick={rule}
        >
          {sure !== undefined && !asked ? t('page.next') : label}
        </button>
        {sure !== undefined && asked && (
          <button type="button" class="big" data-do={`${name}-no`} onClick={() => setAsked(false)}>
            {t('page.no')}
          </button>
        )}
      </div>
    </>
  );
}
