import { signal } from '@preact/signals';
import { recall, remember } from '../wire/memory';

export type Language = 'zh-Hans' | 'zh-Hant' | 'en';

export const languages: readonly Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/** Each language's own name for itself, the one text that is never translated. */
export const languageNames: Record<Language, string> = { 'zh-Hans': '简体', 'zh-Hant': '繁體', en: 'English' };

function known(text: string | null): Language | null {
  return languages.find((language) => language === text) || null;
}

/** Traditional for readers whose browser says so, simplified for all others until they choose. */
function firstLanguage(): Language {
  const asked = known(new URLSearchParams(location.search).get('lang'));
  if (asked !== null) remember('kiosk.language', asked);
  const chosen = asked || known(recall('kiosk.language'));
  if (chosen !== null) return chosen;
  return /^zh-(hant|tw|hk|mo)/i.test(navigator.language || '') ? 'zh-Hant' : 'zh-Hans';
}

export const language = signal<Language>(firstLanguage());

export function chooseLanguage(chosen: Language): void {
  remember('kiosk.language', chosen);
  language.value = chosen;
}
