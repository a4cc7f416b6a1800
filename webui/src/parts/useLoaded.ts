import { useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  value: T | null;
  error: unknown;
  again(): void;
}

/** Loads something at the first showing, again when asked, and every so often where seconds are given. */
export function useLoaded<T>(load: () => Promise<T>, watch: readonly unknown[], everySeconds?: number): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (loaded) => {
        if (!wanted) return;
        setValue(loaded);
        setError(null);
      },
      (thrown: unknown) => {
        if (wanted) setError(thrown);
      },
    );
    return () => {
      wanted = false;
    };
  }, [turn, ...watch]);
  useEffect(() => {
    if (everySeconds === undefined) return undefined;
    const timer = setInterval(() => setTurn((n) => n + 1), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return { value, error, again: () => setTurn((n) => n + 1) };
}
