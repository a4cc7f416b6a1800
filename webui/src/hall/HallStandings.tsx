import type { StandingsView } from '../shapes';
import { tick } from '../wire/contact';
import { local, t } from '../words/words';

/** How long a part of what does not fit is shown. */
export const turnSeconds = 12;
const rowsAtOnce = 8;

interface Slide {
  title: string;
  provisional: boolean;
  rows: StandingsView['groups'][number]['rows'];
}

/** The latest phase's groups, which come first, cut into what one screen holds. */
export function slidesOf(standings: readonly StandingsView[]): Slide[] {
  const latest = standings[0];
  if (latest === undefined) return [];
  const slides: Slide[] = [];
  for (const group of latest.groups) {
    for (let at = 0; at < group.rows.length; at += rowsAtOnce) {
      const name = group.name === '' ? '' : t('page.group', { Name: group.name });
      slides.push({ title: `${local(latest.phase_name)} ${name}`, provisional: group.provisional, rows: group.rows.slice(at, at + rowsAtOnce) });
    }
  }
  return slides;
}

/** Standings, turning by themselves. */
export function HallStandings({ standings }: { standings: readonly StandingsView[] }) {
  const slides = slidesOf(standings);
  const slide = slides[Math.floor(tick.value / 1000 / turnSeconds) % Math.max(1, slides.length)];
  if (slide === undefined) return null;
  return (
    <section class="hall-standings">
      <h2>
        {slide.title} {slide.provisional && <small>{t('page.standings.provisional')}</small>}
      </h2>
      <table>
        <tbody>
          {slide.rows.map((row) => (
            <tr key={row.entrant}>
              <td class="rank">{row.rank}</td>
              <td>{row.name}</td>
              <td class="points">{t('page.hall.points', { N: row.points })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
