import type { SideView } from '../shapes';
import { ArticleSheet } from '../parts/ArticleSheet';
import { boardOfSide } from '../parts/board';
import { placeRules } from '../parts/rules';
import { Trouble } from '../parts/Trouble';
import { t, tOf } from '../words/words';
import type { Desk } from './desk';
import { FootBar } from './FootBar';
import { History } from './History';
import { HoldPanel } from './HoldPanel';
import { MatchPanel } from './MatchPanel';
import { MovedNote } from './MovedNote';
import { SavedNote } from './SavedNote';
import { SidePlate } from './SidePlate';

/** The whole phone page of a side: whose it is, what is to be done now, what was, and how the line is. */
export function DeskView({ desk }: { desk: Desk }) {
  const view = desk.view.value;
  if (view === null) return <Opening desk={desk} />;
  placeRules({ rulebook: view.event.rulebook, event: view.event.id, sheet: true });
  return (
    <main class={`phone frame-${view.side}`}>
      <SidePlate view={view} />
      <div class="phone-body">
        <MovedNote desk={desk} />
        <SavedNote desk={desk} />
        {desk.refused.value !== null && (
          <div class="dismissable">
            <Trouble error={desk.refused.value} />
            <button type="button" class="quiet" onClick={() => (desk.refused.value = null)}>
              {t('page.understood')}
            </button>
          </div>
        )}
        <Now desk={desk} view={view} />
      </div>
      <FootBar desk={desk} view={view} />
      <ArticleSheet />
    </main>
  );
}

function Opening({ desk }: { desk: Desk }) {
  const unknown = desk.unknown.value;
  return (
    <main class="phone plain">
      {unknown !== null ? (
        <>
          <h1>{t('page.phone.unknown')}</h1>
          <Trouble error={unknown} />
          <p>{t('page.phone.unknown.help')}</p>
        </>
      ) : desk.reachable.value ? (
        <h1 aria-busy="true">{t('page.phone.opening')}</h1>
      ) : (
        <>
          <h1>{t('page.phone.unreachable')}</h1>
          <p>{t('page.phone.unreachable.help')}</p>
        </>
      )}
    </main>
  );
}

function Now({ desk, view }: { desk: Desk; view: SideView }) {
  if (view.match === null || view.waiting !== null) {
    return (
      <section class="card waiting">
        <h2>{tOf('page.phone.waiting', view.waiting || 'no-match')}</h2>
        <p>{t('page.phone.waiting.help')}</p>
      </section>
    );
  }
  const board = boardOfSide(view);
  return (
    <>
      {view.hold !== 'mine' && <HoldPanel desk={desk} view={view} match={view.match} />}
      <MatchPanel desk={desk} view={view} match={view.match} board={board} />
      <History match={view.match} board={board} />
    </>
  );
}
