import { t } from '../words/words';
import { rulesAddress, rulesPlace } from './rules';

/** A link to the whole rulebook that holds on this page. */
export function RulebookLink() {
  const place = rulesPlace.value;
  if (place === null) return null;
  return (
    <a href={rulesAddress(place)} target="_blank" rel="noreferrer" data-do="rulebook">
      {t('page.rules.open')}
    </a>
  );
}
