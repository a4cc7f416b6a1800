import { useEffect, useState } from 'preact/hooks';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { post } from '../wire/client';
import { lasting } from '../wire/memory';
import { deviceId } from '../wire/random';
import { t } from '../words/words';

/** Says that this phone reaches the kiosk, and tells the kiosk so. */
export function CheckPage() {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      post('/api/v1/check', {}, { device: deviceId() }).then(
        (answer) => setName(answer.name),
        () => {
          if (!ended) timer = setTimeout(attempt, 2000);
        },
      );
    };
    attempt();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <main class={name === null ? 'check' : 'check reached'}>
      {name === null ? (
        <h1 aria-busy="true">{t('page.check.asking')}</h1>
      ) : (
        <>
          <p class="check-mark" aria-hidden="true">✓</p>
          <h1>{t('page.check.reached')}</h1>
          <p>{name}</p>
          {!lasting() && <p class="note note-warn">{t('page.check.forgetful')}</p>}
        </>
      )}
      <p class="check-wechat">{t('page.check.wechat')}</p>
      <LanguageSwitch />
    </main>
  );
}
