import { fill } from '../wire/client';

/** A code that a phone scans, drawn by the kiosk. */
export function QRCode({ text }: { text: string }) {
  return <img class="qr" src={fill('/api/v1/qr.svg', {}, { text })} alt={text} width={220} height={220} />;
}
