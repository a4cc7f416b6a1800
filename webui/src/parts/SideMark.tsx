import type { Side } from '../shapes';

/** The sign of a side: a shape and a colour, never the colour alone. */
export function SideMark({ side }: { side: Side }) {
  return (
    <span class={`side-mark side-${side}`} aria-hidden="true">
      {side === 'A' ? '▲' : '●'}
    </span>
  );
}
