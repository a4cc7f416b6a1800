import type { PicturesView } from '../shapes';
import { local, t } from '../words/words';
import { BracketPicture } from './BracketPicture';
import { CrossTable } from './CrossTable';

/** All phases of an event that have a picture, the newest first. */
export function Pictures({ pictures }: { pictures: PicturesView }) {
  if (pictures.brackets.length === 0 && pictures.crosses.length === 0) return <p class="muted">{t('page.pictures.none')}</p>;
  const groups = phasesOf(pictures);
  return (
    <>
      {pictures.brackets.map((bracket) => (
        <section key={bracket.phase} class="card picture">
          <h2>{local(bracket.phase_name)}</h2>
          <BracketPicture bracket={bracket} />
        </section>
      ))}
      {groups.map((crosses) => (
        <section key={crosses[0]!.phase} class="pictures-phase">
          <h2>{local(crosses[0]!.phase_name)}</h2>
          <div class={crosses.every((cross) => cross.rows.length <= 5) ? 'crosses crosses-small' : 'crosses'}>
            {crosses.map((cross) => (
              <div key={cross.group} class="card picture">
                {cross.group !== '' && <h3>{t('page.group', { Name: cross.group })}</h3>}
                <CrossTable cross={cross} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** Cross tables phase by phase, in the order in which they came. */
function phasesOf(pictures: PicturesView): PicturesView['crosses'][] {
  const phases: PicturesView['crosses'][] = [];
  for (const cross of pictures.crosses) {
    const last = phases[phases.length - 1];
    if (last !== undefined && last[0]!.phase === cross.phase) last.push(cross);
    else phases.push([cross]);
  }
  return phases;
}
