import type { Explore } from '#contract/across/search/explore.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { read } from '../../http/endpoints.ts';
import { creatorTags } from '../../http/tags.ts';

/** Every creator on the explore page; some of them more than once. */
export const creatorsExplored = ({ trending, because, newest, free }: Explore): PerformerRow[] => [
  ...trending,
  ...because.flatMap(({ performers }) => performers),
  ...newest,
  ...free,
];

export const getExplore = read('GET /explore', {
  tags: (explore) => creatorTags(explore && creatorsExplored(explore)),
});
/** Not kept: interests may have changed. */
export const suggestCreators = read('GET /explore/suggestions', {
  tags: (reply) => creatorTags(reply?.data.map(({ performer }) => performer)),
  keepSeconds: 0,
});
