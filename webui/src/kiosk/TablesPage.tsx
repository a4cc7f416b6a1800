import { useState } from 'preact/hooks';
import { Dialog } from '../parts/Dialog';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { sides, type Side, type TableView } from '../shapes';
import { get, post } from '../wire/client';
import type { EventDesk } from '../staff/eventDesk';
import { timeOfDay } from '../words/time';
import { t } from '../words/words';
import { QRCode } from './QRCode';
import { useLoaded } from '../parts/useLoaded';

type Shown = { table: TableView; side: Side };

/** Each side's link and code, which phone holds it, and ending a link that got into wrong hands. */
export function TablesPage({ desk }: { desk: EventDesk }) {
  const tables = useLoaded(() => get('/api/v1/events/{id}/tables', { id: desk.id }), [desk.matches.value]);
  const [shown, setShown] = useState<Shown | null>(null);
  const [revoking, setRevoking] = useState<Shown | null>(null);
  const [revokingAll, setRevokingAll] = useState(false);
  const [renewed, setRenewed] = useState<number | null>(null);
  const command = useCommand();
  const ask = (show: () => void) => {
    command.clear();
    setRenewed(null);
    show();
  };
  const revokeAll = () =>
    void command
      .run({ all: desk.id }, async (_, key) => {
        const done = await post('/api/v1/events/{id}/tables/revoke', { id: desk.id }, {}, { key });
        setRenewed(done.tables);
        tables.again();
      })
      .then((done) => done && setRevokingAll(false));
  const revoke = (what: Shown) =>
    void command
      .run({ table: what.table.table, side: what.side }, async (body, key) => {
        await post('/api/v1/events/{id}/tables/{table}/revoke', { id: desk.id, table: body.table }, { side: body.side }, { key });
        tables.again();
      })
      .then((done) => done && setRevoking(null));
  return (
    <>
      <header class="head">
        <h1>{t('page.tab.tables')}</h1>
      </header>
      <p class="muted">{t('page.tables.help')}</p>
      <Trouble error={tables.error} />
      {tables.value !== null && tables.value.length > 0 && (
        <div class="row">
          <button type="button" class="danger" data-do="revoke-all" onClick={() => ask(() => setRevokingAll(true))}>
            {t('page.tables.revoke.all')}
          </button>
          {renewed !== null && <span role="status">{t('page.tables.revoke.all.done', { N: renewed })}</span>}
        </div>
      )}
      <div class="scroll">
        <table class="list roomy">
          <thead>
            <tr>
              <th scope="col">{t('page.tableword')}</th>
              <th scope="col">{t('page.side')}</th>
              <th scope="col">{t('page.entrant')}</th>
              <th scope="col">{t('page.tables.code')}</th>
              <th scope="col">{t('page.hold.line')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {(tables.value || []).map((table) =>
              sides.map((side) => {
                const held = table.held[side];
                return (
                  <tr key={`${table.table}${side}`}>
                    <td>{side === 'A' ? <b>{table.table}</b> : ''}</td>
                    <td>
                      <SideMark side={side} />
                    </td>
                    <td>{table.match ? table.match.sides[side].name : ''}</td>
                    <td>
                      <code>{table.codes[side]}</code>
                    </td>
                    <td>{held ? t('page.hold.who', { Device: held.device, Time: timeOfDay(held.since) }) : t('page.hold.nobody')}</td>
                    <td class="row">
                      <button type="button" class="small" onClick={() => setShown({ table, side })}>
                        {t('page.tables.show')}
                      </button>
                      <button type="button" class="small danger" onClick={() => ask(() => setRevoking({ table, side }))}>
                        {t('page.tables.revoke')}
                      </button>
                    </td>
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
      </div>
      {shown !== null && (
        <Dialog title={t('page.table', { N: shown.table.table })} close={() => setShown(null)}>
          <div class="check-card">
            <QRCode text={shown.table.links[shown.side]} />
            <code class="url">{shown.table.links[shown.side]}</code>
            <b class="pin">{shown.table.codes[shown.side]}</b>
          </div>
        </Dialog>
      )}
      {revokingAll && (
        <Dialog title={t('page.tables.revoke.all.ask')} close={() => setRevokingAll(false)}>
          <p>{t('page.tables.revoke.all.help', { N: (tables.value || []).length })}</p>
          <Trouble error={command.error} />
          <button type="button" class="danger big" data-do="revoke-every" disabled={command.busy} onClick={revokeAll}>
            {t('page.tables.revoke.all')}
          </button>
          <button type="button" class="big" data-first onClick={() => setRevokingAll(false)}>
            {t('page.no')}
          </button>
        </Dialog>
      )}
      {revoking !== null && (
        <Dialog title={t('page.tables.revoke.ask', { N: revoking.table.table })} close={() => setRevoking(null)}>
          <p>{t('page.tables.revoke.help')}</p>
          <Trouble error={command.error} />
          <button type="button" class="danger big" disabled={command.busy} onClick={() => revoke(revoking)}>
            {t('page.tables.revoke')}
          </button>
          <button type="button" class="big" data-first onClick={() => setRevoking(null)}>
            {t('page.no')}
          </button>
        </Dialog>
      )}
    </>
  );
}
