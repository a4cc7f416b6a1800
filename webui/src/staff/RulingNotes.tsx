import { Trouble } from '../parts/Trouble';
import type { Impact, Later } from '../shapes';
import { t, tOf } from '../words/words';
import type { RulingWay } from './useRuling';

/** More shifted ranks than this are counted, and shown when asked for. */
const fewRanks = 4;

/** What is shown of a ruling on its way. */
export type Noted = Pick<RulingWay, 'text' | 'impact' | 'unforeseen' | 'asking' | 'later' | 'choose'>;

/** What a ruling would change, and the question of what becomes of later rounds where it changes them. */
export function RulingNotes({ way }: { way: Noted }) {
  const { impact } = way;
  const shown = way.text.length > 0 || (impact !== null && impact.ranks.length + impact.pairings.length > 0);
  return (
    <>
      <Trouble error={way.unforeseen} />
      {way.asking && <p class="muted">···</p>}
      {shown && (
        <div class="consequences" aria-live="polite">
          <h3>{t('page.consequences')}</h3>
          {way.text.length > 0 && (
            <ul>
              {way.text.map((sentence) => <li key={sentence}>{sentence}</li>)}
            </ul>
          )}
          {impact !== null && <Ranks impact={impact} told={way.text} />}
          {impact !== null && impact.pairings.length > 0 && (
            <ul>
              {impact.pairings.map((shift) => (
                <li key={shift.match + shift.out} class="touched">
                  {shift.text}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {impact !== null && impact.choices.length > 0 && <LaterChoice impact={impact} later={way.later} choose={way.choose} />}
    </>
  );
}

/** Ranks that shift, without those that a sentence has told already. */
function Ranks({ impact, told }: { impact: Impact; told: readonly string[] }) {
  const ranks = impact.ranks.filter((shift) => !told.some((sentence) => sentence.indexOf(shift.name) >= 0));
  if (ranks.length === 0) return null;
  const list = (
    <ul class="rank-shifts">
      {ranks.map((shift) => (
        <li key={shift.phase + shift.entrant}>
          {shift.name} {shift.group && <small>{t('page.group', { Name: shift.group })} </small>}
          <span class="shift">{t('page.impact.rank', { From: shift.from === 0 ? '—' : shift.from, To: shift.to === 0 ? '—' : shift.to })}</span>
        </li>
      ))}
    </ul>
  );
  if (ranks.length <= fewRanks) return list;
  return (
    <details>
      <summary>{t('page.impact.ranks', { N: ranks.length })}</summary>
      {list}
    </details>
  );
}

/** What may become of the rounds that rest on what is changed: each choice with what follows from it. */
function LaterChoice({ impact, later, choose }: { impact: Impact; later: Later | null; choose(later: Later): void }) {
  const first = impact.pairings.reduce((round, shift) => (round === 0 ? shift.round : Math.min(round, shift.round)), 0);
  const begun = impact.pairings.filter((shift) => shift.begun).length;
  return (
    <fieldset class="later" aria-label={t('page.later')}>
      <h3>{t('page.later')}</h3>
      {begun > 0 && <p class="note note-warn">{t('page.later.begun', { N: begun })}</p>}
      <div class="choices">
        {impact.choices.map((choice) => (
          <button type="button" key={choice} class="choice" data-later={choice} aria-pressed={later === choice} onClick={() => choose(choice)}>
            <b>{tOf('page.later.choice', choice)}</b>
            <small>{tOf('page.later.means', choice, { N: first })}</small>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
