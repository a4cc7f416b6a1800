import { useState } from 'preact/hooks';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { Trouble } from '../parts/Trouble';
import { useCommand } from '../parts/useCommand';
import { useFirstFocus } from '../parts/useFirstFocus';
import { t } from '../words/words';
import { signIn } from './session';

/** A PIN for the role, a name for the record. */
export function SignIn() {
  const [pin, setPin] = useState('');
  const [name, setName] = useState('');
  const command = useCommand();
  const first = useFirstFocus<HTMLInputElement>();
  const submit = (event: Event) => {
    event.preventDefault();
    void command.run({ pin: pin.trim(), name: name.trim() }, (body, key) => signIn(body.pin, body.name, key));
  };
  return (
    <main class="sign-in">
      <LanguageSwitch />
      <form class="card" onSubmit={submit}>
        <h1>{t('page.signin.title')}</h1>
        <label class="field">
          {t('page.signin.pin')}
          <input name="pin" type="password" inputMode="numeric" autocomplete="off" ref={first} value={pin} onInput={(event) => setPin(event.currentTarget.value)} />
          <small>{t('page.signin.pin.help')}</small>
        </label>
        <label class="field">
          {t('page.signin.name')}
          <input name="name" maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <small>{t('page.signin.name.help')}</small>
        </label>
        <Trouble error={command.error} />
        <button class="primary big" disabled={command.busy || pin.trim() === '' || name.trim() === ''}>
          {t('page.signin.do')}
        </button>
      </form>
    </main>
  );
}
