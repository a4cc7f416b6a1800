import { useState } from 'preact/hooks';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { lastPart } from '../parts/publicDesk';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { useFirstFocus } from '../parts/useFirstFocus';
import { post } from '../wire/client';
import { t } from '../words/words';

/** A one-time sign-in link, opened on a referee's phone: it only needs a name. */
export function RedeemPage() {
  const [name, setName] = useState('');
  const command = useCommand();
  const first = useFirstFocus<HTMLInputElement>();
  const submit = (event: Event) => {
    event.preventDefault();
    void command.run({ code: lastPart(location.pathname), name: name.trim() }, async (body, key) => {
      await post('/api/v1/session/redeem', {}, body, { key });
      location.replace('/referee');
    });
  };
  return (
    <main class="sign-in">
      <LanguageSwitch />
      <form class="card" onSubmit={submit}>
        <h1>{t('page.redeem.title')}</h1>
        <label class="field">
          {t('page.signin.name')}
          <input name="name" maxLength={40} ref={first} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <small>{t('page.signin.name.help')}</small>
        </label>
        <Trouble error={command.error} />
        <button class="primary big" disabled={command.busy || name.trim() === ''}>
          {t('page.signin.do')}
        </button>
      </form>
    </main>
  );
}
