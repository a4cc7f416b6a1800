import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/words';

interface DialogProps {
  title: string;
  close(): void;
  children: ComponentChildren;
  wide?: boolean;
}

const stops = 'button:not([disabled]), input:not([disabled]), select, textarea, a[href]';

/** A question over the page. Escape closes it; the Tab key stays inside; the focus goes back where it was. */
export function Dialog({ title, close, children, wide }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const first = box.current && (box.current.querySelector<HTMLElement>('[data-first]') || box.current.querySelector<HTMLElement>(stops));
    if (first) first.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key !== 'Tab' || box.current === null) return;
    const inside = Array.from(box.current.querySelectorAll<HTMLElement>(stops));
    const last = inside[inside.length - 1];
    const first = inside[0];
    if (!first || !last) return;
    if (event.shiftKey && document.activeElement === first) {
      event.preventDefault();
      last.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
      event.preventDefault();
      first.focus();
    }
  };
  return (
    <div class="shade" onKeyDown={onKeyDown}>
      <div class={wide ? 'dialog wide' : 'dialog'} role="dialog" aria-modal="true" aria-label={title} ref={box}>
        <div class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="quiet" onClick={close}>
            {t('page.close')}
          </button>
        </div>
        {children}
      </div>
    </div>
  );
}
