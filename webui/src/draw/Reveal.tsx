import { useEffect, useReducer, useState } from 'preact/hooks';
import { textWidth } from '../parts/fitName';
import { SideMark } from '../parts/SideMark';
import type { DrawView, DrawnSide } from '../shapes';
import { t } from '../words/words';
import { listPages, lotsOf, type ListPage, type Lot } from './lotsInOrder';

const paces = [2, 4, 8] as const;
/** Lots that are shown below the newest one. */
const recent = 12;

type Move = 'next' | 'ten' | 'back' | 'list' | 'title' | 'auto';

const keys: Record<string, Move> = { ' ': 'next', Enter: 'next', ArrowRight: 'next', PageDown: 'next', ArrowLeft: 'back', PageUp: 'back', End: 'list', Home: 'title' };

interface Place {
  /** 0 is the title, then lot by lot; one more than there are is the list. */
  at: number;
  page: number;
  running: boolean;
}

/** How the page moves on, whatever the pace of the presses. */
function moveOf(lots: number, pages: number): (place: Place, move: Move) => Place {
  return (place, move) => {
    const listed = place.at > lots;
    switch (move) {
      case 'title':
        return { at: 0, page: 0, running: false };
      case 'list':
        return { at: lots + 1, page: 0, running: false };
      case 'auto':
        return { ...place, running: !place.running && place.at < lots };
      case 'back':
        return listed && place.page > 0 ? { ...place, page: place.page - 1 } : { ...place, at: Math.max(0, place.at - 1), running: false };
      default: {
        if (listed) return { ...place, page: (place.page + 1) % Math.max(1, pages) };
        const at = place.at === lots ? lots + 1 : Math.min(lots, place.at + (move === 'ten' ? 10 : 1));
        return { at, page: 0, running: place.running && at < lots };
      }
    }
  };
}

/**
 * Lots one at a time, each by a press: space, the arrow, a click, or a button.
 * They go on by themselves only once somebody has asked for that. After the
 * last one comes the whole list.
 */
export function Reveal({ draw }: { draw: DrawView }) {
  const lots = lotsOf(draw);
  const pages = listPages(draw);
  const [{ at, page, running }, act] = useReducer(moveOf(lots.length, pages.length), { at: 0, page: 0, running: false });
  const [pace, setPace] = useState<number>(4);
  const listed = at > lots.length;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => act('next'), pace * 1000);
    return () => clearTimeout(timer);
  }, [running, pace, at]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A button or a field that has the focus does its own work.
      const own = event.target instanceof Element && event.target.closest('button, select, a, input') !== null;
      if (own && (event.key === ' ' || event.key === 'Enter')) return;
      const move = keys[event.key];
      if (move === undefined) return;
      event.preventDefault();
      act(move);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  /** A click leaves the focus to the space bar; a key on a button keeps it. */
  const pressed = (move: Move) => (event: MouseEvent) => {
    act(move);
    if (event.detail > 0 && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
  };
  const current = at > 0 && at <= lots.length ? lots[at - 1]! : null;
  return (
    <>
      {listed ? (
        <List page={pages[page]} number={page + 1} of={pages.length} />
      ) : (
        <section class="lot-stage" data-do="next-lot" onClick={() => act('next')} aria-live="polite">
          {current === null ? <Title draw={draw} lots={lots} /> : <Newest key={at} lot={current} draw={draw} />}
        </section>
      )}
      {!listed && at > 0 && (
        <ol class="lot-recent" aria-label={t('page.projector.drawn')}>
          {lots
            .slice(Math.max(0, at - 1 - recent), Math.max(0, at - 1))
            .reverse()
            .map((lot) => <li key={keyOf(lot)}>{<Small lot={lot} />}</li>)}
        </ol>
      )}
      <footer>
        <progress max={Math.max(1, lots.length)} value={Math.min(at, lots.length)} aria-label={t('page.projector.drawn')} />
        <span class="lot-count">
          {Math.min(at, lots.length)} / {lots.length}
        </span>
        <span class="lot-buttons">
          <button type="button" data-do="back" disabled={at === 0} onClick={pressed('back')}>
            {listed ? t('page.projector.return') : t('page.projector.back')}
          </button>
          <button type="button" class="primary" data-do="next" disabled={listed && pages.length < 2} onClick={pressed('next')}>
            {at === 0 ? t('page.projector.start') : listed ? t('page.projector.page') : at === lots.length ? t('page.projector.list') : t('page.projector.next')}
          </button>
          {!listed && (
            <>
              <button type="button" data-do="auto" aria-pressed={running} disabled={at >= lots.length} onClick={pressed('auto')}>
                {running ? t('page.projector.pause') : t('page.projector.auto')}
              </button>
              <label class="lot-pace">
                <select aria-label={t('page.projector.pace')} value={String(pace)} onChange={(change) => setPace(Number(change.currentTarget.value))}>
                  {paces.map((one) => <option key={one} value={String(one)} selected={one === pace}>{t('page.projector.seconds', { N: one })}</option>)}
                </select>
              </label>
              {lots.length > 30 && (
                <button type="button" data-do="ten" disabled={at >= lots.length} onClick={pressed('ten')}>
                  {t('page.projector.ten')}
                </button>
              )}
              <button type="button" data-do="all" onClick={pressed('list')}>
                {t('page.projector.all')}
              </button>
            </>
          )}
        </span>
      </footer>
    </>
  );
}

function keyOf(lot: Lot): string {
  if (lot.kind === 'pair') return lot.pair.match;
  return lot.kind === 'bye' ? `bye ${lot.side.entrant}` : `${lot.group} ${lot.number}`;
}

function Title({ draw, lots }: { draw: DrawView; lots: readonly Lot[] }) {
  return (
    <div class="lot-title">
      <p class="lot-big">{t('page.projector.title', { N: draw.round })}</p>
      <p class="lot-sum">
        {t('page.projector.sum', { N: draw.pairs.length })}
        {draw.byes.length > 0 && t('page.projector.sum.byes', { N: draw.byes.length })}
      </p>
      {!draw.paper && <p class="lot-fair">{t('page.projector.fair')}</p>}
      <p class="lot-hint">{lots.length === 0 ? t('page.projector.nobody') : t('page.projector.press')}</p>
    </div>
  );
}

/** How large a name can be set: the longer, the smaller. */
function nameSize(name: string): string {
  const width = textWidth(name);
  return width <= 8 ? 'name-short' : width <= 13 ? 'name-middle' : 'name-long';
}

function BigName({ side }: { side: DrawnSide }) {
  return (
    <div class={`lot-name ${nameSize(side.name)}`}>
      <b>{side.name}</b>
      <small>
        {side.number}
        {side.unit !== '' && side.name.indexOf(side.unit) < 0 && ` · ${side.unit}`}
        {side.from !== '' && ` · ${side.from}`}
      </small>
    </div>
  );
}

function groupWords(name: string): string {
  return name === '' ? '' : t('page.group', { Name: name });
}

function Newest({ lot, draw }: { lot: Lot; draw: DrawView }) {
  if (lot.kind === 'number') {
    return (
      <div class="lot lot-number">
        <p class="lot-where">{groupWords(lot.group)}</p>
        <p class="lot-digit">
          {lot.number} <small>{t('page.projector.number')}</small>
        </p>
        <BigName side={lot.side} />
      </div>
    );
  }
  if (lot.kind === 'bye') {
    return (
      <div class="lot lot-bye">
        <p class="lot-where">{t('page.bracket.bye')}</p>
        <BigName side={lot.side} />
      </div>
    );
  }
  const { pair } = lot;
  return (
    <div class="lot lot-pair">
      <p class="lot-where">
        <span>
          {groupWords(pair.group)} {t('page.table', { N: pair.table })}
        </span>
      </p>
      <div class="lot-sides">
        <BigName side={pair.a} />
        <span class="lot-versus">{t('page.versus')}</span>
        <BigName side={pair.b} />
      </div>
      {pair.why !== '' && !draw.paper && <p class="lot-why">{pair.why}</p>}
    </div>
  );
}

function Small({ lot }: { lot: Lot }) {
  if (lot.kind === 'number') {
    return (
      <>
        <b>
          {lot.group} {lot.number}
        </b>{' '}
        <span>{lot.side.name}</span>
      </>
    );
  }
  if (lot.kind === 'bye') {
    return (
      <>
        <b>{t('page.bracket.bye')}</b> <span>{lot.side.name}</span>
      </>
    );
  }
  return (
    <>
      <b>{lot.pair.table}</b>{' '}
      <span>
        {lot.pair.a.name} <i>{t('page.versus')}</i> {lot.pair.b.name}
      </span>
    </>
  );
}

function List({ page, number, of }: { page: ListPage | undefined; number: number; of: number }) {
  if (page === undefined) return <section class="lot-list">{t('page.projector.nobody')}</section>;
  const pages = of > 1 ? <small> {t('page.projector.pageof', { N: number, All: of })}</small> : null;
  if (page.kind === 'numbers') {
    return (
      <section class="lot-list">
        <h2>
          {t('page.draw.numbers')} {groupWords(page.group)}
          {pages}
        </h2>
        <ol class={shapeOf(page.sides.length)}>
          {page.sides.map((side, at) => (
            <li key={side.entrant}>
              <b>{page.from + at + 1}</b> <span>{side.name}</span>
            </li>
          ))}
        </ol>
      </section>
    );
  }
  if (page.kind === 'rest') {
    return (
      <section class="lot-list">
        <h2>
          {t('page.projector.rest')}
          {pages}
        </h2>
        <ol class={shapeOf(page.sides.length)}>
          {page.sides.map(({ side, through }) => (
            <li key={side.entrant}>
              <b>{through ? t('page.projector.through') : t('page.bracket.bye')}</b> <span>{side.name}</span>
            </li>
          ))}
        </ol>
      </section>
    );
  }
  return (
    <section class="lot-list">
      <h2>
        {t('page.projector.whole')}
        {pages}
      </h2>
      <ol class={shapeOf(page.pairs.length)}>
        {page.pairs.map((pair) => (
          <li key={pair.match}>
            <b>{pair.table}</b>
            <span class="lot-two">
              <span>
                <SideMark side="A" /> {pair.a.name}
              </span>
              <span>
                <SideMark side="B" /> {pair.b.name}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The columns and rows in which so many entries fill a screen. */
function shapeOf(count: number): string {
  const columns = count <= 8 ? 2 : count <= 24 ? 3 : 4;
  return `lot-grid columns-${columns} rows-${Math.max(4, Math.ceil(count / columns))}`;
}
