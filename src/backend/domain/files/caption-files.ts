import type { StoredRendition } from '../../db/schema/files.ts';

/*
 * Captions are kept beside the film that they belong to, as one of its renditions: whoever may play the film may read them, by the same
 * signature; they go where it goes, and end with it. What a name holds never changes, so that new captions have a new name.
 */

export const captionsMime = 'text/vtt';
export const captionsName = (language: string, version: string): string =>
  `captions-${language}-${version}.vtt`;
/** Of which language these captions are; null where they are none. */
export const captionsLanguage = ({ name }: Pick<StoredRendition, 'name'>): string | null =>
  /^captions-([a-z]{2})-[a-z0-9]+\.vtt$/.exec(name)?.[1] ?? null;
