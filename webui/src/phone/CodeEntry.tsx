import { useState } from 'preact/hooks';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { post } from '../wire/client';
import { deviceId } from '../wire/random';
import { t } from '../words/words';

/** For phones that cannot scan: the six letters of the table card. */
export function CodeEntry() {
  const [code, setCode] = useState('');
  const command = useCommand();
  const submit = (event: Event) => {
    event.preventDefault();
    void command.run({ code: code.trim().toUpperCase(), device: deviceId() }, async (body, key) => {
      const answer = await post('/api/v1/codes', {}, body, { key });
      location.replace(`/t/${answer.token}`);
    });
  };
  return (
    <main class="phone plain">
      <LanguageSwitch />
      <h1>{t('page.code.title')}</h1>
      <p>{t('page.code.help')}</p>
      <form onSubmit={submit}>
        <input
          class="code-input"
          name="code"
          value={code}
          maxLength={8}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          aria-label={t('page.code.title')}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <Trouble error={command.error} />
        <button class="big primary" disabled={command.busy || code.trim().length < 6}>
          {t('page.code.open')}
        </button>
      </form>
    </main>
  );
}
