import { useEffect, useRef } from 'preact/hooks';
import type { PicturesView } from '../shapes';
import { get } from '../wire/client';
import { language } from '../words/language';
import { useLoaded, type Loaded } from './useLoaded';

/** The pictures of an event, loaded again whenever its version changes. What was there stays until the new ones have come. */
export function usePictures(id: string, version: number): Loaded<PicturesView> {
  const loaded = useLoaded(() => get('/api/v1/events/{id}/pictures', { id }), [id, version, language.value]);
  const last = useRef<PicturesView | null>(null);
  useEffect(() => {
    if (loaded.value !== null) last.current = loaded.value;
  }, [loaded.value]);
  return loaded.value === null ? { ...loaded, value: last.current } : loaded;
}
