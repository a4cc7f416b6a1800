import { useRef, useState } from 'preact/hooks';
import { newKey } from '../wire/random';
import { Unreachable } from '../wire/client';

export interface Command {
  busy: boolean;
  error: unknown;
  /** Runs unless one is running; true when it went well. */
  run<B>(body: B, work: (body: B, key: string) => Promise<void>): Promise<boolean>;
  clear(): void;
}

/**
 * One button's command: never twice at once, and with the same idempotency key
 * for the same body while it is not known whether the kiosk got it.
 */
export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const open = useRef<{ body: string; key: string } | null>(null);
  return {
    busy,
    error,
    clear: () => setError(null),
    run: async (body, work) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setError(null);
      const text = JSON.stringify(body);
      const key = open.current !== null && open.current.body === text ? open.current.key : newKey();
      try {
        await work(body, key);
        open.current = null;
        return true;
      } catch (thrown) {
        open.current = thrown instanceof Unreachable ? { body: text, key } : null;
        setError(thrown);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
