import { type Board, levelWords, pointWords, sideName } from '../parts/board';
import { Cited } from '../parts/Clause';
import { handText } from '../parts/hand';
import { SideMark } from '../parts/SideMark';
import type { Fault, Verdict } from '../shapes';
import { t, tOf } from '../words/words';
import { readRow } from './notation';

interface PaperRowProps {
  game: number;
  number: number;
  text: string;
  board: Board;
  /** Of a team meeting: the table and the sitting. */
  where: string;
  judged: Verdict['games'][number]['hands'][number] | null;
  faults: readonly Fault[];
  change(text: string): void;
  enter(): void;
}

/** One hand of the sheet: its row as it is typed, and beside it what it means. */
export function PaperRow({ game, number, text, board, where, judged, faults, change, enter }: PaperRowProps) {
  const { hand, slip } = readRow(text, board, number > 0);
  const lettered = board.hand.points !== undefined || (board.hand.incidents || []).length > 0;
  const wrong = faults.length > 0 || (slip !== 'none' && slip !== 'empty' && slip !== 'incomplete');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.isComposing) return;
    event.preventDefault();
    enter();
  };
  return (
    <tr class={wrong ? 'wrong' : ''}>
      <th scope="row">
        {number + 1} {where !== '' && <small>{where}</small>}
      </th>
      <td>
        <input
          name={`row-${game}-${number}`}
          class={lettered ? 'digits lettered' : 'digits'}
          inputMode={lettered ? 'text' : 'numeric'}
          autocomplete="off"
          maxLength={lettered ? 80 : board.form.seats + 4}
          value={text}
          aria-invalid={wrong}
          onInput={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </td>
      <td>
        {slip === 'none' && <span class="order-line">{handText(board, hand)}</span>}
        {slip === 'none' && judged !== null && faults.length === 0 && judged.winner && (
          <span>
            {' '}
            <SideMark side={judged.winner} /> {sideName(board, judged.winner)} {judged.upgrade ? `+${judged.upgrade[judged.winner]}` : ''} <b>{levelWords(judged.levels) || pointWords(judged.points)}</b>
          </span>
        )}
        {slip !== 'none' && slip !== 'empty' && <span class={wrong ? 'late' : 'muted'}>{tOf('page.slip', slip)}</span>}
        {faults.map((fault) => (
          <span key={fault.code} class="late">
            {' '}
            <Cited text={fault.message} clause={fault.clause} />
          </span>
        ))}
        {hand.extra && <b> {t('page.next.extra')}</b>}
      </td>
    </tr>
  );
}
