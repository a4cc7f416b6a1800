import type { Piece } from './find';

/** A text with what was looked for marked. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return <>{pieces.map((piece, index) => (piece.found ? <mark key={index}>{piece.text}</mark> : piece.text))}</>;
}
