import { useEffect, useRef, useState } from 'preact/hooks';
import { type Board, levelWords, pointWords, seatName, tableWords } from '../parts/board';
import { SideMark } from '../parts/SideMark';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { sides, type Impact, type Later, type MatchView, type Verdict } from '../shapes';
import { RulingNotes } from '../staff/RulingNotes';
import { askedBy } from '../staff/useRuling';
import { post } from '../wire/client';
import { t, tOf } from '../words/words';
import { PaperRow } from './PaperRow';
import { legendOf, readRow } from './notation';
import { contradicts, emptyRows, paperOf, type PaperGame, placeOf, seatingOf, sheetOf } from './paper';
import { Names } from '../parts/Names';

interface PaperSheetProps {
  match: MatchView;
  board: Board;
  cancel(): void;
  saved(match: MatchView): void;
}

const pause = 200;

/** A scoresheet as a row for each hand, judged by the kiosk while it is typed. */
export function PaperSheet({ match, board, cancel, saved }: PaperSheetProps) {
  const [paper, setPaper] = useState<PaperGame[]>(() => paperOf(match));
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [judgeError, setJudgeError] = useState<unknown>(null);
  const [reason, setReason] = useState('');
  const [impact, setImpact] = useState<Impact | null>(null);
  const [later, setLater] = useState<Later | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const command = useCommand();
  const games = sheetOf(paper, board, match);
  const meeting = match.meeting !== undefined;
  const typed = JSON.stringify(games);
  const touches = impact !== null && impact.choices.length > 0;
  const needsReason = contradicts(paper, match) || touches;
  useEffect(() => {
    setImpact(null);
    setLater(null);
    if (games === null) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      post('/api/v1/matches/{id}/sheet', { id: match.id }, { games, version: match.version, reason: '-', dry_run: true }).then(
        (answer) => {
          if (!wanted) return;
          setVerdict(answer.verdict);
          setImpact(answer.impact);
          setJudgeError(null);
        },
        (error: unknown) => {
          if (wanted) setJudgeError(error);
        },
      );
    }, pause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [typed]);
  useEffect(() => focusRow(form.current, paper.length - 1, firstRow(paper[paper.length - 1]!.rows)), []);
  const unanswered = touches && later === null;
  const changeGame = (at: number, game: PaperGame) => setPaper(paper.map((one, index) => (index === at ? game : one)));
  const enter = (at: number, row: number) => {
    const game = paper[at]!;
    if (game.rows[row]!.trim() === '' && (!meeting || row === game.rows.length - 1)) {
      const next = form.current && form.current.querySelector<HTMLElement>(needsReason ? '[name=reason]' : '[data-do=save]');
      if (next) next.focus();
      return;
    }
    const { slip } = readRow(game.rows[row]!, board, row > 0);
    if (slip !== 'none' && !(meeting && slip === 'empty')) return;
    if (!meeting && row === game.rows.length - 1) changeGame(at, { ...game, rows: game.rows.concat('') });
    setTimeout(() => focusRow(form.current, at, row + 1), 0);
  };
  const save = (submitted: Event) => {
    submitted.preventDefault();
    if (games === null || unanswered) return;
    const body = { games, version: match.version, ...(needsReason ? { reason: reason.trim() } : {}), ...(later === null ? {} : { later }) };
    void command.run(body, async (sent, key) => {
      try {
        const answer = await post('/api/v1/matches/{id}/sheet', { id: match.id }, sent, { key });
        saved(answer.match);
      } catch (thrown) {
        const asked = askedBy(thrown);
        if (asked !== null) setImpact(asked);
        throw thrown;
      }
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    }
    if (event.key === 'Enter' && event.ctrlKey) save(event);
  };
  const legend: string[] = [];
  for (let seat = 1; seat <= board.form.seats; seat++) legend.push(`${seat} ${seatName(board, seat)}`);
  const lastGame = verdict && verdict.games[verdict.games.length - 1];
  const mayGoOn = lastGame !== null && lastGame !== undefined && lastGame.state === 'over' && verdict !== null && (!verdict.match || verdict.match.state !== 'over');
  const blocked = games === null || command.busy || (verdict !== null && !verdict.valid) || unanswered || (needsReason && reason.trim() === '');
  return (
    <form class="card paper" ref={form} onSubmit={save} onKeyDown={onKeyDown}>
      <header>
        <h2>{match.table === null ? t('page.match', { N: match.number }) : t('page.table', { N: tableWords(match) })}</h2>
        {sides.map((side) => (
          <p key={side}>
            <SideMark side={side} /> <b>{match.sides[side].name}</b> <small><Names of={match.sides[side].players} /></small>
          </p>
        ))}
        <p class="muted">{legend.join('　')}</p>
        {legendOf(board).map((mark) => (
          <p class="muted legend" key={mark}>
            {tOf('page.type.legend', mark)}
          </p>
        ))}
      </header>
      {paper.map((game, at) => {
        const judged = verdict && verdict.games[at];
        return (
          <fieldset key={at}>
            {paper.length > 1 && <legend>{t('page.game', { N: at + 1 })}</legend>}
            <table class="paper-rows">
              <thead>
                <tr>
                  <th scope="col">{t('page.type.hand')}</th>
                  <th scope="col">{t('page.type.order')}</th>
                  <th scope="col">{t('page.type.follows')}</th>
                </tr>
              </thead>
              <tbody>
                {game.rows.map((row, number) => (
                  <PaperRow
                    key={number}
                    game={at}
                    number={number}
                    text={row}
                    board={board}
                    where={where(match, number)}
                    judged={(judged && judged.hands[placeOf(game.rows, number, meeting)]) || null}
                    faults={verdict === null ? [] : verdict.faults.filter((fault) => (fault.at + '/').indexOf(`/games/${at}/hands/${placeOf(game.rows, number, meeting)}/`) === 0)}
                    change={(text) => changeGame(at, { ...game, rows: game.rows.map((one, index) => (index === number ? text : one)) })}
                    enter={() => enter(at, number)}
                  />
                ))}
              </tbody>
            </table>
            <label class="bell-mark">
              <input type="checkbox" name={`bell-${at}`} checked={game.bell} onChange={(event) => changeGame(at, { ...game, bell: event.currentTarget.checked })} />
              {t('page.type.bell')}
            </label>
            {judged && (judged.levels || judged.points) && (
              <p class="stand">
                <SideMark side="A" /> <b>{levelWords(judged.levels) || pointWords(judged.points)}</b> <SideMark side="B" />
              </p>
            )}
          </fieldset>
        );
      })}
      {mayGoOn && (
        <button type="button" onClick={() => setPaper(paper.concat({ rows: emptyRows(match.meeting ? match.meeting.hands : 1), bell: false }))}>
          {t('page.type.game')}
        </button>
      )}
      {verdict !== null &&
        verdict.faults
          .filter((fault) => !/^\/games\/\d+\/hands\/\d+/.test(fault.at))
          .map((fault) => <p class="note note-bad" key={fault.code + fault.at}>{fault.message}</p>)}
      {needsReason && (
        <label class="field">
          {t('page.type.reason')}
          <input name="reason" value={reason} maxLength={200} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      <RulingNotes way={{ text: [], impact, later, choose: setLater, unforeseen: null, asking: false }} />
      {unanswered && <p class="note note-warn">{t('page.later.unanswered')}</p>}
      <Trouble error={askedBy(command.error) === null ? command.error || judgeError : judgeError} />
      <div class="row">
        <button class="primary big" data-do="save" disabled={blocked}>
          {t('page.save')} <small>{t('page.type.save.keys')}</small>
        </button>
        <button type="button" onClick={cancel}>
          {t('page.type.cancel')}
        </button>
      </div>
    </form>
  );
}

/** The first row that is still empty, or else the last. */
function firstRow(rows: readonly string[]): number {
  const empty = rows.findIndex((row) => row === '');
  return empty < 0 ? rows.length - 1 : empty;
}

/** Where the hand of a row is played in a meeting. */
function where(match: MatchView, row: number): string {
  const at = seatingOf(match, row);
  const first = (match.tables || [])[0];
  return at === null ? '' : t('page.meeting.title', { Table: (first === undefined ? 1 : first) + at.table - 1, Sitting: at.sitting });
}

function focusRow(form: HTMLFormElement | null, game: number, row: number): void {
  const input = form && form.querySelector<HTMLInputElement>(`[name="row-${game}-${row}"]`);
  if (input) input.focus();
}
