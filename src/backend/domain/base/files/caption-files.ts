import type { StoredRendition } from '../../../db/schema/files.ts';

/* Captions are stored as renditions of their video: whoever may play it may read them with the same
   signature, and they are moved and deleted with it. Since a name's content never changes, new captions get a
   new name. */

export const captionsMime = 'text/vtt';
export const captionsName = (language: string, version: string): string =>
  `captions-${language}-${version}.vtt`;
/** The language of captions, or null for any other rendition. */
export const captionsLanguage = ({ name }: Pick<StoredRendition, 'name'>): string | null =>
  /^captions-([a-z]{2})-[a-z0-9]+\.vtt$/.exec(name)?.[1] ?? null;
