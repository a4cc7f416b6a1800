import { useEffect, useMemo, useState } from 'preact/hooks';
import { Nothing } from '../parts/Nothing';
import { lastPart, PublicDesk } from '../parts/publicDesk';
import { Trouble } from '../parts/Trouble';
import { useLoaded } from '../parts/useLoaded';
import type { DrawView, PublicView } from '../shapes';
import { get } from '../wire/client';
import { language } from '../words/language';
import { local, t } from '../words/words';
import { Reveal } from './Reveal';
import { drawKey } from './lotsInOrder';

/** The round that the address names, null for the last. */
export function askedRound(search: string): number | null {
  const round = Number(new URLSearchParams(search).get('round'));
  return round > 0 && Math.floor(round) === round ? round : null;
}

/** The draw on the wall, lot by lot. It waits for the draw, and follows the last round unless the address names one. */
export function ProjectorPage() {
  const desk = useMemo(() => new PublicDesk(lastPart(location.pathname)), []);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, [desk]);
  const view = desk.view.value;
  if (view === null) return desk.error.value === null ? <p class="loading">···</p> : <Nothing error={desk.error.value} />;
  const asked = askedRound(location.search);
  const last = view.rounds.reduce((number, round) => Math.max(number, round.number), 0);
  const round = asked !== null ? asked : last;
  if (round < 1 || round > last) return <Waiting view={view} />;
  return <Round view={view} round={round} />;
}

function Waiting({ view }: { view: PublicView }) {
  return (
    <main class="projector">
      <header>
        <h1>{view.event.name}</h1>
      </header>
      <section class="lot-stage lot-title">
        <p class="lot-big">{t('page.projector.waiting')}</p>
        <p>{t('page.projector.waiting.help')}</p>
      </section>
    </main>
  );
}

function Round({ view, round }: { view: PublicView; round: number }) {
  const draw = useLoaded(() => get('/api/v1/events/{id}/rounds/{n}/draw', { id: view.event.id, n: round }), [view.event.id, round, view.version, language.value]);
  const [shown, setShown] = useState<DrawView | null>(null);
  useEffect(() => {
    if (draw.value !== null && draw.value.round === round) setShown(draw.value);
  }, [draw.value, round]);
  if (shown === null) return draw.error === null ? <p class="loading">···</p> : <Trouble error={draw.error} />;
  return (
    <main class="projector">
      <header>
        <h1>{view.event.name}</h1>
        <p class="projector-round">
          {t('page.round', { N: shown.round })} <small>{shown.playoff ? t('page.draw.playoff') : local(shown.phase_name)}</small>
        </p>
        <p class="projector-seed">
          {shown.paper ? (
            t('page.projector.paper')
          ) : (
            <>
              {t('page.draw.seed')} <code>{shown.seed}</code>
            </>
          )}
        </p>
      </header>
      <Reveal key={drawKey(shown)} draw={shown} />
    </main>
  );
}
