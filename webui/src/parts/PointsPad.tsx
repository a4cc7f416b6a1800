import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { otherSide, sides, type Side } from '../shapes';
import { t, tOf } from '../words/words';
import { type Board, sideName } from './board';
import { type Asked, type Camp, type Draft, type PointsForm, pairWords } from './hand';
import { SideMark } from './SideMark';

interface PointsPadProps {
  board: Board;
  form: PointsForm;
  asked: Asked;
  draft: Draft;
  change(draft: Draft): void;
}

const camps: readonly Camp[] = ['declarers', 'defenders'];

/** A hand that is told by points: who is on stage, what the defenders took, and what became of the bottom. */
export function PointsPad({ board, form, asked, draft, change }: PointsPadProps) {
  const onStage = asked.asksStage ? draft.onStage : asked.onStage;
  const campName = (camp: Camp) => (onStage === null ? tOf('page.stage.camp', camp) : tOf('page.stage.camp.of', camp, { Side: sideOf(board, camp, onStage) }));
  return (
    <div class="points-pad">
      {asked.asksStage && (
        <Question text={t('page.stage.title')}>
          {sides.map((side) => (
            <button type="button" key={side} class="choice" data-stage={side} aria-pressed={draft.onStage === side} onClick={() => change({ ...draft, onStage: side })}>
              <SideMark side={side} /> {sideName(board, side)}
            </button>
          ))}
        </Question>
      )}
      {!asked.asksStage && onStage !== null && (
        <p>
          <SideMark side={onStage} /> {t('page.stage.on', { Side: sideName(board, onStage) })}
        </p>
      )}
      <Points name="tricks" text={t('page.stage.tricks', { Camp: campName('defenders') })} form={form} most={form.most} value={draft.tricks} change={(tricks) => change({ ...draft, tricks })} />
      <Question text={t('page.stage.last')}>
        {camps.map((camp) => (
          <button type="button" key={camp} class="choice" data-last={camp} aria-pressed={draft.last === camp} onClick={() => change({ ...draft, last: camp })}>
            {campName(camp)}
          </button>
        ))}
      </Question>
      {draft.last === 'defenders' && (
        <>
          <Points name="bottom" text={t('page.stage.bottom')} form={form} most={form.most_bottom} value={draft.bottom} change={(bottom) => change({ ...draft, bottom })} />
          <Pairs most={form.pairs} value={draft.pairs} change={(pairs) => change({ ...draft, pairs })} />
        </>
      )}
      <Throws board={board} form={form} draft={draft} change={change} />
    </div>
  );
}

function sideOf(board: Board, camp: Camp, onStage: Side): string {
  return sideName(board, camp === 'declarers' ? onStage : otherSide(onStage));
}

function numbers(n: number): number[] {
  const list: number[] = [];
  for (let i = 0; i < n; i++) list.push(i);
  return list;
}

function Question({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <fieldset class="question">
      <legend>{text}</legend>
      <div class="choices two">{children}</div>
    </fieldset>
  );
}

interface PointsProps {
  name: string;
  text: string;
  form: PointsForm;
  most: number;
  value: number | null;
  change(value: number | null): void;
}

/** Points by typing, or by steps; nothing stands there before somebody has said something. */
function Points({ name, text, form, most, value, change }: PointsProps) {
  const { unit } = form;
  const step = (by: number) => change(Math.max(0, Math.min(most, (value || 0) + by)));
  return (
    <fieldset class="question">
      <legend>{text}</legend>
      <div class="points-steps">
        <Step by={-unit} disabled={value === null || value === 0} step={step} />
        <input
          name={name}
          inputMode="numeric"
          autocomplete="off"
          maxLength={3}
          aria-label={text}
          value={value === null ? '' : String(value)}
          placeholder="—"
          onInput={(event) => change(readPoints(event.currentTarget.value))}
        />
        <Step by={unit} disabled={value !== null && value >= most} step={step} />
        <Step by={-8 * unit} disabled={value === null || value === 0} step={step} />
        <button type="button" data-step="0" aria-pressed={value === 0} onClick={() => change(0)}>
          0
        </button>
        <Step by={8 * unit} disabled={value !== null && value >= most} step={step} />
      </div>
    </fieldset>
  );
}

/** So many pairs are asked for at once; longer tractors are behind a button. */
const usualPairs = 3;

function Pairs({ most, value, change }: { most: number; value: number | null; change(pairs: number): void }) {
  const [all, setAll] = useState(value !== null && value > usualPairs);
  const shown = all ? most : Math.min(most, usualPairs);
  return (
    <Question text={t('page.stage.play')}>
      {numbers(shown + 1).map((pairs) => (
        <button type="button" key={pairs} class="choice" data-pairs={pairs} aria-pressed={value === pairs} onClick={() => change(pairs)}>
          {pairWords(pairs)}
        </button>
      ))}
      {shown < most && (
        <button type="button" class="choice" data-do="more-pairs" onClick={() => setAll(true)}>
          {t('page.stage.pairs.more')}
        </button>
      )}
    </Question>
  );
}

function Step({ by, disabled, step }: { by: number; disabled: boolean; step(by: number): void }) {
  return (
    <button type="button" data-step={by} disabled={disabled} onClick={() => step(by)}>
      {by < 0 ? `−${-by}` : `+${by}`}
    </button>
  );
}

function readPoints(text: string): number | null {
  const digits = text.normalize('NFKC').replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
}

function Throws({ board, form, draft, change }: Pick<PointsPadProps, 'board' | 'form' | 'draft' | 'change'>) {
  const side = draft.throwing;
  const setSide = (throwing: Side | null) => change({ ...draft, throwing });
  return (
    <fieldset class="question throws">
      <legend>{t('page.stage.throws')}</legend>
      <ul class="incident-list">
        {draft.throws.map((one, at) => (
          <li key={at}>
            <span>
              <SideMark side={one.side} /> {t('page.stage.throw.line', { Side: sideName(board, one.side), N: one.cards })}
            </span>
            <button type="button" class="quiet" data-do="throw-remove" aria-label={t('page.incident.remove', { What: t('page.stage.throws') })} onClick={() => change({ ...draft, throws: draft.throws.filter((_, other) => other !== at) })}>
              ✕
            </button>
          </li>
        ))}
      </ul>
      {side === null ? (
        <div class="choices two">
          {sides.map((one) => (
            <button type="button" key={one} data-throw={one} onClick={() => setSide(one)}>
              ＋ {sideName(board, one)}
            </button>
          ))}
        </div>
      ) : (
        <>
          <p>{t('page.stage.throw.cards', { Side: sideName(board, side) })}</p>
          <div class="incident-kinds">
            {numbers(Math.min(form.cards, mostThrown)).map((n) => (
              <button
                type="button"
                key={n}
                data-throw-cards={n + 1}
                onClick={() => change({ ...draft, throws: draft.throws.concat({ side, cards: n + 1 }), throwing: null })}
              >
                {n + 1}
              </button>
            ))}
          </div>
          <button type="button" class="quiet" onClick={() => setSide(null)}>
            {t('page.cancel')}
          </button>
        </>
      )}
    </fieldset>
  );
}

/** More cards than these are beaten in no throw that a table would try; a sheet may still say so. */
const mostThrown = 12;
