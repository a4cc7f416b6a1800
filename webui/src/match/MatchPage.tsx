import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Board, boardOfRulebook, tableWords } from '../parts/board';
import { Clock } from '../parts/Clock';
import { HandRow } from '../parts/HandRow';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { MatchResult } from '../parts/MatchResult';
import { PenaltyRow } from '../parts/PenaltyRow';
import { Rulings } from '../parts/RulingRow';
import { lastPart } from '../parts/publicDesk';
import { placeRules } from '../parts/rules';
import { SideMark } from '../parts/SideMark';
import { Nothing } from '../parts/Nothing';
import { sides, type MatchView } from '../shapes';
import { get } from '../wire/client';
import { noteServerTime } from '../wire/contact';
import { Stream } from '../wire/stream';
import { followLanguageOf, streamAddress } from '../wire/streamAddress';
import { local, t, tOf } from '../words/words';
import { Names } from '../parts/Names';

const match = signal<MatchView | null>(null);
const board = signal<Board | null>(null);
const eventName = signal('');
const trouble = signal<unknown>(null);
/** Somebody is signed in on this browser: the kiosk's typing page is of use to them. */
const staff = signal(false);

async function load(id: string): Promise<void> {
  try {
    const loaded = await get('/api/v1/matches/{id}', { id });
    if (board.peek() === null) {
      const event = await get('/api/v1/events/{id}/public', { id: loaded.event });
      noteServerTime(event.server_time);
      eventName.value = event.event.name;
      placeRules({ rulebook: event.event.rulebook, event: loaded.event });
      board.value = boardOfRulebook(await get('/api/v1/events/{id}/rulebook', { id: loaded.event }));
    }
    match.value = loaded;
    trouble.value = null;
  } catch (error) {
    trouble.value = error;
  }
}

/** A match to read: what the code on its scoresheet opens. */
export function MatchPage() {
  const id = lastPart(location.pathname);
  useEffect(() => {
    let stream: Stream | null = null;
    let ended = false;
    let stopFollowing: () => void = () => undefined;
    void load(id).then(() => {
      const loaded = match.peek();
      if (loaded === null || ended) return;
      stream = new Stream({
        url: (after) => streamAddress('/api/v1/events/{id}/stream', { id: loaded.event }, after),
        change: (text) => {
          // The address may be in capitals, as it is printed.
          if (text.indexOf(loaded.id) >= 0) void load(id);
        },
        reload: () => void load(id),
      });
      stream.start();
      stopFollowing = followLanguageOf(stream, () => void load(id));
    });
    get('/api/v1/kiosk').then(
      (kiosk) => (staff.value = kiosk.signed_in !== null),
      () => undefined,
    );
    return () => {
      ended = true;
      stopFollowing();
      if (stream) stream.stop();
    };
  }, [id]);
  const shown = match.value;
  const names = board.value;
  if (shown === null || names === null) return trouble.value === null ? <p class="loading">···</p> : <Nothing error={trouble.value} />;
  const hands = shown.games.reduce<MatchView['games'][number]['hands']>((all, game) => all.concat(game.hands), []);
  return (
    <main class="public">
      <header class="head">
        <div>
          <p class="muted">{eventName.value}</p>
          <h1>
            {shown.table === null ? t('page.match', { N: shown.number }) : t('page.table', { N: tableWords(shown) })} <small>{t('page.round', { N: shown.round })} {local(shown.phase_name)}</small>
          </h1>
        </div>
        <LanguageSwitch />
      </header>
      {staff.value && (
        <a class="button primary" data-do="type" href={`/#/e/${shown.event}/type/${shown.id}`}>
          {t('page.tab.type')}
        </a>
      )}
      <section class="card stack">
        {sides.map((side) => (
          <p key={side}>
            <SideMark side={side} /> <b>{shown.sides[side].name}</b> <small><Names of={shown.sides[side].players} /></small>
          </p>
        ))}
        <p>
          {tOf('page.match.state', shown.state)} {(shown.state === 'drawn' || shown.state === 'playing') && <Clock clock={shown.clock} />}
        </p>
        <MatchResult match={shown} board={names} />
      </section>
      <section class="card">
        <h2>{t('page.history')}</h2>
        {hands.length === 0 && <p class="muted">{t('page.history.none')}</p>}
        <ul class="hands">
          {hands.map((hand) => (
            <HandRow key={`${hand.game}/${hand.number}`} hand={hand} board={names} games={shown.games.length} />
          ))}
        </ul>
        {shown.penalties.length > 0 && <h2>{t('page.penalties')}</h2>}
        <ul>
          {shown.penalties.map((penalty) => (
            <PenaltyRow key={penalty.id} penalty={penalty} board={names} />
          ))}
        </ul>
        <Rulings rulings={shown.rulings} />
      </section>
    </main>
  );
}
