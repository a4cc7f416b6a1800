import type { ComponentChildren } from 'preact';
import type { DrawView, DrawnPair, DrawnSide } from '../shapes';
import { t } from '../words/words';
import { SideMark } from './SideMark';

/** The reason that all pairs share; '' where they differ or there is none. */
export function sharedReason(pairs: readonly DrawnPair[]): string {
  const first = pairs[0];
  return first !== undefined && pairs.length > 1 && pairs.every((pair) => pair.why === first.why) ? first.why : '';
}

interface PairsProps {
  draw: DrawView;
  /** What stands below a name. */
  below?(side: DrawnSide): ComponentChildren;
}

/** Who meets whom, at which table, and why; a reason that is the same for all is said once. */
export function Pairs({ draw, below }: PairsProps) {
  const shared = sharedReason(draw.pairs);
  const grouped = draw.pairs.some((pair) => pair.group !== '');
  return (
    <>
      {shared !== '' && <p class="pair-reason">{t('page.draw.why.all', { Why: shared })}</p>}
      <div class="scroll">
        <table class={shared === '' ? 'list pairs pairs-why' : 'list pairs'}>
          <thead>
            <tr>
              <th scope="col">{t('page.tableword')}</th>
              {grouped && <th scope="col">{t('page.entrant.group')}</th>}
              <th scope="col">
                <SideMark side="A" />
              </th>
              <th scope="col">
                <SideMark side="B" />
              </th>
              {shared === '' && <th scope="col">{t('page.draw.why')}</th>}
            </tr>
          </thead>
          <tbody>
            {draw.pairs.map((pair) => (
              <tr key={pair.match}>
                <td>
                  <b>{pair.table}</b>
                </td>
                {grouped && <td>{pair.group}</td>}
                {[pair.a, pair.b].map((side) => (
                  <td key={side.entrant}>
                    <b>{side.name}</b> {side.from !== '' && <small class="tag">{side.from}</small>} {below && <small>{below(side)}</small>}
                  </td>
                ))}
                {shared === '' && <td class="pair-reason">{pair.why}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
