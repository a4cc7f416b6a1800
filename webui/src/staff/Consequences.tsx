import { useEffect, useState } from 'preact/hooks';
import { Trouble } from '../parts/Trouble';
import type { Ruling } from '../shapes';
import { t } from '../words/words';

/** What a ruling would change, asked of the kiosk again whenever the ruling changes; nothing while it is not complete. */
export function Consequences({ ask, about }: { ask: (() => Promise<Ruling>) | null; about: string }) {
  const [ruling, setRuling] = useState<Ruling | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    setRuling(null);
    setError(null);
    if (ask === null) return undefined;
    let wanted = true;
    ask().then(
      (answer) => {
        if (wanted) setRuling(answer);
      },
      (thrown: unknown) => {
        if (wanted) setError(thrown);
      },
    );
    return () => {
      wanted = false;
    };
  }, [about]);
  if (error !== null) return <Trouble error={error} />;
  if (ruling === null) return null;
  return (
    <div class="consequences" aria-live="polite">
      <h3>{t('page.consequences')}</h3>
      <ul>
        {ruling.text.map((sentence) => <li key={sentence}>{sentence}</li>)}
        {ruling.touched.map((other) => (
          <li key={other.match} class="touched">
            {other.text}
          </li>
        ))}
      </ul>
    </div>
  );
}
