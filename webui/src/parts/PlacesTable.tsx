import type { PlaceView } from '../shapes';
import { t } from '../words/words';
import { Names } from './Names';

/** The places of the whole event that are certain, and why each is what it is. What may still change stands in the ranks of its phase. */
export function PlacesTable({ places }: { places: readonly PlaceView[] }) {
  const known = places.filter((place) => !place.provisional);
  if (known.length === 0) return null;
  return (
    <section class="places">
      <h2>{t('page.places')}</h2>
      <div class="card scroll">
        <table class="list ranks">
          <thead>
            <tr>
              <th scope="col">{t('page.rank')}</th>
              <th scope="col">{t('page.entrant')}</th>
            </tr>
          </thead>
          <tbody>
            {known.map((place) => (
              <tr key={place.entrant} data-place={place.place}>
                <td class="rank">
                  {place.place}
                  {place.shared && <small> {t('page.rank.shared')}</small>}
                </td>
                <td>
                  <b>{place.name}</b> <small><Names of={place.players} /></small>
                  <span class="why">{place.reason}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
