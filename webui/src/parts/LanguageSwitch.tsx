import { chooseLanguage, language, languageNames, languages } from '../words/language';

export function LanguageSwitch() {
  return (
    <div class="languages" role="group">
      {languages.map((one) => (
        <button type="button" key={one} lang={one} aria-pressed={language.value === one} onClick={() => chooseLanguage(one)}>
          {languageNames[one]}
        </button>
      ))}
    </div>
  );
}
