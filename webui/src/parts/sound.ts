interface Tones {
  /** Plays tones one after the other: frequency in hertz, length in seconds. */
  play(tones: readonly (readonly [number, number])[]): void;
}

let context: AudioContext | null = null;

/**
 * Sound for this page. A browser lets a page sound only after a touch, so this
 * is called from one; null where there is no sound at all.
 */
export function enableSound(): Tones | null {
  const Context = window.AudioContext;
  if (Context === undefined) return null;
  if (context === null) context = new Context();
  const audio = context;
  void audio.resume();
  return {
    play: (tones) => {
      let at = audio.currentTime + 0.02;
      for (const [frequency, length] of tones) {
        const oscillator = audio.createOscillator();
        const gain = audio.createGain();
        oscillator.frequency.value = frequency;
        gain.gain.setValueAtTime(0.0001, at);
        gain.gain.exponentialRampToValueAtTime(0.6, at + 0.03);
        gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
        oscillator.connect(gain).connect(audio.destination);
        oscillator.start(at);
        oscillator.stop(at + length);
        at += length;
      }
    },
  };
}

export type Sound = Tones;

export const reminderTones = [[660, 0.35], [880, 0.55]] as const;
export const bellTones = [[880, 0.5], [880, 0.5], [880, 0.5], [660, 1.4]] as const;
export const timerTones = [[990, 0.25], [990, 0.4]] as const;
