import { useState } from 'preact/hooks';
import { Names } from '../parts/Names';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { Entrant, EventView, PartnerLot } from '../shapes';
import type { EventDesk } from '../staff/eventDesk';
import { isHead } from '../staff/session';
import { post } from '../wire/client';
import { t } from '../words/words';

/** Persons who entered alone become pairs: by lot from a seed, or as paper lots or they themselves have it. Before the first draw. */
export function PartnersCard({ desk, event }: { desk: EventDesk; event: EventView }) {
  const [seed, setSeed] = useState('');
  const [picked, setPicked] = useState<string[]>([]);
  const [together, setTogether] = useState<string[][]>([]);
  const command = useCommand();
  const size = event.entry.players;
  const singles = event.entrants.filter((entrant) => entrant.players.length < size && entrant.state === 'in' && entrant.present !== 'missing');
  const nameOf = (id: string) => singles.filter((one) => one.id === id).map((one) => one.name)[0] || id;
  const free = singles.filter((one) => !together.some((pair) => pair.indexOf(one.id) >= 0));
  const pick = (entrant: Entrant) => {
    const next = picked.indexOf(entrant.id) >= 0 ? picked.filter((id) => id !== entrant.id) : picked.concat(entrant.id);
    if (next.length < size) {
      setPicked(next);
      return;
    }
    setTogether(together.concat([next]));
    setPicked([]);
  };
  const draw = (how: { no_lot?: true; anew?: true }) => {
    const body = {
      ...(together.length > 0 ? { together } : {}),
      ...(how.no_lot ? { no_lot: true } : seed.trim() === '' ? {} : { seed: seed.trim() }),
      ...(how.anew ? { anew: true } : {}),
    };
    void command.run(body, async (sent, key) => {
      desk.event.value = await post('/api/v1/events/{id}/partners', { id: event.id }, sent, { key });
      setTogether([]);
      setPicked([]);
      setSeed('');
      await desk.load();
    });
  };
  const open = event.rounds.length === 0 && isHead();
  if (!open && event.partners.length === 0) return null;
  return (
    <section class="card partners">
      <h2>{t('page.partners')}</h2>
      {open && singles.length > 0 && (
        <>
          <p class="muted">{t('page.partners.help', { N: singles.length, Size: size })}</p>
          <label class="field">
            {t('page.draw.seed')}
            <input name="partners-seed" value={seed} maxLength={64} autocomplete="off" onInput={(input) => setSeed(input.currentTarget.value)} />
            <small>{t('page.draw.seed.help')}</small>
          </label>
          <details>
            <summary data-do="by-hand">{t('page.partners.byhand')}</summary>
            <p class="muted">{t('page.partners.byhand.help', { Size: size })}</p>
            <div class="row persons">
              {free.map((one) => (
                <button type="button" key={one.id} class="small" data-person={one.id} aria-pressed={picked.indexOf(one.id) >= 0} onClick={() => pick(one)}>
                  {one.number} {one.name}
                  {one.group && <small> {t('page.group', { Name: one.group })}</small>}
                </button>
              ))}
            </div>
          </details>
          {together.length > 0 && (
            <ul class="together">
              {together.map((pair) => (
                <li key={pair.join()}>
                  <b><Names of={pair.map(nameOf)} /></b>{' '}
                  <button type="button" class="small" onClick={() => setTogether(together.filter((one) => one !== pair))}>
                    {t('page.partners.part')}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div class="row">
            <button type="button" class="primary" data-do="partners" disabled={command.busy} onClick={() => draw({})}>
              {together.length > 0 ? t('page.partners.both', { N: together.length }) : t('page.partners.draw')}
            </button>
            {together.length > 0 && (
              <button type="button" data-do="partners-named" disabled={command.busy} onClick={() => draw({ no_lot: true })}>
                {t('page.partners.named', { N: together.length })}
              </button>
            )}
          </div>
        </>
      )}
      <Trouble error={command.error} />
      {event.partners.length > 0 && <Lots lots={event.partners} event={event} />}
      {open && event.partners.length > 0 && <Anew busy={command.busy} again={() => draw({ anew: true })} />}
    </section>
  );
}

/** Drawing again takes a second press: all lots so far are gone then. */
function Anew({ busy, again }: { busy: boolean; again(): void }) {
  const [sure, setSure] = useState(false);
  return (
    <div class="row">
      {sure ? (
        <>
          <button
            type="button"
            class="danger"
            data-do="partners-anew-yes"
            disabled={busy}
            onClick={() => {
              setSure(false);
              again();
            }}
          >
            {t('page.partners.anew.do')}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {t('page.no')}
          </button>
        </>
      ) : (
        <button type="button" data-do="partners-anew" disabled={busy} onClick={() => setSure(true)}>
          {t('page.partners.anew')}
        </button>
      )}
    </div>
  );
}

function Lots({ lots, event }: { lots: readonly PartnerLot[]; event: EventView }) {
  const entrants = event.entrants.reduce<Record<string, Entrant>>((all, entrant) => ({ ...all, [entrant.id]: entrant }), {});
  const seeds = lots.map((lot) => lot.seed).filter((seed, at, all) => seed !== '' && all.indexOf(seed) === at);
  return (
    <>
      {seeds.length > 0 && (
        <p>
          {t('page.draw.seed.was')} {seeds.map((seed) => <code key={seed}>{seed}</code>)}
        </p>
      )}
      <ol class="lots">
        {lots.map((lot) => (
          <li key={lot.lot} data-lot={lot.lot}>
            <b class="lot-number">{lot.lot}</b>
            <span>
              <Names of={lot.persons} />
              <small>
                {' '}
                {(entrants[lot.entrant] || { group: null }).group && `${t('page.group', { Name: entrants[lot.entrant]!.group || '' })} `}
                {lot.seed === '' && t('page.partners.byname')}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
