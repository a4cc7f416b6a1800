import type { PlaceView } from '../shapes';
import { t } from '../words/words';
import { Provisional } from './CrossTable';
import { Names } from './Names';

/** The places of the whole event, as far as they are known, and why each is what it is. */
export function PlacesTable({ places }: { places: readonly PlaceView[] }) {
  if (places.length === 0) return null;
  return (
    <section class="standings places">
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
            {places.map((place) => (
              <tr key={place.entrant} data-place={place.place}>
                <td class="rank">
                  {place.place}
                  {place.provisional && <Provisional />}
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
        {places.some((place) => place.provisional) && (
          <p class="provisional-note">
            <Provisional /> {t('page.standings.mayChange')}
          </p>
        )}
      </div>
    </section>
  );
}
