import type { LadderChallenger } from '../../shapes';
import { t } from '../../words/words';
import { Scores } from './Pyramid';
import type { Sight } from './sight';

/** Who challenges in the quarter: what each has beaten, what it may do next, and why. */
export function Challengers({ sight }: { sight: Sight }) {
  const { challengers } = sight.answer.ladder;
  if (challengers.length === 0) return <p class="muted">{t('page.ladder.nochallengers')}</p>;
  return (
    <ul class="challengers">
      {challengers.map((one) => (
        <Challenger key={one.entrant} sight={sight} one={one} />
      ))}
    </ul>
  );
}

function Challenger({ sight, one }: { sight: Sight; one: LadderChallenger }) {
  const left = one.scores.reduce<string[]>((all, score) => all.concat(score.left), []);
  return (
    <li class={one.may ? 'challenger' : 'challenger resting'} data-entrant={one.entrant} data-why={one.why}>
      <b>{sight.name(one.entrant)}</b>
      <span>
        {one.may ? <b class="tag">{t('page.ladder.may', { Title: sight.title(one.may) })}</b> : null} {sight.answer.why[one.why] || one.why}
      </span>
      <Scores sight={sight} scores={one.scores} />
      {one.may && left.length > 0 && <small>{t('page.ladder.left', { Names: sight.names(left) })}</small>}
      {one.claim && <span class="tag">{t('page.ladder.claim', { Title: sight.title(one.claim) })}</span>}
      {one.absences > 0 && <span class="late">{t('page.ladder.absences', { N: one.absences })}</span>}
      <small>{t('page.ladder.quarterpoints', { N: one.points })}</small>
    </li>
  );
}
