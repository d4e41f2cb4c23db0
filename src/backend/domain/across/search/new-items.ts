import type { SearchHit } from '#contract/across/search/search.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { presentHits } from './hits.ts';
import { type ItemKind, findItems } from './items.ts';

/** So many are looked at for each that is shown: some have no picture, and some creators publish all day. */
const lookedAt = 8;
const ofEachCreator = 2;

const hasPicture = ({ cover }: SearchHit): boolean =>
  cover !== null &&
  (cover.thumbnails.length > 0 || (cover.mime.startsWith('image/') && cover.sizes.length > 0));

/** The newest items with a picture that the viewer may see, at most two of each creator. */
export async function newItems(ctx: Ctx, kind: ItemKind, limit: number): Promise<SearchHit[]> {
  const found = await findItems(ctx, {
    kind,
    terms: [],
    limit: limit * lookedAt,
    after: null,
    suggested: true,
  });
  const hits = await presentHits(ctx, kind, found);
  const seen = new Map<string, number>();
  return hits
    .filter((hit) => {
      if (!hit.access.allowed || !hasPicture(hit)) return false;
      const before = seen.get(hit.performer._id) ?? 0;
      seen.set(hit.performer._id, before + 1);
      return before < ofEachCreator;
    })
    .slice(0, limit);
}
