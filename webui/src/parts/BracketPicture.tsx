import type { BracketMatch, BracketPlace, BracketView } from '../shapes';
import { t } from '../words/words';
import { headHeight, layoutBracket, rowHeight, standsAlone, type BracketBox, type BracketLayout } from './bracketLayout';
import { fitName } from './fitName';

const inside = 10;

/** Sizes of letters: for a page, and for a wall, where they fill their rows. */
interface Letters {
  name: number;
  ratio: number;
  score: number;
}
const onPage: Letters = { name: 15, ratio: 0.8, score: 10 };
const onWall: Letters = { name: 21, ratio: 0.62, score: 14 };

/** Pictures up to this width are shown whole on a laptop; wider ones scroll. */
const fitsLaptop = 1340;

interface BracketPictureProps {
  bracket: BracketView;
  /** Fills a screen on a wall, of about this proportion of width to height. */
  wall?: number;
}

/**
 * A knockout as a picture. Lines lead only where somebody has gone, or, in a
 * fixed bracket, will go. Winners are bold with a mark, not by colour alone.
 */
export function BracketPicture({ bracket, wall }: BracketPictureProps) {
  const layout = layoutBracket(bracket, wall);
  const fill = wall !== undefined;
  const letters = fill ? onWall : onPage;
  if (bracket.columns.length === 0) return null;
  const kind = fill ? 'fill' : layout.width <= fitsLaptop ? 'fits' : 'scrolls';
  return (
    <div class={`bracket bracket-${kind}`} role="img" aria-label={t('page.bracket.label')}>
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`-2 0 ${layout.width + 4} ${layout.height}`}
        width={fill ? undefined : layout.width + 4}
        height={fill ? undefined : layout.height}
        preserveAspectRatio="xMidYMid meet"
      >
        {layout.heads.map((head) => (
          <text key={head.x} class={head.current ? 'b-head b-current' : 'b-head'} x={head.x + layout.boxWidth / 2} y={18} text-anchor="middle">
            {head.text}
          </text>
        ))}
        {layout.lines.map((line) => <path key={line.path} class={`b-line b-${line.kind}`} d={line.path} />)}
        {layout.boxes.map((box) => <Match key={`${box.column}-${box.match.slot}`} box={box} width={layout.boxWidth} letters={letters} />)}
        <Third layout={layout} letters={letters} />
        <Champion layout={layout} letters={letters} />
      </svg>
    </div>
  );
}

interface PartProps {
  layout: BracketLayout;
  letters: Letters;
}

function Third({ layout, letters }: PartProps) {
  const box = layout.third;
  if (box === null || box.match.state === 'empty') return null;
  return (
    <>
      <text class="b-head" x={box.x + layout.boxWidth / 2} y={box.y - headHeight + 6} text-anchor="middle">
        {t('page.bracket.third')}
      </text>
      <Match box={box} width={layout.boxWidth} letters={letters} />
    </>
  );
}

function Champion({ layout, letters }: PartProps) {
  const champion = layout.champion;
  if (champion === null) return null;
  return (
    <g class={champion.place === null ? 'b-champion b-open' : 'b-champion'}>
      <text class="b-crown" x={champion.x + layout.boxWidth / 2} y={champion.y - 8} text-anchor="middle">
        {t('page.bracket.champion')}
      </text>
      <rect class="b-box" x={champion.x} y={champion.y} width={layout.boxWidth} height={2 * rowHeight} rx={8} />
      {champion.place !== null && (
        <Name name={champion.place.name} unit={champion.place.unit} x={champion.x + inside} y={champion.y + rowHeight} width={layout.boxWidth - 2 * inside} letters={letters} />
      )}
    </g>
  );
}

function Match({ box, width, letters }: { box: BracketBox; width: number; letters: Letters }) {
  const { match } = box;
  const alone = standsAlone(match);
  const places = alone ? match.places.filter((place) => place.kind === 'entrant') : match.places;
  return (
    <g class={`b-match b-is-${match.state}`} data-slot={match.slot}>
      <text class="b-label" x={box.x + 2} y={box.y - 5}>
        {label(match)}
      </text>
      <rect class="b-box" x={box.x} y={box.y} width={width} height={box.height} rx={7} />
      {!alone && <path class="b-half" d={`M${box.x} ${box.y + rowHeight}H${box.x + width}`} />}
      {places.map((place, row) => (
        <Place key={row} place={place} note={alone ? reasonAlone(match) : ''} lost={match.state === 'won' || match.state === 'both-out'} x={box.x} y={box.y + row * rowHeight} width={width} letters={letters} />
      ))}
    </g>
  );
}

/** Why somebody plays nobody: it sits out by the draw, is through, or its opponent is not there. */
function reasonAlone(match: BracketMatch): string {
  if (match.text !== '') return match.text;
  return match.places.some((place) => place.kind === 'bye') ? t('page.bracket.bye') : t('page.bracket.alone');
}

/** What stands over a match: its table, or that nobody played. */
function label(match: BracketMatch): string {
  const words = [match.table > 0 ? t('page.table', { N: match.table }) : '', standsAlone(match) ? '' : match.text];
  if (match.state === 'both-out') words.push(t('page.bracket.bothout'));
  if (match.state === 'undecided') words.push(t('page.bracket.undecided'));
  return words.filter((word) => word !== '').join(' · ');
}

interface PlaceProps {
  place: BracketPlace;
  /** Why it plays nobody, '' where it does. */
  note: string;
  lost: boolean;
  x: number;
  y: number;
  width: number;
  letters: Letters;
}

function Place({ place, note, lost, x, y, width, letters }: PlaceProps) {
  const mark = note !== '' ? '' : place.won ? 'won' : lost ? 'lost' : '';
  const right = note !== '' ? note : place.score;
  const seed = place.seed > 0 ? String(place.seed) : '';
  const taken = (seed === '' ? 0 : 20) + (mark === 'won' ? letters.score + 8 : 0) + (right === '' ? 0 : right.length * (note === '' ? letters.score : letters.score + 4) + 8);
  return (
    <g class={`b-place b-${place.kind}${mark === '' ? '' : ` b-${mark}`}`}>
      {mark === 'won' && <path class="b-wonbar" d={`M${x + 2} ${y + 6}v${rowHeight - 12}`} />}
      {seed !== '' && (
        <text class="b-seed" x={x + inside} y={y + rowHeight / 2 + 4}>
          {seed}
        </text>
      )}
      <Name name={place.name} unit={place.unit} x={x + inside + (seed === '' ? 0 : 20)} y={y + rowHeight / 2} width={width - 2 * inside - taken} letters={letters} />
      {right !== '' && (
        <text class={note === '' ? 'b-score' : 'b-note'} x={x + width - inside} y={y + rowHeight / 2 + 5} text-anchor="end">
          {right}
        </text>
      )}
      {mark === 'won' && (
        <text class="b-tick" x={x + width - inside - (right === '' ? 0 : right.length * letters.score + 8)} y={y + rowHeight / 2 + 5} text-anchor="end">
          ✓
        </text>
      )}
    </g>
  );
}

/** A name on one line or two, whole in its title. */
function Name({ name, unit, x, y, width, letters }: { name: string; unit: string; x: number; y: number; width: number; letters: Letters }) {
  const fitted = fitName(name, width / letters.name, letters.ratio);
  return (
    <text class="b-name" font-size={Math.round(letters.name * fitted.scale * 10) / 10}>
      <title>{unit !== '' && unit !== name ? `${name} · ${unit}` : name}</title>
      {fitted.lines.map((line, at) => (
        <tspan key={at} x={x} y={y + (fitted.lines.length === 1 ? (letters.name * fitted.scale) / 2.9 : at === 0 ? -2 : 12)}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
