import type { LadderHolder, LadderScore, LadderTitle } from '../../shapes';
import { local, t } from '../../words/words';
import type { Sight } from './sight';

interface PyramidProps {
  sight: Sight;
  /** Opens a holder, or a seat that nobody has; there is nothing to open for those who may not decide. */
  open: ((title: LadderTitle, holder: LadderHolder | null) => void) | null;
}

/** The titles as steps, the highest on top, with who stands on them. */
export function Pyramid({ sight, open }: PyramidProps) {
  const { titles } = sight.answer.ladder;
  return (
    <ol class="pyramid">
      {titles.map((title, step) => (
        <li key={title.title.id} class={`pyramid-step step-${Math.min(step, 3)}`} data-title={title.title.id}>
          <h3>
            {local(title.title.name)} <small>{t('page.ladder.worth', { N: title.title.points })}</small>
          </h3>
          <ul class="holders">
            {title.holders.map((holder) => (
              <Holder key={holder.entrant} sight={sight} title={title} holder={holder} open={open} />
            ))}
            {new Array<null>(title.vacant).fill(null).map((_, seat) => (
              <li key={seat} class="holder vacant">
                <span>{t('page.ladder.vacant')}</span>
                {open && (
                  <button type="button" class="small" data-do="grant" onClick={() => open(title, null)}>
                    {t('page.ladder.grant')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Holder({ sight, title, holder, open }: PyramidProps & { title: LadderTitle; holder: LadderHolder }) {
  const higher = holder.may.filter((id) => id !== title.title.id);
  return (
    <li class={holder.losing ? 'holder losing' : 'holder'} data-entrant={holder.entrant}>
      <b class="holder-name">{sight.name(holder.entrant)}</b>
      <span class="losses" title={sight.names(holder.lost_to)}>
        {t('page.ladder.losses', { N: holder.lost_to.length, Of: holder.losses })}
        <i aria-hidden="true">{'●'.repeat(Math.min(holder.lost_to.length, holder.losses)) + '○'.repeat(Math.max(holder.losses - holder.lost_to.length, 0))}</i>
      </span>
      {holder.lost_to.length > 0 && <small>{sight.names(holder.lost_to)}</small>}
      {holder.absences > 0 && <span class="late">{t('page.ladder.absences', { N: holder.absences })}</span>}
      {holder.gave_up && <span class="late">{t('page.ladder.gaveup')}</span>}
      {holder.losing && <span class="late">{t('page.ladder.losing')}</span>}
      {holder.claim && <span class="tag">{t('page.ladder.claim', { Title: sight.title(holder.claim) })}</span>}
      {higher.length > 0 && <span class="tag">{t('page.ladder.may', { Title: sight.title(higher[higher.length - 1]) })}</span>}
      <Scores sight={sight} scores={holder.scores.filter((score) => score.beaten.length > 0)} />
      <small>{t('page.ladder.quarterpoints', { N: holder.points })}</small>
      {open && (
        <button type="button" class="small" data-do="holder" onClick={() => open(title, holder)}>
          {t('page.entrant.open')}
        </button>
      )}
    </li>
  );
}

/** What somebody has reached against the holders of each title: how many are beaten of those that must be, and who. */
export function Scores({ sight, scores }: { sight: Sight; scores: readonly LadderScore[] }) {
  return (
    <>
      {scores.filter((score) => score.holders > 0 || score.beaten.length > 0).map((score) => (
        <span key={score.title} class="score-line">
          {t('page.ladder.beaten', { Title: sight.title(score.title), N: score.beaten.length, Of: score.need > 0 ? score.need : score.holders })}
          {score.beaten.length > 0 && <small> {sight.names(score.beaten)}</small>}
        </span>
      ))}
    </>
  );
}
