import { sideOfSeat, type MatchView } from '../shapes';
import { t, tOf } from '../words/words';
import { type Board, seatName, sitter } from './board';
import { type Draft, type IncidentForm, incidentName, incidentOf, incidentWords, mayBe } from './hand';
import { SideMark } from './SideMark';

interface IncidentPadProps {
  board: Board;
  match: MatchView;
  forms: readonly IncidentForm[];
  draft: Draft;
  change(draft: Draft): void;
}

/** What happened beside the order, in order of time: those that the rulebook knows, and who did them to whom. */
export function IncidentPad({ board, match, forms, draft, change }: IncidentPadProps) {
  const { events: incidents, telling } = draft;
  const form = telling && telling.form;
  const open = (chosen: IncidentForm | null) => change({ ...draft, telling: chosen && { form: chosen, seats: {} } });
  const field = telling === null ? undefined : telling.form.fields.filter((one) => telling.seats[one] === undefined)[0];
  const choose = (seat: number) => {
    if (telling === null || field === undefined) return;
    const chosen = { ...telling.seats, [field]: seat };
    const incident = incidentOf(telling.form, chosen);
    if (incident === null) change({ ...draft, telling: { ...telling, seats: chosen } });
    else change({ ...draft, events: incidents.concat(incident), telling: null });
  };
  return (
    <fieldset class="incidents">
      <legend>{t('page.incidents')}</legend>
      <ul class="incident-list">
        {incidents.map((incident, at) => (
          <li key={at} data-incident={incident.kind}>
            <span>{incidentWords(board, incident)}</span>
            <button type="button" class="quiet" data-do="incident-remove" aria-label={t('page.incident.remove', { What: incidentName(incident) })} onClick={() => change({ ...draft, events: incidents.filter((_, one) => one !== at) })}>
              ✕
            </button>
          </li>
        ))}
      </ul>
      {form === null ? (
        <div class="incident-kinds">
          {forms.map((one) => (
            <button type="button" key={`${one.kind}/${one.result || ''}`} data-incident-kind={one.kind} data-result={one.result} onClick={() => open(one)}>
              ＋ {incidentName(one)}
            </button>
          ))}
        </div>
      ) : (
        <div class="incident-seats" role="group" aria-label={incidentName(form)}>
          <p>
            <b>{incidentName(form)}</b> {field !== undefined && tOf('page.incident.ask', field)}
          </p>
          <div class="incident-kinds">
            {seatsOf(board).map((seat) => (
              <button type="button" key={seat} data-incident-seat={seat} disabled={telling === null || !mayBe(telling, seat, board.form.seats)} onClick={() => choose(seat)}>
                <SideMark side={sideOfSeat(seat, board.sitting)} /> {seatName(board, seat)} <small>{sitter(match, seat, board)}</small>
              </button>
            ))}
          </div>
          <button type="button" class="quiet" data-do="incident-cancel" onClick={() => open(null)}>
            {t('page.cancel')}
          </button>
        </div>
      )}
    </fieldset>
  );
}

function seatsOf(board: Board): number[] {
  const seats: number[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) seats.push(seat);
  return seats;
}
