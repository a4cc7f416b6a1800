import { t } from '../words/words';

/** The reason of a ruling, which stands in the record. */
export function ReasonField({ value, change, label }: { value: string; change(value: string): void; label?: string }) {
  return (
    <label class="field">
      {label || t('page.reason')}
      <input name="reason" maxLength={200} value={value} autocomplete="off" onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
}
