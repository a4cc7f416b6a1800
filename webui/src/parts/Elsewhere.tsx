import { elsewhere } from '../wire/kiosks';
import { t } from '../words/words';

/** Where to go on while this page's kiosk does not answer and another one does. Staff sign in there anew. */
export function Elsewhere() {
  const origin = elsewhere.value;
  if (origin === null) return null;
  return (
    <p class="note note-bad elsewhere" role="alert">
      {t('page.elsewhere')}{' '}
      <a class="button" href={origin + location.pathname + location.search + location.hash}>
        {t('page.elsewhere.go', { Host: origin.replace(/^https?:\/\//, '') })}
      </a>
    </p>
  );
}
