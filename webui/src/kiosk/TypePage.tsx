import { useEffect, useRef, useState } from 'preact/hooks';
import { type Board, sitsAt } from '../parts/board';
import { Trouble } from '../parts/Trouble';
import type { EventView, MatchView } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { get } from '../wire/client';
import { t } from '../words/words';
import { PaperSheet } from './PaperSheet';
import { readTarget } from './paper';

interface TypePageProps {
  desk: EventDesk;
  event: EventView;
  board: Board;
  /** A match to open at once. */
  first: string | undefined;
}

/** Results from paper, with the keyboard alone or a hand scanner: a table or a code, then a row of digits for each hand. */
export function TypePage({ desk, board, first }: TypePageProps) {
  const [target, setTarget] = useState('');
  const [match, setMatch] = useState<MatchView | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [missed, setMissed] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const open = async (id: string) => {
    try {
      setError(null);
      setMatch(await get('/api/v1/matches/{id}', { id }));
    } catch (thrown) {
      setError(thrown);
    }
  };
  useEffect(() => {
    if (first !== undefined) void open(first);
    else if (box.current) box.current.focus();
  }, [first]);
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    const wanted = readTarget(target);
    setMissed(false);
    setSaved(null);
    if (wanted === null) {
      setMissed(true);
      return;
    }
    setTarget('');
    if ('match' in wanted) {
      void open(wanted.match);
      return;
    }
    const found = desk.matches.peek().filter((one) => sitsAt(one, wanted.table))[0];
    if (found === undefined) setMissed(true);
    else void open(found.id);
  };
  const back = () => {
    setMatch(null);
    // The line comes back into the page first.
    setTimeout(() => {
      if (box.current) box.current.focus();
    }, 0);
  };
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.type')}</h1>
        <span class="muted">{t('page.type.help')}</span>
      </header>
      <form class="row search" onSubmit={submit}>
        <input
          name="target"
          ref={box}
          value={target}
          autocomplete="off"
          placeholder={t('page.type.target')}
          aria-label={t('page.type.target')}
          onInput={(event) => setTarget(event.currentTarget.value)}
        />
        <button class="primary">{t('page.code.open')}</button>
      </form>
      {missed && <p class="note note-warn" role="alert">{t('page.type.missed')}</p>}
      {saved !== null && <p class="note note-good" role="status">{saved}</p>}
      <Trouble error={error} />
      {match !== null && (
        <PaperSheet
          key={match.id}
          match={match}
          board={board}
          cancel={back}
          saved={(answer) => {
            desk.accept(answer);
            void desk.load();
            setSaved(t('page.type.saved', { Table: answer.table === null ? '' : answer.table, A: answer.sides.A.name, B: answer.sides.B.name }));
            back();
          }}
        />
      )}
    </>
  );
}
