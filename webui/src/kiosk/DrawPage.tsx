import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { tableWords } from '../parts/board';
import type { EventView, MatchView } from '../shapes';
import { post } from '../wire/client';
import type { EventDesk } from '../staff/eventDesk';
import { t } from '../words/words';
import { href } from './route';
import { RoundChoice } from './RoundChoice';
import { Names } from '../parts/Names';

/** Draws the next round and shows who plays whom, with the seed that repeats the draw. */
export function DrawPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [seed, setSeed] = useState('');
  const command = useCommand();
  const unknown = event.entrants.filter((entrant) => entrant.present === 'unknown' && entrant.state === 'in').length;
  const missing = event.entrants.filter((entrant) => entrant.present === 'missing' && entrant.state === 'in');
  const round = desk.currentRound.value;
  const draw = (submitted: Event) => {
    submitted.preventDefault();
    void command.run(seed.trim() === '' ? {} : { seed: seed.trim() }, async (body, key) => {
      await post('/api/v1/events/{id}/rounds', { id: event.id }, body, { key });
      setSeed('');
      desk.round.value = null;
      await desk.load();
    });
  };
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.draw')}</h1>
      </header>
      <form class="card" onSubmit={draw}>
        <h2>{t('page.draw.next', { N: event.rounds.length + 1 })}</h2>
        {event.next_round.why && <p class={event.next_round.possible ? 'note' : 'note note-warn'}>{event.next_round.why}</p>}
        {event.rounds.length === 0 && unknown > 0 && <p class="note note-warn">{t('page.draw.unknown', { N: unknown })}</p>}
        {missing.length > 0 && <p class="note note-warn">{t('page.draw.missing', { Names: missing.map((entrant) => entrant.name).join(t('page.listcomma')) })}</p>}
        <label class="field">
          {t('page.draw.seed')}
          <input name="seed" value={seed} maxLength={64} autocomplete="off" onInput={(input) => setSeed(input.currentTarget.value)} />
          <small>{t('page.draw.seed.help')}</small>
        </label>
        <Trouble error={command.error} />
        <button class="primary big" data-do="draw" disabled={command.busy || !event.next_round.possible}>
          {t('page.draw.do', { N: event.rounds.length + 1 })}
        </button>
      </form>
      {round !== null && (
        <section class="card">
          <RoundChoice desk={desk} event={event} />
          <p>
            {t('page.draw.seed.was')} <code>{round.seed}</code>
          </p>
          <Pairs matches={desk.matches.value} />
          {round.byes && round.byes.length > 0 && <p>{t('page.draw.byes', { Names: namesOf(event, round.byes) })}</p>}
          <a class="button" href={href('e', event.id, 'print')}>{t('page.tab.print')}</a>
        </section>
      )}
    </>
  );
}

function namesOf(event: EventView, ids: readonly string[]): string {
  return ids.map((id) => event.entrants.filter((entrant) => entrant.id === id).map((entrant) => entrant.name)[0] || id).join(t('page.listcomma'));
}

function Pairs({ matches }: { matches: readonly MatchView[] }) {
  return (
    <table class="list pairs">
      <thead>
        <tr>
          <th scope="col">{t('page.tableword')}</th>
          <th scope="col">{t('page.entrant.group')}</th>
          <th scope="col">▲</th>
          <th scope="col">●</th>
        </tr>
      </thead>
      <tbody>
        {matches.map((match) => (
          <tr key={match.id}>
            <td>{tableWords(match)}</td>
            <td>{match.group}</td>
            <td>
              {match.sides.A.name} <small><Names of={match.sides.A.players} /></small>
            </td>
            <td>
              {match.sides.B.name} <small><Names of={match.sides.B.players} /></small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
