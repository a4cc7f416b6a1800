// Node decodes GB18030 but does not encode it: the table for two bytes is the
// decoder turned round, and characters beyond U+FFFF follow a rule.
const twoBytes = new Map<string, readonly [number, number]>();

function fillTable(): void {
  const decoder = new TextDecoder('gb18030');
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue;
      const character = decoder.decode(new Uint8Array([lead, trail]));
      if (character.length === 1 && character !== '\ufffd' && !twoBytes.has(character)) twoBytes.set(character, [lead, trail]);
    }
  }
}

/** Where the four-byte codes of the planes above the first begin, as 0x90 0x30 0x81 0x30. */
function fourBytes(codePoint: number): number[] {
  const at = codePoint - 0x10000;
  return [0x90 + Math.floor(at / 12600), 0x30 + (Math.floor(at / 1260) % 10), 0x81 + (Math.floor(at / 10) % 126), 0x30 + (at % 10)];
}

/** Text as Excel in China writes it. */
export function gb18030(text: string): Uint8Array {
  if (twoBytes.size === 0) fillTable();
  const bytes: number[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    const pair = twoBytes.get(character);
    if (codePoint < 0x80) bytes.push(codePoint);
    else if (pair !== undefined) bytes.push(...pair);
    else if (codePoint >= 0x10000) bytes.push(...fourBytes(codePoint));
    else throw new Error(`no code for ${character}`);
  }
  return new Uint8Array(bytes);
}
