import { list, read } from '../../http/endpoints.ts';
import { creatorTags, postListTags } from '../../http/tags.ts';

export const suggestTags = read('GET /tags');
export const getTag = read('GET /tags/:tag', { tags: (tag) => creatorTags(tag?.performers ?? []) });
export const listTagged = list('GET /tags/:tag/feeds', { tags: (pages) => postListTags('Timeline', pages) });
export const suggestPeople = read('GET /mentions');
