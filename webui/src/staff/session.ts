import { signal } from '@preact/signals';
import type { Person } from '../shapes';
import { get, post, Refusal, remove } from '../wire/client';

/** Who is signed in; null is nobody, undefined is not known yet. */
export const person = signal<Person | null | undefined>(undefined);

export async function findSession(): Promise<void> {
  try {
    person.value = await get('/api/v1/session');
  } catch (error) {
    if (error instanceof Refusal) person.value = null;
    else setTimeout(() => void findSession(), 2000);
  }
}

export async function signIn(pin: string, name: string, key: string): Promise<void> {
  const session = await post('/api/v1/session', {}, { pin, name }, { key });
  person.value = { role: session.role, name: session.name };
}

export async function signOut(): Promise<void> {
  await remove('/api/v1/session', {});
  person.value = null;
}

/** True for those who run the event, organiser and chief referee: they decide what a referee may not. */
export function isHead(): boolean {
  const who = person.value;
  return who !== null && who !== undefined && who.role !== 'referee';
}
