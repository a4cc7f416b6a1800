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

/** Where a sentence ends on an article: in brackets, or as its last word. A number such as 三 may stand in it otherwise too. */
export function citedAt(text: string, clause: string): number {
  const at = text.lastIndexOf(clause);
  const before = text.charAt(at - 1);
  const after = text.slice(at + clause.length);
  const named = (/[（(]/.test(before) && /^[）)][.。]?$/.test(after)) || (before === ' ' && after === '');
  return at > 0 && named ? at : -1;
}

/** A sentence of the kiosk's with the article that it ends on as a link; the link comes after it where it names none. */
export function Cited({ text, clause }: { text: string; clause: string | undefined }) {
  const at = clause ? citedAt(text, clause) : -1;
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
