import type { Lang3 } from '../shapes';
import type { Language } from '../words/language';
import { languages } from '../words/language';

/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string;
  found: boolean;
}

interface Folded {
  text: string;
  /** Where each character of the folded text begins in the text itself; one more for its end. */
  at: number[];
}

/** What a search found in a text: the language that it stands in, cut where it is marked. */
export interface Finding {
  language: Language;
  pieces: Piece[];
}

/**
 * Finder looks for words as people type them: whatever their width or case, and in simplified or traditional
 * characters alike. Which characters are the same it learns from the texts, which stand in both.
 */
export class Finder {
  private readonly simple = new Map<string, string>();

  constructor(texts: readonly Lang3[]) {
    texts.forEach((text) => this.learn(text));
  }

  private learn(text: Lang3): void {
    const simplified = Array.from(text['zh-Hans']);
    const traditional = Array.from(text['zh-Hant']);
    if (simplified.length !== traditional.length) return;
    traditional.forEach((character, index) => {
      const other = simplified[index]!;
      if (other !== character) this.simple.set(character, other);
    });
  }

  private fold(text: string): Folded {
    const folded: Folded = { text: '', at: [] };
    let at = 0;
    Array.from(text).forEach((character) => {
      const plain = (this.simple.get(character) || character).normalize('NFKC').toLowerCase();
      for (let i = 0; i < plain.length; i++) folded.at.push(at);
      folded.text += plain;
      at += character.length;
    });
    folded.at.push(at);
    return folded;
  }

  /** The words of a search; none for an empty one. */
  words(search: string): string[] {
    return this.fold(search)
      .text.split(/\s+/)
      .filter((word) => word !== '');
  }

  /** Where all the words stand in a text, in the language that is shown or else in another; null where they do not. */
  find(words: readonly string[], text: Lang3, shown: Language): Finding | null {
    const order = [shown].concat(languages.filter((language) => language !== shown));
    for (const language of order) {
      const pieces = this.mark(words, text[language]);
      if (pieces !== null) return { language, pieces };
    }
    return null;
  }

  /** A text cut where the words stand; null unless all of them do. */
  mark(words: readonly string[], text: string): Piece[] | null {
    const folded = this.fold(text);
    const marks: boolean[] = [];
    for (const word of words) {
      let at = folded.text.indexOf(word);
      if (at < 0) return null;
      for (; at >= 0; at = folded.text.indexOf(word, at + word.length)) {
        for (let i = folded.at[at]!; i < folded.at[at + word.length]!; i++) marks[i] = true;
      }
    }
    const pieces: Piece[] = [];
    for (let i = 0; i < text.length; i++) {
      const last = pieces[pieces.length - 1];
      const found = marks[i] === true;
      if (last && last.found === found) last.text += text[i]!;
      else pieces.push({ text: text[i]!, found });
    }
    return pieces;
  }
}
