import { useEffect, useState } from 'preact/hooks';
import { type Board, seatName, sideName } from '../parts/board';
import { Clause } from '../parts/Clause';
import { Dialog } from '../parts/Dialog';
import { actionList } from '../parts/PenaltyRow';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { sideOfSeat, sides, type MatchView, type Side, type Violation } from '../shapes';
import { post } from '../wire/client';
import { local, t } from '../words/words';
import type { EventDesk } from './eventDesk';
import { ReasonField } from './ReasonField';
import { RulingNotes } from './RulingNotes';
import { handsOf } from './tableState';
import { type Send, useRuling } from './useRuling';

interface PenaltyDialogProps {
  desk: EventDesk;
  match: MatchView;
  board: Board;
  close(): void;
}

/** The step that is due for what the kiosk was asked about. */
type Due = { about: string; due: string[]; repetition: number; clause: string };

/** Every step of a ladder once, as things a referee can choose from. */
function stepsOf(violation: Violation): string[][] {
  const steps: string[][] = [];
  for (const step of violation.ladder.concat([['warn'], ['lose-hand'], ['lose-game'], ['lose-match'], ['disqualify']])) {
    if (!steps.some((known) => known.join() === step.join())) steps.push(step);
  }
  return steps;
}

/** The latest hand that is on record; 0 while there is none. */
function lastHand(match: MatchView): number {
  const hands = handsOf(match).filter((hand) => hand.game === match.open.game);
  return hands.reduce((last, hand) => Math.max(last, hand.number), 0);
}

/** Gives a penalty: who, for what, and the step that the record makes due. Another step needs a reason. */
export function PenaltyDialog({ desk, match, board, close }: PenaltyDialogProps) {
  const [violation, setViolation] = useState<Violation | null>(null);
  const [who, setWho] = useState<{ seat: number } | { side: Side } | null>(null);
  const [hand, setHand] = useState(String(lastHand(match)));
  const [told, setTold] = useState<Due | null>(null);
  const [actions, setActions] = useState<string[] | null>(null);
  const [reason, setReason] = useState('');
  const rulebook = desk.rulebook.value;
  const seats: number[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) seats.push(seat);
  const base =
    violation === null || who === null
      ? null
      : { violation: violation.id, ...who, game: match.open.game, ...(Number(hand) > 0 ? { hand: Number(hand) } : {}) };
  const basis = JSON.stringify(base);
  const due = told !== null && told.about === basis ? told : null;
  useEffect(() => setActions(null), [basis]);
  const deviates = due !== null && actions !== null && actions.join() !== due.due.join();
  const body = base === null ? null : { ...base, ...(deviates && actions !== null ? { actions } : {}) };
  const send: Send = async (how, key) => {
    const { reason: given, ...rest } = how;
    const answer = await post('/api/v1/matches/{id}/penalties', { id: match.id }, { ...body!, ...rest, ...(given !== '' ? { reason: given } : {}) }, { key });
    if (how.dry_run) setTold({ about: basis, due: answer.due, repetition: answer.repetition, clause: answer.clause });
    return { match: answer.match, text: answer.changes, impact: answer.impact };
  };
  const about = body === null ? null : JSON.stringify(body);
  const way = useRuling(desk, about, send);
  const explained = deviates || (way.impact !== null && way.impact.choices.length > 0);
  const blocked = way.busy || way.asking || way.unanswered || due === null || (explained && reason.trim() === '');
  const give = () => {
    if (about !== null) void way.rule(about, reason.trim(), send).then((made) => made && close());
  };
  return (
    <Dialog title={t('page.penalty.give')} close={close}>
      <h3>{t('page.penalty.who')}</h3>
      <div class="choices two">
        {seats.map((seat) => (
          <button
            type="button"
            key={seat}
            class="choice"
            data-seat={seat}
            aria-pressed={who !== null && 'seat' in who && who.seat === seat}
            onClick={() => setWho({ seat })}
          >
            <SideMark side={sideOfSeat(seat)} /> {seatName(board, seat)} <small>{(match.sides[sideOfSeat(seat)].seats || {})[String(seat)]}</small>
          </button>
        ))}
        {sides.map((side) => (
          <button
            type="button"
            key={side}
            class="choice"
            data-side={side}
            aria-pressed={who !== null && 'side' in who && who.side === side}
            onClick={() => setWho({ side })}
          >
            <SideMark side={side} /> {t('page.penalty.side', { Side: sideName(board, side) })}
          </button>
        ))}
      </div>
      <h3>{t('page.penalty.what')}</h3>
      <div class="choices">
        {(rulebook ? rulebook.violations : []).map((one) => (
          <button
            type="button"
            key={one.id}
            class="choice"
            data-violation={one.id}
            aria-pressed={violation !== null && violation.id === one.id}
            onClick={() => setViolation(one)}
          >
            {local(one.name)} <small>{one.clause}</small>
          </button>
        ))}
      </div>
      <label class="field">
        {t('page.penalty.hand')}
        <input type="number" min={0} name="hand" value={hand} onInput={(event) => setHand(event.currentTarget.value)} />
      </label>
      {due !== null && violation !== null && (
        <>
          <p class="note">
            <b>{t('page.penalty.due', { N: due.repetition, Step: actionList(due.due) })}</b> <Clause clause={due.clause} />
            {violation.default && <small> {t('page.penalty.ours')}</small>}
          </p>
          <div class="choices two">
            {stepsOf(violation).map((step) => (
              <button
                type="button"
                key={step.join()}
                class="choice"
                data-step={step.join()}
                aria-pressed={(actions || due.due).join() === step.join()}
                onClick={() => setActions(step)}
              >
                {actionList(step)}
              </button>
            ))}
          </div>
        </>
      )}
      {deviates && <p class="note note-warn">{t('page.penalty.deviates')}</p>}
      <RulingNotes way={way} />
      <ReasonField value={reason} change={setReason} label={explained ? t('page.reason') : t('page.reason.optional')} />
      <Trouble error={way.error} />
      <button type="button" class="primary big" data-do="penalty-yes" disabled={blocked} onClick={give}>
        {due === null ? t('page.penalty.do') : t('page.penalty.do.step', { Step: actionList(actions || due.due) })}
      </button>
    </Dialog>
  );
}
