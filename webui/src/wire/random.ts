import { recall, remember } from './memory';

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/**
 * A new random name of the given length, five bits a character. It uses
 * getRandomValues, which unlike randomUUID exists on plain HTTP in a LAN.
 */
export function randomName(length: number): string {
  const bytes = new Uint8Array(length);
  crypto.getRandomValues(bytes);
  let name = '';
  bytes.forEach((byte) => {
    name += letters.charAt(byte & 31);
  });
  return name;
}

/** The idempotency key of a new command. */
export function newKey(): string {
  return randomName(26);
}

/** This browser's own id, the same at every visit where it can be stored. */
export function deviceId(): string {
  const known = recall('kiosk.device');
  if (known !== null && known.length >= 8) return known;
  const made = randomName(20);
  remember('kiosk.device', made);
  return made;
}
