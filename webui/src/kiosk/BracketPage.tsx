import { Pictures } from '../parts/Pictures';
import { Trouble } from '../parts/Trouble';
import { usePictures } from '../parts/usePictures';
import type { EventView } from '../shapes';
import { t } from '../words/words';

/** Brackets and cross tables, to look at and to print. */
export function BracketPage({ event }: { event: EventView }) {
  const pictures = usePictures(event.id, event.version);
  return (
    <>
      <header class="head">
        <h1>
          {t('page.tab.pictures')} <small class="print-only">{event.name}</small>
        </h1>
        <button type="button" class="no-print" data-do="print-page" onClick={() => window.print()}>
          {t('page.pictures.print')}
        </button>
      </header>
      <Trouble error={pictures.error} />
      {pictures.value !== null && <Pictures pictures={pictures.value} />}
    </>
  );
}
