import type { PicturesView } from '../shapes';
import { get } from '../wire/client';
import { language } from '../words/language';
import { useLoaded, type Loaded } from './useLoaded';

/** The pictures of an event, all or one kind of them, loaded again whenever its version changes. */
export function usePictures(id: string, version: number, only?: 'brackets' | 'crosses'): Loaded<PicturesView> {
  return useLoaded(() => get('/api/v1/events/{id}/pictures', { id }, { only }), [id, version, language.value]);
}
