import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Puts the focus on an element when it comes into the page. The attribute
 * autofocus does that only once in a document's life.
 */
export function useFirstFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (element.current) element.current.focus();
  }, []);
  return element;
}
