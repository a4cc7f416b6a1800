import { useEffect, useMemo, useState } from 'preact/hooks';
import { lastPart, PublicDesk } from '../parts/publicDesk';
import { enableSound, type Sound } from '../parts/sound';
import { Nothing } from '../parts/Nothing';
import { inRange, rangeOf } from '../parts/tableRange';
import { t } from '../words/words';
import { usePictures } from '../parts/usePictures';
import type { BracketView, PublicMatch, PublicView } from '../shapes';
import { tick } from '../wire/contact';
import { HallBracket, windowsOf } from './HallBracket';
import { HallClock } from './HallClock';
import { HallStandings, turnSeconds } from './HallStandings';
import { HallTables } from './HallTables';

/** As many tables fit beside a clock in its full size; more are set closer. */
const tablesInFullSize = 12;
/** Tables that a screen holds; more take turns. */
const tablesAtOnce = 24;

/** The screen on the wall: time, tables, standings. A hall among several shows its own tables: ?tables=1-60. */
export function HallPage() {
  const desk = useMemo(() => new PublicDesk(lastPart(location.pathname)), []);
  const [sound, setSound] = useState<Sound | null>(null);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  const view = desk.view.value;
  if (view === null) return desk.error.value === null ? <p class="loading">···</p> : <Nothing error={desk.error.value} />;
  return <Hall view={view} sound={sound} listen={() => setSound(enableSound())} />;
}

function Hall({ view, sound, listen }: { view: PublicView; sound: Sound | null; listen(): void }) {
  const pictures = usePictures(view.event.id, view.version, 'brackets');
  const range = useMemo(() => rangeOf(location.search), []);
  const round = view.rounds.slice().sort((a, b) => b.number - a.number)[0];
  const matches = round === undefined ? [] : inRange(range, round.matches);
  const many = matches.length > tablesInFullSize;
  const bracket = pictures.value && round && pictures.value.brackets.filter((one) => one.phase === round.phase)[0];
  return (
    <main class={`hall${many ? ' hall-many' : ''}${bracket ? ' hall-knockout' : ''}`}>
      <header>
        <h1>
          {view.event.name} {range.text !== '' && <small>{t('page.hall.tables', { Tables: range.text })}</small>}
        </h1>
        {sound === null && (
          <button type="button" class="sound" data-do="sound" onClick={listen}>
            ♪ {t('page.hall.sound')}
          </button>
        )}
      </header>
      <HallClock clock={round ? round.clock : view.clock} round={round} sound={sound} />
      <Below view={view} matches={matches} bracket={bracket || null} many={many} />
    </main>
  );
}

interface BelowProps {
  view: PublicView;
  matches: readonly PublicMatch[];
  bracket: BracketView | null;
  many: boolean;
}

/** Tables beside the standings, or beside the bracket of a knockout; what does not fit takes turns. */
function Below({ view, matches, bracket, many }: BelowProps) {
  const turn = Math.floor(tick.value / 1000 / turnSeconds);
  const pages: PublicMatch[][] = [];
  for (let start = 0; start < matches.length; start += tablesAtOnce) pages.push(matches.slice(start, start + tablesAtOnce));
  const tables = (at: number) => pages[at] !== undefined && <HallTables matches={pages[at]!} page={pages.length > 1 ? `${at + 1} / ${pages.length}` : ''} />;
  if (bracket === null) {
    return (
      <div class="hall-below">
        {tables(turn % Math.max(1, pages.length))}
        {view.standings.length > 0 && <HallStandings standings={view.standings} />}
      </div>
    );
  }
  const windows = windowsOf(bracket);
  if (!many) {
    return (
      <div class="hall-below">
        {tables(0)}
        <HallBracket windows={windows} at={turn % Math.max(1, windows.length)} wide={false} />
      </div>
    );
  }
  const at = turn % (pages.length + windows.length);
  return <div class="hall-below hall-turns">{at < pages.length ? tables(at) : <HallBracket windows={windows} at={at - pages.length} wide />}</div>;
}
