import { useEffect, useMemo, useState } from 'preact/hooks';
import { lastPart, PublicDesk } from '../parts/publicDesk';
import { enableSound, type Sound } from '../parts/sound';
import { Nothing } from '../parts/Nothing';
import { t } from '../words/words';
import { HallClock } from './HallClock';
import { HallStandings } from './HallStandings';
import { HallTables } from './HallTables';

/** As many tables fit beside a clock in its full size; more are set closer. */
const tablesInFullSize = 12;

/** The screen on the wall: time, tables, standings. */
export function HallPage() {
  const desk = useMemo(() => new PublicDesk(lastPart(location.pathname)), []);
  const [sound, setSound] = useState<Sound | null>(null);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  const view = desk.view.value;
  if (view === null) return desk.error.value === null ? <p class="loading">···</p> : <Nothing error={desk.error.value} />;
  const round = view.rounds.slice().sort((a, b) => b.number - a.number)[0];
  return (
    <main class={round && round.matches.length > tablesInFullSize ? 'hall hall-many' : 'hall'}>
      <header>
        <h1>{view.event.name}</h1>
        {sound === null && (
          <button type="button" class="sound" data-do="sound" onClick={() => setSound(enableSound())}>
            ♪ {t('page.hall.sound')}
          </button>
        )}
      </header>
      <HallClock clock={round ? round.clock : view.clock} round={round} sound={sound} />
      <div class="hall-below">
        {round && <HallTables round={round} />}
        {view.standings.length > 0 && <HallStandings standings={view.standings} />}
      </div>
    </main>
  );
}
