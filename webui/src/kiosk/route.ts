import { signal } from '@preact/signals';

/** The place in the kiosk, from the address after #: its parts, "#/e/ev1/round" is ["e", "ev1", "round"]. */
export const route = signal<string[]>(parts());

function parts(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter((part) => part !== '').map(decodeURIComponent);
}

export function followRoute(): () => void {
  const follow = () => {
    route.value = parts();
  };
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}

export function href(...to: string[]): string {
  return `#/${to.map(encodeURIComponent).join('/')}`;
}

export function go(...to: string[]): void {
  location.hash = href(...to);
}
