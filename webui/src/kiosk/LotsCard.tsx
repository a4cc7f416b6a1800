import { useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import type { EventDesk } from '../staff/eventDesk';
import { post } from '../wire/client';
import { t } from '../words/words';

/** Parts by lot those whom nothing else parts, once the phase is over. The lot is drawn from a seed that anybody may name, and stays in the record. */
export function LotsCard({ desk }: { desk: EventDesk }) {
  const [seed, setSeed] = useState('');
  const command = useCommand();
  const latest = desk.standings.value[0];
  if (latest === undefined || !latest.complete) return null;
  const tied = latest.groups.filter((group) => group.lot_needed === true);
  if (tied.length === 0) return null;
  const draw = (submitted: Event) => {
    submitted.preventDefault();
    const body = seed.trim() === '' ? {} : { seed: seed.trim() };
    void command.run(body, async (sent, key) => {
      await post('/api/v1/events/{id}/lots', { id: desk.id }, sent, { key });
      await desk.load();
    });
  };
  const names = tied.map((group) => group.rows.filter((row) => row.shared).map((row) => row.name).join(t('page.listcomma'))).join(t('page.listcomma'));
  return (
    <form class="card lots" onSubmit={draw}>
      <h2>{t('page.lots')}</h2>
      <p>{t('page.lots.help', { Names: names })}</p>
      <label class="field">
        {t('page.draw.seed')}
        <input name="lots-seed" value={seed} maxLength={64} autocomplete="off" onInput={(input) => setSeed(input.currentTarget.value)} />
        <small>{t('page.draw.seed.help')}</small>
      </label>
      <Trouble error={command.error} />
      <button class="primary" data-do="lots" disabled={command.busy}>
        {t('page.lots.do')}
      </button>
    </form>
  );
}
