import { useEffect, useRef } from 'preact/hooks';
import type { NextField, Problem } from '../../shapes';
import { t, tOf } from '../../words/words';
import { faultsAt, numberTrouble, orderOf, type Numbers } from './lots';

interface PaperOrdersProps {
  field: NextField;
  numbers: Numbers;
  change(entrant: string, number: string): void;
  problem: Problem | null;
}

/** The number that everybody drew, typed down the list; Enter goes on to the next. */
export function PaperOrders({ field, numbers, change, problem }: PaperOrdersProps) {
  const box = useRef<HTMLDivElement>(null);
  const inputs = () => (box.current === null ? [] : Array.from(box.current.querySelectorAll<HTMLInputElement>('input')));
  useEffect(() => {
    const first = inputs()[0];
    if (first) first.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const all = inputs();
    const next = all[all.indexOf(event.target as HTMLInputElement) + step];
    event.preventDefault();
    if (next) {
      next.focus();
      next.select();
    } else if (step > 0) {
      const go = document.querySelector<HTMLElement>('[data-do=draw]');
      if (go) go.focus();
    }
  };
  return (
    <div class="paper-draw" ref={box} onKeyDown={onKeyDown}>
      <p class="muted">{t('page.paper.draw.orders')}</p>
      <div class="paper-groups">
        {field.groups.map((group) => {
          const order = orderOf(group.order, numbers);
          return (
            <div key={group.name}>
              <h3>
                {group.name !== '' && t('page.group', { Name: group.name })} <small>{t('page.paper.draw.numbers', { N: group.order.length })}</small>
              </h3>
              <table class="paper-orders">
                <tbody>
                  {group.order.map((side) => {
                    const trouble = numberTrouble(group.order, numbers, side.entrant);
                    const faults = order === null ? [] : faultsAt(problem, `/orders/${group.name}/${order.indexOf(side.entrant)}`);
                    return (
                      <tr key={side.entrant}>
                        <td>
                          <label>
                            <small>{side.number}</small> {side.name} {side.from !== '' && <small>{side.from}</small>}
                            {faults.map((text) => <small key={text} class="warning">{text}</small>)}
                          </label>
                        </td>
                        <td>
                          <input
                            name={`lot-${side.entrant}`}
                            inputMode="numeric"
                            maxLength={4}
                            autocomplete="off"
                            class="lot"
                            aria-label={t('page.paper.draw.number', { Name: side.name })}
                            aria-invalid={trouble !== ''}
                            value={numbers[side.entrant] || ''}
                            onInput={(event) => change(side.entrant, event.currentTarget.value)}
                          />
                          {trouble !== '' && <small class="answer-bad"> {tOf('page.paper.draw', trouble)}</small>}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          );
        })}
      </div>
    </div>
  );
}
