import { t } from '../words/words';

/** People in a row. A line ends between two of them, never within a name that fits on one. */
export function Names({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((name, at) => (
        <span class="person" key={at}>
          {name}
          {at < of.length - 1 && t('page.listcomma')}
        </span>
      ))}
    </>
  );
}
