import { useState } from 'preact/hooks';
import type { SideView } from '../shapes';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { useCommand } from '../parts/useCommand';
import { t } from '../words/words';
import { CallDialog } from './CallDialog';
import { CallState } from './CallState';
import type { Desk } from './desk';
import { StatusLine } from './StatusLine';

/** Bottom of the phone, always in reach of a thumb: the referee, and how the line is. */
export function FootBar({ desk, view }: { desk: Desk; view: SideView }) {
  const [calling, setCalling] = useState(false);
  const [more, setMore] = useState(false);
  const release = useCommand();
  const match = view.match;
  const open = match === null ? [] : match.calls.filter((call) => call.side === view.side && call.state !== 'done');
  return (
    <footer class="foot">
      {open.map((call) => (
        <CallState key={call.id} desk={desk} call={call} mine={view.hold === 'mine'} />
      ))}
      {more && (
        <div class="foot-more">
          <LanguageSwitch />
          {view.hold === 'mine' && (
            <button type="button" class="quiet" disabled={release.busy} onClick={() => void release.run({}, (_, key) => desk.release(key))}>
              {t('page.hold.release')}
            </button>
          )}
        </div>
      )}
      <div class="foot-row">
        <StatusLine desk={desk} />
        <button type="button" class="quiet more" aria-expanded={more} aria-label={t('page.more')} onClick={() => setMore(!more)}>
          ⋯
        </button>
        {match !== null && view.hold === 'mine' && open.length === 0 && (
          <button type="button" class="call" data-do="call" onClick={() => setCalling(true)}>
            {t('page.call')}
          </button>
        )}
      </div>
      {calling && <CallDialog desk={desk} view={view} close={() => setCalling(false)} />}
    </footer>
  );
}
