// localStorage throws in some in-app browsers and in private windows. What is
// kept here survives a reload where the browser allows it, and lasts as long as
// the page where it does not.
const held = new Map<string, string>();

export function recall(name: string): string | null {
  try {
    const stored = localStorage.getItem(name);
    if (stored !== null) return stored;
  } catch {
    // Fall through to what this page holds.
  }
  const value = held.get(name);
  return value === undefined ? null : value;
}

export function remember(name: string, value: string): void {
  held.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // Held for this page only; an older value must not come back instead.
    discardStored(name);
  }
}

function discardStored(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}

export function forget(name: string): void {
  held.delete(name);
  discardStored(name);
}

/** True when what is remembered outlives this page. */
export function lasting(): boolean {
  try {
    localStorage.setItem('kiosk.probe', '1');
    localStorage.removeItem('kiosk.probe');
    return true;
  } catch {
    return false;
  }
}
