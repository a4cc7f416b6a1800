import { useState } from 'preact/hooks';
import { Names } from '../../parts/Names';
import { Pairs } from '../../parts/PairReason';
import { Trouble } from '../../parts/Trouble';
import { useLoaded } from '../../parts/useLoaded';
import type { DrawView, EventView } from '../../shapes';
import type { EventDesk } from '../../staff/eventDesk';
import { person } from '../../staff/session';
import { get } from '../../wire/client';
import { language } from '../../words/language';
import { local, t } from '../../words/words';
import { href } from '../route';
import { RoundChoice } from '../RoundChoice';
import { UndoDialog } from './UndoDialog';

/** A round as it was drawn, with the reasons, the way to the projector and to paper, and the way back. */
export function DrawnRound({ desk, event, round }: { desk: EventDesk; event: EventView; round: number }) {
  const [undoing, setUndoing] = useState(false);
  const draw = useLoaded(() => get('/api/v1/events/{id}/rounds/{n}/draw', { id: event.id, n: round }), [event.id, round, event.version, language.value]);
  const last = event.rounds[event.rounds.length - 1];
  const role = person.value && person.value.role;
  const mayUndo = last !== undefined && last.number === round && (role === 'organiser' || role === 'chief');
  return (
    <section class="card drawn-round">
      <RoundChoice desk={desk} event={event} />
      <Trouble error={draw.error} />
      {draw.value !== null && <Drawn draw={draw.value} event={event} />}
      <div class="row">
        <a class="button primary" href={`/draw/${event.id}?round=${round}`} target="_blank" rel="noreferrer" data-do="projector">
          {t('page.draw.projector')}
        </a>
        <a class="button" href={href('e', event.id, 'print')}>{t('page.tab.print')}</a>
        {mayUndo && (
          <button type="button" class="danger" data-do="undo" onClick={() => setUndoing(true)}>
            {t('page.undo')}
          </button>
        )}
      </div>
      {undoing && (
        <UndoDialog
          event={event.id}
          round={round}
          close={() => setUndoing(false)}
          undone={() => {
            setUndoing(false);
            desk.choose(null);
          }}
        />
      )}
    </section>
  );
}

/** Where a round stands in its phase; its number there is left out where it says nothing new. */
export function roundOfPhase(round: Pick<DrawView, 'phase_name' | 'phase_round' | 'playoff'>, number: number): string {
  if (round.playoff) return `${local(round.phase_name)} · ${t('page.draw.playoff')}`;
  return round.phase_round === number ? local(round.phase_name) : t('page.draw.phase', { Phase: local(round.phase_name), N: round.phase_round });
}

function Drawn({ draw, event }: { draw: DrawView; event: EventView }) {
  const players = (id: string) => event.entrants.filter((entrant) => entrant.id === id).map((entrant) => entrant.players)[0] || [];
  return (
    <>
      <h2>
        {t('page.round', { N: draw.round })} <small>{roundOfPhase(draw, draw.round)}</small>
      </h2>
      <p>
        {draw.paper ? (
          <span class="tag">{t('page.draw.by-hand')}</span>
        ) : (
          <>
            {t('page.draw.seed.was')} <code class="seed">{draw.seed}</code>
          </>
        )}
      </p>
      {draw.groups.length > 0 && (
        <details>
          <summary>{t('page.draw.numbers')}</summary>
          <div class="drawn-groups">
            {draw.groups.map((group) => (
              <div key={group.name}>
                {group.name !== '' && <h3>{t('page.group', { Name: group.name })}</h3>}
                <ol>
                  {group.order.map((side, at) => (
                    <li key={side.entrant}>
                      <b>{at + 1}</b> {side.name} {side.from !== '' && <small>{side.from}</small>}
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        </details>
      )}
      <Pairs draw={draw} below={(side) => <Names of={players(side.entrant)} />} />
      {draw.byes.length > 0 && <p>{t('page.draw.byes', { Names: namesOf(draw.byes) })}</p>}
      {draw.through.length > 0 && <p>{t('page.draw.through', { Names: namesOf(draw.through) })}</p>}
    </>
  );
}

function namesOf(sides: DrawView['byes']): string {
  return sides.map((side) => side.name).join(t('page.listcomma'));
}
