import { useRef, useState } from 'preact/hooks';
import { newKey } from '../wire/random';
import { Unreachable } from '../wire/client';

export interface Command {
  busy: boolean;
  error: unknown;
  /** Runs unless one is running; true when it went well. */
  run(work: (key: string) => Promise<void>): Promise<boolean>;
  clear(): void;
}

/**
 * One button's command: never twice at once, and with the same idempotency key
 * again while it is not known whether the kiosk got it.
 */
export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const key = useRef<{ work: string; key: string } | null>(null);
  return {
    busy,
    error,
    clear: () => setError(null),
    run: async (work) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setError(null);
      const used = key.current === null ? newKey() : key.current.key;
      try {
        await work(used);
        key.current = null;
        return true;
      } catch (thrown) {
        key.current = thrown instanceof Unreachable ? { work: '', key: used } : null;
        setError(thrown);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
