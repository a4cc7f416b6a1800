import type { PicturesView } from '../shapes';
import { get } from '../wire/client';
import { language } from '../words/language';
import { useLoaded, type Loaded } from './useLoaded';

/** The pictures of an event, loaded again whenever its version changes. */
export function usePictures(id: string, version: number): Loaded<PicturesView> {
  return useLoaded(() => get('/api/v1/events/{id}/pictures', { id }), [id, version, language.value]);
}
