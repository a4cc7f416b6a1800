import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/Dialog';
import { Trouble } from '../../parts/Trouble';
import { type Command, useCommand } from '../../parts/useCommand';
import type { EventView, LadderHolder, LadderTitle } from '../../shapes';
import type { EventDesk } from '../../staff/eventDesk';
import { ReasonField } from '../../staff/ReasonField';
import { post } from '../../wire/client';
import { t } from '../../words/words';
import { Scores } from './Pyramid';
import { holdersOf, type Sight } from './sight';
import { Moves } from './Moves';

interface LadderDialogProps {
  desk: EventDesk;
  sight: Sight;
  close(): void;
}

/** Carries out a decision on the ladder, shows the event as it is then, and closes. */
function decide<B>(command: Command, desk: EventDesk, close: () => void, body: B, work: (body: B, key: string) => Promise<unknown>): void {
  void command
    .run(body, async (sent, key) => {
      await work(sent, key);
      await desk.load();
    })
    .then((done) => done && close());
}

/** Who challenges in the quarter. Once it has begun some can only be left out. */
export function RegisterDialog({ desk, sight, event, close }: LadderDialogProps & { event: EventView }) {
  const { ladder } = sight.answer;
  const begun = ladder.matches.some((match) => match.quarter === ladder.quarter);
  const holders = holdersOf(ladder.titles).map((one) => one.entrant);
  const challengers = ladder.challengers.map((one) => one.entrant);
  const able = event.entrants.filter((one) => one.state === 'in' && holders.indexOf(one.id) < 0 && (!begun || challengers.indexOf(one.id) >= 0));
  const [chosen, setChosen] = useState<string[]>(ladder.challengers.filter((one) => one.why !== 'stopped').map((one) => one.entrant));
  const command = useCommand();
  const toggle = (id: string) => setChosen(chosen.indexOf(id) >= 0 ? chosen.filter((one) => one !== id) : chosen.concat(id));
  const entrants = able.map((one) => one.id).filter((id) => chosen.indexOf(id) >= 0);
  return (
    <Dialog title={t('page.ladder.register')} close={close}>
      <p class="muted">{begun ? t('page.ladder.register.begun') : t('page.ladder.register.help')}</p>
      <div class="choices two">
        {able.map((one) => (
          <button type="button" key={one.id} class="choice" data-entrant={one.id} aria-pressed={chosen.indexOf(one.id) >= 0} onClick={() => toggle(one.id)}>
            {chosen.indexOf(one.id) >= 0 ? '✓ ' : ''}
            {one.name}
          </button>
        ))}
      </div>
      <Trouble error={command.error} />
      <button
        type="button"
        class="primary big"
        data-do="register-yes"
        disabled={command.busy}
        onClick={() => decide(command, desk, close, { entrants }, (body, key) => post('/api/v1/events/{id}/ladder/challengers', { id: desk.id }, body, { key }))}
      >
        {t('page.ladder.register.do', { N: entrants.length })}
      </button>
    </Dialog>
  );
}

/** A holder as it stands: it may ask for a match with another one, or be taken its title. */
export function HolderDialog({ desk, sight, title, holder, close }: LadderDialogProps & { title: LadderTitle; holder: LadderHolder }) {
  const [against, setAgainst] = useState('');
  const [taking, setTaking] = useState(false);
  const command = useCommand();
  if (taking) return <TakeDialog desk={desk} sight={sight} title={title} holder={holder} close={close} />;
  const others = holdersOf(sight.answer.ladder.titles.slice(0, sight.answer.ladder.titles.indexOf(title) + 1)).filter((one) => one.entrant !== holder.entrant);
  return (
    <Dialog title={`${sight.name(holder.entrant)} · ${sight.title(title.title.id)}`} close={close}>
      <div class="stack-lines">
        <Scores sight={sight} scores={holder.scores} />
      </div>
      <label class="field">
        {t('page.ladder.ask')}
        <select name="against" value={against} onChange={(event) => setAgainst(event.currentTarget.value)}>
          <option value="">—</option>
          {others.map((one) => (
            <option key={one.entrant} value={one.entrant} selected={one.entrant === against}>
              {`${sight.title(one.title)}　${sight.name(one.entrant)}`}
            </option>
          ))}
        </select>
        <small>{t('page.ladder.ask.help')}</small>
      </label>
      <Trouble error={command.error} />
      <button
        type="button"
        class="primary big"
        data-do="ask-yes"
        disabled={command.busy || against === ''}
        onClick={() =>
          decide(command, desk, close, { challenger: holder.entrant, holder: against }, (body, key) =>
            post('/api/v1/events/{id}/ladder/challenges', { id: desk.id }, body, { key }),
          )
        }
      >
        {against === '' ? t('page.ladder.ask.do') : t('page.ladder.ask.against', { Name: sight.name(against) })}
      </button>
      <button type="button" class="danger big" data-do="take" onClick={() => setTaking(true)}>
        {t('page.ladder.take')}
      </button>
    </Dialog>
  );
}

function TakeDialog({ desk, sight, title, holder, close }: LadderDialogProps & { title: LadderTitle; holder: LadderHolder }) {
  const command = useCommand();
  const names = { Name: sight.name(holder.entrant), Title: sight.title(title.title.id) };
  return (
    <Decision
      title={t('page.ladder.take')}
      sure={t('page.ladder.take.ask', names)}
      label={t('page.ladder.take.do', names)}
      name="take"
      command={command}
      close={close}
      decide={(reason) =>
        decide(command, desk, close, { entrant: holder.entrant, title: '', reason }, (body, key) => post('/api/v1/events/{id}/ladder/titles', { id: desk.id }, body, { key }))
      }
    >
      <p>
        <b>{names.Name}</b> · {names.Title}
      </p>
    </Decision>
  );
}

/** A seat that nobody has is given by hand. */
export function GrantDialog({ desk, sight, event, title, close }: LadderDialogProps & { event: EventView; title: LadderTitle }) {
  const [entrant, setEntrant] = useState('');
  const command = useCommand();
  const names = { Name: entrant === '' ? '' : sight.name(entrant), Title: sight.title(title.title.id) };
  const held = title.holders.map((holder) => holder.entrant);
  return (
    <Decision
      title={t('page.ladder.grant.title', names)}
      sure={t('page.ladder.grant.ask', names)}
      label={t('page.ladder.grant.do', names)}
      name="grant"
      command={command}
      close={close}
      blocked={entrant === ''}
      decide={(reason) =>
        decide(command, desk, close, { entrant, title: title.title.id, reason }, (body, key) => post('/api/v1/events/{id}/ladder/titles', { id: desk.id }, body, { key }))
      }
    >
      <label class="field">
        {t('page.entrant')}
        <select name="entrant" value={entrant} onChange={(change) => setEntrant(change.currentTarget.value)}>
          <option value="">—</option>
          {event.entrants
            .filter((one) => one.state === 'in' && held.indexOf(one.id) < 0)
            .map((one) => (
              <option key={one.id} value={one.id} selected={one.id === entrant}>
                {one.name}
              </option>
            ))}
        </select>
      </label>
    </Decision>
  );
}

/** The quarter is over: what that makes of the titles, and the seed for lots among those who are level. */
export function CloseDialog({ desk, sight, close }: LadderDialogProps) {
  const [seed, setSeed] = useState('');
  const command = useCommand();
  const { ladder } = sight.answer;
  const early = ladder.next !== 'close';
  return (
    <Decision
      title={t('page.ladder.close', { N: ladder.quarter })}
      sure={t('page.ladder.close.ask', { N: ladder.quarter })}
      label={t('page.ladder.close.do', { N: ladder.quarter })}
      name="close"
      command={command}
      close={close}
      optional={!early}
      decide={(reason) => {
        const body = { ...(seed.trim() === '' ? {} : { seed: seed.trim() }), ...(reason === '' ? {} : { reason }) };
        decide(command, desk, close, body, (sent, key) => post('/api/v1/events/{id}/ladder/close', { id: desk.id }, sent, { key }));
      }}
    >
      {early && <p class="note note-warn">{t('page.ladder.close.early')}</p>}
      <h3>{t('page.ladder.outcome')}</h3>
      {ladder.outcome.length === 0 ? <p class="muted">{t('page.ladder.nomoves')}</p> : <Moves sight={sight} moves={ladder.outcome} />}
      <label class="field">
        {t('page.draw.seed')}
        <input name="seed" value={seed} maxLength={64} autocomplete="off" onInput={(input) => setSeed(input.currentTarget.value)} />
        <small>{t('page.ladder.seed.help')}</small>
      </label>
    </Decision>
  );
}

/** The closing of the last quarter is taken back, with what was decided since. */
export function ReopenDialog({ desk, sight, close }: LadderDialogProps) {
  const command = useCommand();
  const { closed } = sight.answer.ladder;
  const last = closed[closed.length - 1];
  if (last === undefined) return null;
  return (
    <Decision
      title={t('page.ladder.reopen', { N: last.number })}
      sure={t('page.ladder.reopen.ask', { N: last.number })}
      label={t('page.ladder.reopen.do', { N: last.number })}
      name="reopen"
      command={command}
      close={close}
      decide={(reason) => decide(command, desk, close, { reason }, (body, key) => post('/api/v1/events/{id}/ladder/reopen', { id: desk.id }, body, { key }))}
    >
      <p class="muted">{t('page.ladder.reopen.help')}</p>
      <Moves sight={sight} moves={last.moves} />
    </Decision>
  );
}

interface DecisionProps {
  title: string;
  /** The second question, which says what happens. */
  sure: string;
  label: string;
  name: string;
  command: Command;
  blocked?: boolean;
  /** No reason is needed. */
  optional?: boolean;
  decide(reason: string): void;
  close(): void;
  children: ComponentChildren;
}

/** A decision with its reason, asked a second time. */
function Decision({ title, sure, label, name, command, blocked, optional, decide: make, close, children }: DecisionProps) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const held = command.busy || blocked === true || (optional !== true && reason.trim() === '');
  return (
    <Dialog title={title} close={close}>
      {children}
      <ReasonField value={reason} change={setReason} label={optional ? t('page.reason.optional') : t('page.reason')} />
      <Trouble error={command.error} />
      {!asked && (
        <button type="button" class="big" data-do={`${name}-next`} disabled={held} onClick={() => setAsked(true)}>
          {t('page.next')}
        </button>
      )}
      {asked && (
        <>
          <p class="note note-warn">
            <b>{sure}</b>
          </p>
          <button type="button" class="danger big" data-do={`${name}-yes`} disabled={held} onClick={() => make(reason.trim())}>
            {label}
          </button>
          <button type="button" class="big" onClick={() => setAsked(false)}>
            {t('page.no')}
          </button>
        </>
      )}
    </Dialog>
  );
}
