import { useEffect, useState } from 'preact/hooks';
import { useCommand } from '../parts/useCommand';
import type { Impact, Later, MatchView } from '../shapes';
import { Refusal } from '../wire/client';
import type { EventDesk } from './eventDesk';

/** What every ruling says beside what it rules. */
export interface How {
  reason: string;
  later?: Later;
  dry_run?: boolean;
}

/** What the kiosk says of a ruling, before it is made or after. */
export interface Told {
  match?: MatchView | undefined;
  text?: string[];
  impact: Impact;
}

export type Send = (how: How, key?: string) => Promise<Told>;

/** A ruling on its way: what it would change, what becomes of later rounds, and its being made. */
export interface RulingWay {
  text: string[];
  impact: Impact | null;
  /** Why it cannot be foreseen. */
  unforeseen: unknown;
  later: Later | null;
  choose(later: Later): void;
  /** Later rounds rest on what is changed, and nobody has said what becomes of them. */
  unanswered: boolean;
  /** The kiosk has been asked what would change, and has not answered. */
  asking: boolean;
  busy: boolean;
  error: unknown;
  /** Makes the ruling; true when it is made. What names it is what it rules, as text. */
  rule(what: string, reason: string, send: Send): Promise<boolean>;
}

/** The question of later rounds, where a refusal asks it. */
export function askedBy(error: unknown): Impact | null {
  if (!(error instanceof Refusal) || error.problem.code !== 'later.choose') return null;
  const present = error.problem.present as unknown as Impact | undefined;
  return present && Array.isArray(present.choices) && present.choices.length > 0 ? present : null;
}

/** How far a ruling has come; it begins anew whenever what is ruled changes. */
interface Stand {
  about: string | null;
  answered: boolean;
  told: Told | null;
  unforeseen: unknown;
  question: Impact | null;
  later: Later | null;
}

function begin(about: string | null): Stand {
  return { about, answered: false, told: null, unforeseen: null, question: null, later: null };
}

/**
 * Asks the kiosk again what a ruling would change whenever the ruling changes,
 * and never makes one before it is said what becomes of later rounds. About is
 * what is ruled, as text, null while it is not complete.
 */
export function useRuling(desk: EventDesk, about: string | null, send: Send | null): RulingWay {
  const [kept, setKept] = useState<Stand>(begin(about));
  const stand = kept.about === about ? kept : begin(about);
  const change = (more: Partial<Stand>) => setKept((before) => ({ ...(before.about === about ? before : begin(about)), ...more }));
  const command = useCommand();
  useEffect(() => {
    if (about === null || send === null) return undefined;
    let wanted = true;
    send({ reason: '-', dry_run: true }).then(
      (told) => {
        if (wanted) change({ answered: true, told });
      },
      (thrown: unknown) => {
        if (!wanted) return;
        const question = askedBy(thrown);
        change({ answered: true, question, unforeseen: question === null ? thrown : null });
      },
    );
    return () => {
      wanted = false;
    };
  }, [about]);
  const { told, later } = stand;
  const impact = stand.question || (told && told.impact);
  return {
    text: (told && told.text) || [],
    impact,
    unforeseen: stand.unforeseen,
    later,
    choose: (chosen) => change({ later: chosen }),
    unanswered: impact !== null && impact.choices.length > 0 && later === null,
    asking: about !== null && send !== null && !stand.answered,
    busy: command.busy,
    error: askedBy(command.error) === null ? command.error : null,
    rule: (what, reason, make) => {
      const how: How = later === null ? { reason } : { reason, later };
      return command.run({ what, ...how }, async (_, key) => {
        try {
          const made = await make(how, key);
          if (made.match) desk.accept(made.match);
        } catch (thrown) {
          const question = askedBy(thrown);
          if (question !== null) change({ question, later: null });
          throw thrown;
        }
        await desk.load();
      });
    },
  };
}
