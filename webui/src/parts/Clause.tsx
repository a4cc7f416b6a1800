import { openClause, rulesAddress, rulesPlace } from './rules';

/** The number of an article as a link to its text: in a new tab, or over the page where the page must stay. */
export function Clause({ clause }: { clause: string | undefined }) {
  const place = rulesPlace.value;
  if (!clause) return null;
  if (place === null) return <span class="clause">{clause}</span>;
  if (place.sheet === true) {
    return (
      <button type="button" class="clause clause-link" data-clause={clause} onClick={() => (openClause.value = clause)}>
        {clause}
      </button>
    );
  }
  return (
    <a class="clause clause-link" data-clause={clause} href={rulesAddress(place, clause)} target="_blank" rel="noreferrer">
      {clause}
    </a>
  );
}

/** A sentence of the kiosk's with the article that it ends on as a link; the link comes after it where it names none. */
export function Cited({ text, clause }: { text: string; clause: string | undefined }) {
  const at = clause ? text.lastIndexOf(clause) : -1;
  if (!clause) return <>{text}</>;
  if (at < 0) {
    return (
      <>
        {text} <Clause clause={clause} />
      </>
    );
  }
  return (
    <>
      {text.slice(0, at)}
      <Clause clause={clause} />
      {text.slice(at + clause.length)}
    </>
  );
}
