import { list, write } from '../http/endpoints.ts';
import { postListTags } from '../http/tags.ts';

export type BookmarkKind = 'galleries' | 'videos' | 'photos' | 'products' | 'auctions';

export const react = write('POST /reactions');
export const unreact = write('DELETE /reactions');

/*
 * Bookmarked items. A removed item stays in the list until the list is reopened, so that it can be added back.
 */
export const listPostBookmarks = list('GET /reactions/feeds/bookmark', {
  tags: (pages) => postListTags('Bookmarks', pages),
});
export const listGalleryBookmarks = list('GET /reactions/galleries/bookmark', { tags: ['Bookmarks'] });
/** Bookmarked items other than posts and galleries; all types have the same reply. */
export const listBookmarks = list('GET /reactions/:type/bookmark', { tags: ['Bookmarks'] });
