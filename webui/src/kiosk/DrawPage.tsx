import { useEffect, useRef, useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { useLoaded } from '../parts/useLoaded';
import type { EventView, NextDraw } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { person } from '../staff/session';
import { get, post, Refusal } from '../wire/client';
import { language } from '../words/language';
import { t } from '../words/words';
import { DrawnRound, roundOfPhase } from './drawing/DrawnRound';
import { byesOf, faultsElsewhere, groupOf, orderOf, type Numbers, type PaperPair } from './drawing/lots';
import { MissingResults, type Outcomes } from './drawing/MissingResults';
import { PaperOrders } from './drawing/PaperOrders';
import { PaperPairs } from './drawing/PaperPairs';

/** Draws the next round, by the kiosk or with lots on paper, and shows who plays whom and why. */
export function DrawPage({ desk, event }: { desk: EventDesk; event: EventView }) {
  const round = desk.currentRound.value;
  const organises = person.value === null || person.value === undefined || person.value.role === 'organiser';
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.draw')}</h1>
      </header>
      {organises && <NextRound desk={desk} event={event} />}
      {round !== null && <DrawnRound desk={desk} event={event} round={round.number} />}
    </>
  );
}

/** The body of a draw, as far as it is typed. */
interface DrawBody {
  seed?: string;
  missing?: Record<string, NextDraw['missing'][number]['outcomes'][number]>;
  pairs?: { home: string; away: string; group?: string; table?: number }[];
  byes?: string[];
  orders?: Record<string, string[]>;
}

function NextRound({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [seed, setSeed] = useState('');
  const [byHand, setByHand] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [pairs, setPairs] = useState<PaperPair[]>([]);
  const [numbers, setNumbers] = useState<Numbers>({});
  const command = useCommand();
  // What a lot names before the draw stays what it named: the same seed is asked with again.
  const lastSeed = useRef('');
  const next = useLoaded(
    () => get('/api/v1/events/{id}/rounds/next', { id: event.id }, { seed: lastSeed.current === '' ? undefined : lastSeed.current }),
    [event.id, event.version, language.value],
  );
  const field = next.value && next.value.field;
  useEffect(() => {
    if (field !== null) lastSeed.current = field.seed;
  }, [field]);
  const missing = (next.value && next.value.missing) || [];
  const settled = missing.every((match) => (outcomes[match.match] || '') !== '');
  const paper = byHand && field !== null && field.lots !== 'none';
  const orders = paper && field.lots === 'orders' ? field.groups.map((group) => ({ name: group.name, order: orderOf(group.order, numbers) })) : [];
  const typed = !paper || (field.lots === 'pairs' ? pairs.length > 0 : orders.every((group) => group.order !== null));
  const possible = event.next_round.possible || (missing.length > 0 && settled);
  const problem = command.error instanceof Refusal ? command.error.problem : null;
  const number = event.rounds.length + 1;

  const body = (): DrawBody => {
    const made: DrawBody = seed.trim() === '' ? {} : { seed: seed.trim() };
    if (missing.length > 0) made.missing = outcomes as Required<DrawBody>['missing'];
    if (!paper) return made;
    if (made.seed === undefined) made.seed = field.seed;
    if (field.lots === 'orders') {
      made.orders = {};
      for (const group of orders) made.orders[group.name] = group.order || [];
      return made;
    }
    made.pairs = pairs.map((pair) => {
      const group = groupOf(field, pair.home);
      return group === '' ? pair : { ...pair, group };
    });
    made.byes = byesOf(field, pairs).map((side) => side.entrant);
    return made;
  };
  const draw = (submitted: Event) => {
    submitted.preventDefault();
    void command.run(body(), async (sent, key) => {
      await post('/api/v1/events/{id}/rounds', { id: event.id }, sent, { key });
      setSeed('');
      setByHand(false);
      setOutcomes({});
      setPairs([]);
      setNumbers({});
      lastSeed.current = '';
      desk.round.value = null;
      await desk.load();
    });
  };
  return (
    <form class="card next-draw" onSubmit={draw}>
      <h2>
        {t('page.draw.next', { N: number })}{' '}
        {field !== null && (
          <small>{roundOfPhase(field, number)}</small>
        )}
      </h2>
      <Trouble error={next.error} />
      {missing.length === 0 && !possible && event.next_round.why && <p class="note note-warn">{event.next_round.why}</p>}
      {missing.length === 0 && possible && field === null && next.value !== null && next.value.why !== '' && <p class="note note-warn">{next.value.why}</p>}
      <Presence event={event} />
      {missing.length > 0 && <MissingResults event={event.id} missing={missing} outcomes={outcomes} change={(said) => setOutcomes((before) => ({ ...before, ...said }))} />}
      {field !== null && field.lots !== 'none' && (
        <div class="row" role="group" aria-label={t('page.draw.how')}>
          <button type="button" aria-pressed={!byHand} data-do="by-kiosk" onClick={() => setByHand(false)}>
            {t('page.draw.by-kiosk')}
          </button>
          <button type="button" aria-pressed={byHand} data-do="by-hand" onClick={() => setByHand(true)}>
            {t('page.draw.by-hand')}
          </button>
        </div>
      )}
      {field !== null && field.lots === 'none' && !field.playoff && <p class="note">{t('page.draw.scheduled')}</p>}
      {field === null && missing.length > 0 && <p class="muted">{t('page.draw.later')}</p>}
      {!paper && (field === null || field.lots !== 'none' || field.playoff) && (
        <label class="field">
          {t('page.draw.seed')}
          <input name="seed" value={seed} maxLength={64} autocomplete="off" onInput={(input) => setSeed(input.currentTarget.value)} />
          <small>{t('page.draw.seed.help')}</small>
        </label>
      )}
      {paper && field.lots === 'pairs' && <PaperPairs field={field} pairs={pairs} change={setPairs} problem={problem} />}
      {paper && field.lots === 'orders' && <PaperOrders field={field} numbers={numbers} change={(entrant, drawn) => setNumbers((before) => ({ ...before, [entrant]: drawn }))} problem={problem} />}
      {problem !== null && paper && (problem.faults || []).length > 0 ? <Refused texts={faultsElsewhere(problem)} /> : <Trouble error={command.error} />}
      <button class="primary big" data-do="draw" disabled={command.busy || !possible || !settled || !typed}>
        {command.busy ? t('page.draw.busy') : paper ? t('page.draw.do.paper', { N: number }) : t('page.draw.do', { N: number })}
      </button>
    </form>
  );
}

/** What was refused of lots on paper: each fault stands at its line, the rest here. */
function Refused({ texts }: { texts: readonly string[] }) {
  return (
    <div class="note note-bad" role="alert">
      <p>{t('page.draw.refused')}</p>
      {texts.map((text) => <p key={text}>{text}</p>)}
    </div>
  );
}

function Presence({ event }: { event: EventView }) {
  const unknown = event.entrants.filter((entrant) => entrant.present === 'unknown' && entrant.state === 'in').length;
  const absent = event.entrants.filter((entrant) => entrant.present === 'missing' && entrant.state === 'in');
  if (event.rounds.length > 0) return null;
  return (
    <>
      {unknown > 0 && <p class="note note-warn">{t('page.draw.unknown', { N: unknown })}</p>}
      {absent.length > 0 && <p class="note note-warn">{t('page.draw.missing', { Names: absent.map((entrant) => entrant.name).join(t('page.listcomma')) })}</p>}
    </>
  );
}
