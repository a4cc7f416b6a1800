import { useState } from 'preact/hooks';
import { tableWords } from '../parts/board';
import { Dialog } from '../parts/Dialog';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useLoaded } from '../parts/useLoaded';
import { otherSide, sides, type MatchView, type Side } from '../shapes';
import { get, post } from '../wire/client';
import { t, tOf } from '../words/words';
import type { EventDesk } from './eventDesk';
import { RulingSteps } from './RulingSteps';

interface ExchangeDialogProps {
  desk: EventDesk;
  match: MatchView;
  close(): void;
}

/** Who sat at whose place: the two sides of the match, two whole tables, or one side of each of two. */
const kinds = ['sides', 'tables', 'side'] as const;
type Kind = (typeof kinds)[number];

type Exchange = { with: string; side?: Side; with_side?: Side };

function exchangeOf(kind: Kind | null, match: MatchView, other: MatchView | undefined, side: Side | null, withSide: Side | null): Exchange | null {
  if (kind === 'sides') return { with: match.id, side: 'A', with_side: 'B' };
  if (kind === null || other === undefined) return null;
  if (kind === 'tables') return { with: other.id };
  return side === null || withSide === null ? null : { with: other.id, side, with_side: withSide };
}

/** Wrong seats or a wrong table that were found late: what was played goes to those who played it. */
export function ExchangeDialog({ desk, match, close }: ExchangeDialogProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [chosen, setChosen] = useState('');
  const [side, setSide] = useState<Side | null>(null);
  const [withSide, setWithSide] = useState<Side | null>(null);
  const round = useLoaded(() => get('/api/v1/events/{id}/matches', { id: desk.id }, { round: match.round }), [match.round]);
  const others = (round.value || []).filter((one) => one.id !== match.id);
  const other = others.filter((one) => one.id === chosen)[0];
  const change = exchangeOf(kind, match, other, side, withSide);
  return (
    <Dialog title={t('page.exchange')} close={close}>
      <div class="choices">
        {kinds.map((one) => (
          <button type="button" key={one} class="choice" data-kind={one} aria-pressed={kind === one} onClick={() => setKind(one)}>
            <b>{tOf('page.exchange.kind', one)}</b>
            <small>{tOf('page.exchange.help', one)}</small>
          </button>
        ))}
      </div>
      {kind === 'side' && <SideChoice label={t('page.exchange.ours', { Table: tableWords(match) })} match={match} side={side} choose={setSide} name="side" />}
      {(kind === 'tables' || kind === 'side') && (
        <label class="field">
          {t('page.exchange.with')}
          <select name="with" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">—</option>
            {others.map((one) => (
              <option key={one.id} value={one.id} selected={one.id === chosen}>
                {`${t('page.table', { N: tableWords(one) })}　${one.sides.A.name} – ${one.sides.B.name}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <Trouble error={round.error} />
      {kind === 'side' && other && (
        <SideChoice label={t('page.exchange.theirs', { Table: tableWords(other) })} match={other} side={withSide} choose={setWithSide} name="with-side" />
      )}
      {change !== null && <After match={match} other={other} change={change} />}
      <RulingSteps
        desk={desk}
        about={change === null ? null : JSON.stringify({ ...change, version: match.version })}
        send={(how, key) => post('/api/v1/matches/{id}/exchange', { id: match.id }, { ...change!, version: match.version, ...how }, { key })}
        label={t('page.exchange.do')}
        name="exchange"
        close={close}
      />
    </Dialog>
  );
}

function SideChoice({ label, match, side, choose, name }: { label: string; match: MatchView; side: Side | null; choose(side: Side): void; name: string }) {
  return (
    <fieldset>
      <h3>{label}</h3>
      <div class="choices two">
        {sides.map((one) => (
          <button type="button" key={one} class="choice" data-choice={`${name}-${one}`} aria-pressed={side === one} onClick={() => choose(one)}>
            <SideMark side={one} /> {match.sides[one].name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Who will have played where. */
function After({ match, other, change }: { match: MatchView; other: MatchView | undefined; change: Exchange }) {
  const here = { A: match.sides.A.name, B: match.sides.B.name };
  const rows: { table: string; A: string; B: string }[] = [];
  if (other === undefined) rows.push({ table: tableWords(match), A: here.B, B: here.A });
  else {
    const there = { A: other.sides.A.name, B: other.sides.B.name };
    const { side, with_side: withSide } = change;
    if (side === undefined || withSide === undefined) rows.push({ table: tableWords(match), ...there }, { table: tableWords(other), ...here });
    else {
      rows.push({ table: tableWords(match), ...placed(here, side, there[withSide]) });
      rows.push({ table: tableWords(other), ...placed(there, withSide, here[side]) });
    }
  }
  return (
    <ul class="note after-exchange">
      {rows.map((row) => (
        <li key={row.table}>
          <b>{t('page.table', { N: row.table })}</b>　<SideMark side="A" /> {row.A}　<SideMark side="B" /> {row.B}
        </li>
      ))}
    </ul>
  );
}

function placed(names: Record<Side, string>, side: Side, name: string): Record<Side, string> {
  const other = otherSide(side);
  return side === 'A' ? { A: name, B: names[other] } : { A: names[other], B: name };
}
