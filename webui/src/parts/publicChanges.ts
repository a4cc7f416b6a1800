import type { PublicView } from '../shapes';

type Item = Readonly<Record<string, unknown>>;

/** The lists of a public view, wherever in it they are, and what tells their items apart. */
const keys: Readonly<Record<string, string>> = { rounds: 'number', matches: 'id', standings: 'phase', groups: 'name', rows: 'entrant', places: 'entrant' };
const order = '_order';

/**
 * The view that a page has, with what changed in it since. Null where the two do
 * not fit together: then only all of it helps. Neither is touched, and what did
 * not change is shared.
 */
export function withChanges(before: PublicView, change: PublicView): PublicView | null {
  return mergedItem(before as unknown as Item, change as unknown as Item) as unknown as PublicView | null;
}

/** An item takes the place of the one before, members of its own with it; of its lists only what changed came. */
function mergedItem(before: Item | undefined, change: Item): Item | null {
  const after: Record<string, unknown> = {};
  for (const name of Object.keys(change)) {
    if (name === 'since' || isOrder(name)) continue;
    const key = keys[name];
    if (key === undefined) {
      after[name] = change[name];
      continue;
    }
    const list = mergedList((before && before[name]) as readonly Item[] | undefined, change[name] as readonly Item[], key, change[name + order] as readonly string[] | undefined);
    if (list === null) return null;
    after[name] = list;
  }
  return after;
}

function isOrder(name: string): boolean {
  const at = name.length - order.length;
  return at > 0 && name.slice(at) === order && keys[name.slice(0, at)] !== undefined;
}

function mergedList(before: readonly Item[] = [], changed: readonly Item[], key: string, told: readonly string[] | undefined): readonly Item[] | null {
  if (changed.length === 0 && told === undefined) return before;
  const known = new Map<string, Item>();
  for (const item of before) known.set(String(item[key]), item);
  for (const item of changed) {
    const merged = mergedItem(known.get(String(item[key])), item);
    if (merged === null) return null;
    known.set(String(item[key]), merged);
  }
  const names = told || before.map((item) => String(item[key]));
  const after: Item[] = [];
  for (const name of names) {
    const item = known.get(name);
    if (item === undefined) return null;
    after.push(item);
  }
  // Something new that no order has a place for.
  return told === undefined && known.size !== after.length ? null : after;
}
