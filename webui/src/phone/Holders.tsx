import { sides, type MatchView } from '../shapes';
import { SideMark } from '../parts/SideMark';
import { timeWithSeconds } from '../words/time';
import { t } from '../words/words';

/** Which phone speaks for which side, and since when: a take-over is in sight of both. */
export function Holders({ match }: { match: MatchView }) {
  return (
    <div class="holders">
      <b>{t('page.hold.line')}</b>
      {sides.map((side) => {
        const hold = match.holds[side];
        return (
          <span key={side}>
            <SideMark side={side} /> {hold ? t('page.hold.who', { Device: hold.device, Time: timeWithSeconds(hold.since) }) : t('page.hold.nobody')}
          </span>
        );
      })}
    </div>
  );
}
