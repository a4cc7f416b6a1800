import { useEffect, useRef, useState } from 'preact/hooks';
import type { DrawnSide, NextField, Problem } from '../../shapes';
import { t, tOf } from '../../words/words';
import { byesOf, everybody, faultsAt, readEntrant, unpaired, type PaperPair } from './lots';

interface PaperPairsProps {
  field: NextField;
  pairs: readonly PaperPair[];
  change(pairs: PaperPair[]): void;
  problem: Problem | null;
}

/**
 * Pairs as lots on paper gave them, typed with the keyboard alone: two numbers,
 * each with Enter, table after table. Whoever is left sits out.
 */
export function PaperPairs({ field, pairs, change, problem }: PaperPairsProps) {
  const [home, setHome] = useState('');
  const [away, setAway] = useState('');
  /** The pair that is typed anew; null is the next one. */
  const [at, setAt] = useState<number | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const sides = everybody(field);
  const open = at === null ? pairs : pairs.filter((_, index) => index !== at);
  const left = unpaired(field, open);
  const nameOf = (id: string) => sides.filter((side) => side.entrant === id)[0];
  const one = readEntrant(left, home);
  const other = readEntrant(left.filter((side) => one.side === null || side.entrant !== one.side.entrant), away);
  useEffect(() => {
    if (first.current !== null) first.current.focus();
  }, []);
  const finish = () => {
    const go = document.querySelector<HTMLElement>('[data-do=draw]');
    if (go !== null) go.focus();
  };
  const place = () => {
    if (one.side === null || other.side === null) return;
    const pair = { home: one.side.entrant, away: other.side.entrant };
    change(at === null ? pairs.concat(pair) : pairs.map((old, index) => (index === at ? pair : old)));
    setHome('');
    setAway('');
    setAt(null);
    if (left.length <= 3) finish();
    else if (first.current !== null) first.current.focus();
  };
  const edit = (index: number) => {
    const pair = pairs[index];
    if (pair === undefined) return;
    setAt(index);
    setHome(numberOrName(nameOf(pair.home)));
    setAway(numberOrName(nameOf(pair.away)));
    if (first.current !== null) first.current.focus();
  };
  const onFirst = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (one.side !== null && second.current !== null) second.current.focus();
      if (home === '' && at === null && pairs.length > 0) finish();
    }
    if (event.key === 'Backspace' && home === '' && at === null && pairs.length > 0) {
      event.preventDefault();
      edit(pairs.length - 1);
    }
    if (event.key === 'Escape' && at !== null) {
      setAt(null);
      setHome('');
      setAway('');
    }
  };
  const onSecond = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      place();
    }
    if (event.key === 'Backspace' && away === '' && first.current !== null) {
      event.preventDefault();
      first.current.focus();
    }
  };
  const byes = byesOf(field, pairs);
  return (
    <div class="paper-draw">
      <p class="muted">{t('page.paper.draw.pairs')}</p>
      {field.third.length === 2 && (
        <p class="note">{t('page.paper.draw.third', { A: field.third[0]!.name, B: field.third[1]!.name })}</p>
      )}
      {field.matches > 0 && <p class="paper-count">{t('page.paper.draw.count', { Done: pairs.length, All: field.matches })}</p>}
      {pairs.length > 0 && (
        <ol class="paper-pairs">
          {pairs.map((pair, index) => (
            <li key={`${pair.home} ${pair.away}`} class={index === at ? 'editing' : ''} data-pair={index}>
              <b class="paper-table">{t('page.table', { N: index + 1 })}</b>
              <span>
                <Side side={nameOf(pair.home)} /> <span class="muted">{t('page.versus')}</span> <Side side={nameOf(pair.away)} />
                {faultsAt(problem, `/pairings/${index}`).map((text) => <small key={text} class="warning">{text}</small>)}
              </span>
              <span class="row">
                <button type="button" class="small quiet" onClick={() => edit(index)}>
                  {t('page.change')}
                </button>
                <button type="button" class="small quiet" aria-label={t('page.remove')} onClick={() => change(pairs.filter((_, other) => other !== index))}>
                  ✕
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {(left.length > 0 || at !== null) && (
        <div class="paper-entry">
          <b class="paper-table">{t('page.table', { N: (at === null ? pairs.length : at) + 1 })}</b>
          <label>
            <span class="side-mark side-A" aria-hidden="true">▲</span> {t('page.paper.draw.first')}
            <input name="paper-home" ref={first} value={home} autocomplete="off" aria-invalid={bad(one)} onInput={(event) => setHome(event.currentTarget.value)} onKeyDown={onFirst} />
            <Answer typed={one} />
          </label>
          <label>
            <span class="side-mark side-B" aria-hidden="true">●</span> {t('page.paper.draw.second')}
            <input name="paper-away" ref={second} value={away} autocomplete="off" aria-invalid={bad(other)} onInput={(event) => setAway(event.currentTarget.value)} onKeyDown={onSecond} />
            <Answer typed={other} />
          </label>
          <button type="button" data-do="add-pair" disabled={one.side === null || other.side === null} onClick={place}>
            {at === null ? t('page.paper.draw.add') : t('page.change')}
          </button>
        </div>
      )}
      {left.length > 0 && (
        <div class="paper-left">
          <h3>{t('page.paper.draw.left', { N: unpaired(field, pairs).length })}</h3>
          <ul class="chips">
            {unpaired(field, pairs).map((side) => {
              const index = byes.indexOf(side);
              const faults = index < 0 ? [] : faultsAt(problem, `/byes/${index}`);
              return (
                <li key={side.entrant} class={faults.length > 0 ? 'chip chip-bad' : 'chip'}>
                  <Side side={side} />
                  {faults.map((text) => <small key={text} class="warning">{text}</small>)}
                </li>
              );
            })}
          </ul>
          {byes.length > 0 && pairs.length > 0 && <p class={pairs.length === field.matches ? 'note' : 'note note-warn'}>{t('page.paper.draw.byes', { N: byes.length })}</p>}
        </div>
      )}
    </div>
  );
}

function numberOrName(side: DrawnSide | undefined): string {
  return side === undefined ? '' : side.number || side.name;
}

function bad(typed: ReturnType<typeof readEntrant>): boolean {
  return typed.side === null && typed.why !== 'empty';
}

function Side({ side }: { side: DrawnSide | undefined }) {
  if (side === undefined) return null;
  return (
    <>
      <small>{side.number}</small> {side.name}
    </>
  );
}

/** Whom the kiosk has understood. */
function Answer({ typed }: { typed: ReturnType<typeof readEntrant> }) {
  if (typed.side !== null) {
    return (
      <small class="answer answer-good">
        {typed.side.number} {typed.side.name} {typed.side.from !== '' && `(${typed.side.from})`}
      </small>
    );
  }
  return <small class={typed.why === 'empty' ? 'answer' : 'answer answer-bad'}>{typed.why === 'empty' ? '\u00a0' : tOf('page.paper.draw', typed.why)}</small>;
}
