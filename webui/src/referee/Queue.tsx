import { inRange } from '../parts/tableRange';
import { SideMark } from '../parts/SideMark';
import { kioskNow } from '../wire/contact';
import type { QueueItem } from '../shapes';
import { myTables } from './MyTables';
import { AbsentLine } from '../staff/AbsentLine';
import { CallLine } from '../staff/CallLine';
import type { EventDesk } from '../staff/eventDesk';
import { minutesSince } from '../words/time';
import { t, tOf } from '../words/words';

/** Tables that need somebody, as the kiosk orders them: the longest waiting first. */
export function Queue({ desk, open }: { desk: EventDesk; open(match: string): void }) {
  const items = inRange(myTables.value, desk.queue.value);
  const elsewhere = desk.queue.value.length - items.length;
  if (items.length === 0) {
    return (
      <section class="card empty-queue">
        <h2>{t('page.queue.none')}</h2>
        <p class="muted">{elsewhere > 0 ? t('page.mytables.elsewhere', { N: elsewhere }) : t('page.queue.none.help')}</p>
      </section>
    );
  }
  return (
    <ul class="queue">
      {elsewhere > 0 && <li class="muted">{t('page.mytables.elsewhere', { N: elsewhere })}</li>}
      {items.map((item) => (
        <QueueCard key={`${item.kind}/${item.match}/${item.call ? item.call.id : item.since}`} desk={desk} item={item} open={() => open(item.match)} />
      ))}
    </ul>
  );
}

function QueueCard({ desk, item, open }: { desk: EventDesk; item: QueueItem; open(): void }) {
  const minutes = minutesSince(item.since, kioskNow());
  return (
    <li class={`card queue-${item.kind}`} data-kind={item.kind} data-table={item.table}>
      <div class="queue-head">
        <b class="queue-table">{item.table === null ? '' : t('page.table', { N: item.table })}</b>
        <b class="queue-kind">{tOf('page.queue.kind', item.kind)}</b>
        <small>{minutes === 0 ? t('page.queue.now') : t('page.queue.minutes', { N: minutes })}</small>
      </div>
      {item.call ? (
        <CallLine call={item.call} desk={desk} />
      ) : item.kind === 'absent' ? (
        <AbsentLine item={item} match={desk.matches.value.filter((match) => match.id === item.match)[0]} desk={desk} />
      ) : (
        <p>
          {item.side && <SideMark side={item.side} />} {item.text}
        </p>
      )}
      <button type="button" class="big" data-do="open" onClick={open}>
        {t('page.queue.open')}
      </button>
    </li>
  );
}
