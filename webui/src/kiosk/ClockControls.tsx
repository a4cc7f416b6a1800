import { useState } from 'preact/hooks';
import { Clock } from '../parts/Clock';
import { Dialog } from '../parts/Dialog';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { EventView, RoundView } from '../shapes';
import { post } from '../wire/client';
import type { EventDesk } from '../staff/eventDesk';
import { t } from '../words/words';

type Do = 'start' | 'pause' | 'resume' | 'add' | 'stop';

/** The round's clock. Each change has its own button; the ones that cannot be meant are not there; stopping asks. */
export function ClockControls({ desk, event, round }: { desk: EventDesk; event: EventView; round: RoundView }) {
  const [stopping, setStopping] = useState(false);
  const [adding, setAdding] = useState(false);
  const command = useCommand();
  const clock = round.clock;
  const send = (body: { do: Do; minutes?: number; table?: number }) =>
    command.run({ ...body, round: round.number }, async (whole, key) => {
      await post('/api/v1/events/{id}/clock', { id: event.id }, whole, { key });
      await desk.load();
    });
  return (
    <section class="card clock-controls">
      <Clock clock={clock} />
      <span class="row">
        {clock.state === 'idle' && (
          <button type="button" class="primary" data-clock="start" disabled={command.busy} onClick={() => void send({ do: 'start' })}>
            {t('page.clock.start', { N: clock.minutes })}
          </button>
        )}
        {clock.state === 'running' && (
          <button type="button" data-clock="pause" disabled={command.busy} onClick={() => void send({ do: 'pause' })}>
            {t('page.clock.pause')}
          </button>
        )}
        {clock.state === 'paused' && (
          <button type="button" class="primary" data-clock="resume" disabled={command.busy} onClick={() => void send({ do: 'resume' })}>
            {t('page.clock.resume')}
          </button>
        )}
        {clock.state !== 'idle' && (
          <button type="button" data-clock="add" disabled={command.busy} onClick={() => setAdding(true)}>
            {t('page.clock.add')}
          </button>
        )}
        {(clock.state === 'running' || clock.state === 'paused') && (
          <button type="button" class="danger" data-clock="stop" disabled={command.busy} onClick={() => setStopping(true)}>
            {t('page.clock.stop')}
          </button>
        )}
      </span>
      <Trouble error={command.error} />
      {stopping && (
        <Dialog title={t('page.clock.stop.ask')} close={() => setStopping(false)}>
          <p>{t('page.clock.stop.help')}</p>
          <button type="button" class="danger big" data-clock="stop-yes" onClick={() => void send({ do: 'stop' }).then((done) => done && setStopping(false))}>
            {t('page.clock.stop')}
          </button>
          <button type="button" class="big" data-first onClick={() => setStopping(false)}>
            {t('page.no')}
          </button>
        </Dialog>
      )}
      {adding && <AddTime close={() => setAdding(false)} add={(minutes, table) => send({ do: 'add', minutes, table })} />}
    </section>
  );
}

function AddTime({ close, add }: { close(): void; add(minutes: number, table?: number): Promise<boolean> }) {
  const [minutes, setMinutes] = useState('5');
  const [table, setTable] = useState('');
  const submit = (submitted: Event) => {
    submitted.preventDefault();
    void add(Number(minutes), table.trim() === '' ? undefined : Number(table)).then((done) => done && close());
  };
  return (
    <Dialog title={t('page.clock.add')} close={close}>
      <form onSubmit={submit}>
        <label class="field">
          {t('page.clock.add.minutes')}
          <input name="minutes" type="number" min={1} max={120} value={minutes} onInput={(event) => setMinutes(event.currentTarget.value)} />
        </label>
        <label class="field">
          {t('page.clock.add.table')}
          <input name="table" type="number" min={1} value={table} onInput={(event) => setTable(event.currentTarget.value)} />
          <small>{t('page.clock.add.table.help')}</small>
        </label>
        <button class="primary big" disabled={!(Number(minutes) > 0)}>{t('page.clock.add')}</button>
      </form>
    </Dialog>
  );
}
