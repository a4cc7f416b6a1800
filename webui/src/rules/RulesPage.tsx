import { AllRulebooks } from './AllRulebooks';
import { OneRulebook } from './OneRulebook';

/** The rulebook that an address names: /rules/ID is one, /rules all of them. */
export function rulebookOf(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '');
  return parts[1] === undefined ? null : decodeURIComponent(parts[1]);
}

export function RulesPage() {
  const id = rulebookOf(location.pathname);
  const event = new URLSearchParams(location.search).get('event');
  return id === null ? <AllRulebooks /> : <OneRulebook id={id} event={event} />;
}
