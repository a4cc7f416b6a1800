import type { Level, SettingView, Value } from '../shapes';
import { Cited } from '../parts/Clause';
import { local, t } from '../words/words';

const levels: readonly Level[] = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

interface SettingsFormProps {
  settings: readonly SettingView[];
  /** What was changed here, by name. */
  changed: Record<string, Value>;
  change(name: string, value: Value): void;
}

/** A rulebook's settings, each with where its value comes from: the source, or our default. */
export function SettingsForm({ settings, changed, change }: SettingsFormProps) {
  return (
    <table class="settings">
      <thead>
        <tr>
          <th scope="col">{t('page.setting')}</th>
          <th scope="col">{t('page.setting.value')}</th>
          <th scope="col">{t('page.setting.origin')}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <tr key={setting.name}>
            <td>
              <label for={`setting-${setting.name}`}>{local(setting.label)}</label>
            </td>
            <td>
              <SettingInput setting={setting} value={setting.name in changed ? changed[setting.name]! : setting.value} change={(value) => change(setting.name, value)} />
            </td>
            <td>
              {setting.origin === 'source' ? (
                <span class="tag">
                  <Cited text={t('page.setting.source', { Clause: setting.clause || '' })} clause={setting.clause} />
                </span>
              ) : (
                <span class="tag tag-ours">{t('page.setting.default')}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SettingInput({ setting, value, change }: { setting: SettingView; value: Value; change(value: Value): void }) {
  const id = `setting-${setting.name}`;
  const fixed = setting.fixed === true;
  if (setting.kind === 'boolean') {
    return <input id={id} type="checkbox" disabled={fixed} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
  }
  if (setting.kind === 'level') {
    return (
      <select id={id} disabled={fixed} value={String(value)} onChange={(event) => change(event.currentTarget.value)}>
        {levels.map((level) => (
          <option key={level} value={level} selected={level === value}>
            {level}
          </option>
        ))}
      </select>
    );
  }
  if (setting.options !== undefined && setting.options.length > 0) {
    const options = setting.options;
    return (
      <select id={id} disabled={fixed} value={String(options.map((option) => option.value).indexOf(value))} onChange={(event) => change(options[Number(event.currentTarget.value)]!.value)}>
        {options.map((option, index) => (
          <option key={index} value={String(index)} selected={option.value === value}>
            {local(option.label)}
          </option>
        ))}
      </select>
    );
  }
  if (setting.kind === 'integer' || setting.kind === 'number') {
    return (
      <input
        id={id}
        disabled={fixed}
        type="number"
        value={String(value)}
        min={setting.min}
        max={setting.max}
        step={setting.kind === 'integer' ? 1 : 'any'}
        onChange={(event) => change(Number(event.currentTarget.value))}
      />
    );
  }
  if (Array.isArray(value)) return <span id={id}>{value.join(' / ')}</span>;
  if (typeof value === 'object' && value !== null) return <code id={id}>{JSON.stringify(value)}</code>;
  return <input id={id} disabled={fixed} value={value === null ? '' : String(value)} onChange={(event) => change(event.currentTarget.value)} />;
}
