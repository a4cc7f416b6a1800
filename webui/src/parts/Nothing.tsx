import { t } from '../words/words';
import { LanguageSwitch } from './LanguageSwitch';
import { Trouble } from './Trouble';

/** A page that has nothing to show: why, and what to do for somebody who scanned a code on paper. */
export function Nothing({ error }: { error: unknown }) {
  return (
    <main class="nothing">
      <h1>{t('page.nothing')}</h1>
      <Trouble error={error} />
      <p>{t('page.nothing.help')}</p>
      <LanguageSwitch />
    </main>
  );
}
