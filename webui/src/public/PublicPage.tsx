import { useEffect, useMemo, useState } from 'preact/hooks';
import { sitsAt } from '../parts/board';
import { Clock } from '../parts/Clock';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { lastPart, PublicDesk } from '../parts/publicDesk';
import { Pictures } from '../parts/Pictures';
import { RulebookLink } from '../parts/RulebookLink';
import { placeRules } from '../parts/rules';
import { PlacesTable } from '../parts/PlacesTable';
import { StandingsTables } from '../parts/StandingsTables';
import { Nothing } from '../parts/Nothing';
import { Trouble } from '../parts/Trouble';
import { usePictures } from '../parts/usePictures';
import type { PublicMatch, PublicView } from '../shapes';
import { local, t } from '../words/words';
import { PublicMatches } from './PublicMatches';

export function finds(match: PublicMatch, search: string): boolean {
  const wanted = search.normalize('NFKC').trim().toLowerCase();
  if (wanted === '') return true;
  if (/^\d+$/.test(wanted)) return sitsAt(match, Number(wanted));
  const text = [match.sides.A, match.sides.B].map((side) => [side.name, side.unit].concat(side.players).join(' ')).join(' ').toLowerCase();
  return text.indexOf(wanted) >= 0;
}

/** Draw, results and standings for everybody. */
export function PublicPage() {
  const desk = useMemo(() => new PublicDesk(lastPart(location.pathname), 'phones'), []);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  const view = desk.view.value;
  if (view === null) return desk.error.value === null ? <p class="loading">···</p> : <Nothing error={desk.error.value} />;
  return <PublicEvent view={view} />;
}

function PublicEvent({ view }: { view: PublicView }) {
  const [search, setSearch] = useState('');
  const [number, setNumber] = useState<number | null>(null);
  placeRules({ rulebook: view.event.rulebook, event: view.event.id });
  const rounds = view.rounds.slice().sort((a, b) => b.number - a.number);
  const round = rounds.filter((one) => one.number === number)[0] || rounds[0];
  return (
    <main class="public">
      <header class="head">
        <div>
          <h1>{view.event.name}</h1>
          <p class="muted">
            {local(view.event.rulebook_name)} <RulebookLink />
          </p>
        </div>
        <LanguageSwitch />
      </header>
      {round ? (
        <section class="stack">
          <div class="row">
            <h2>
              {t('page.round', { N: round.number })} <small>{local(round.phase_name)}</small>
            </h2>
            <Clock clock={round.clock} />
          </div>
          {rounds.length > 1 && (
            <div class="row" role="group" aria-label={t('page.rounds')}>
              {rounds.map((one) => (
                <button type="button" class="small" key={one.number} aria-pressed={one === round} onClick={() => setNumber(one.number)}>
                  {one.number}
                </button>
              ))}
            </div>
          )}
          <input name="search" value={search} placeholder={t('page.public.search')} onInput={(event) => setSearch(event.currentTarget.value)} />
          <PublicMatches matches={round.matches.filter((match) => finds(match, search))} />
          {round.byes.length > 0 && <p>{t('page.draw.byes', { Names: round.byes.map((bye) => bye.name).join(t('page.listcomma')) })}</p>}
        </section>
      ) : (
        <section class="card">
          <p>{t('page.round.none')}</p>
        </section>
      )}
      {view.rounds.length > 0 && <PublicPictures view={view} />}
      <PlacesTable places={view.places || []} />
      <StandingsTables standings={view.standings} />
    </main>
  );
}

/** Brackets and cross tables, loaded once somebody wants to see them: two thousand phones need not fetch what they do not show. */
function PublicPictures({ view }: { view: PublicView }) {
  const [open, setOpen] = useState(false);
  return (
    <section class="pictures-phase">
      <button type="button" data-do="pictures" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t('page.public.pictures.hide') : t('page.public.pictures')}
      </button>
      {open && <OpenPictures id={view.event.id} version={view.version} />}
    </section>
  );
}

function OpenPictures({ id, version }: { id: string; version: number }) {
  const pictures = usePictures(id, version);
  if (pictures.value === null) return pictures.error === null ? <p class="loading">···</p> : <Trouble error={pictures.error} />;
  return <Pictures pictures={pictures.value} />;
}
