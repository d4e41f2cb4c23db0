import type { PostPreview, PreviewAs } from '#contract/content/posts/posts.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { pretend } from '../../base/access/pretending.ts';
import { ownParts } from './creator-queries.ts';
import { presentPosts } from './presenters.ts';
import { isShown } from '../../base/access/access.ts';

/**
 * The viewer's own post as somebody else sees it once it is published, decided by the access rule. What that person
 * could read is signed for the viewer, so that no URL of a preview opens for anybody else.
 * @throws AppError 404
 */
export async function previewPost(ctx: UserCtx, id: string, as: PreviewAs): Promise<PostPreview> {
  const row = await ownParts(ctx, id);
  const visitor: Ctx = { ...ctx, viewer: null, request: { ...ctx.request, country: null, places: null } };
  const [theirs] = await presentPosts(visitor, [row], (facts) => pretend(facts, ctx.viewer.id, as));
  const [own] = await presentPosts(ctx, [row]);
  if (!theirs || !own) throw new Error('a post was not presented');
  const { access } = theirs;
  if (!isShown({ access })) return { access, post: null };
  const { files, thumbnail, teaser, linkCard } = own;
  const open = { ...theirs, files, thumbnail, teaser, ...(linkCard && { linkCard }) };
  return { access, post: access.allowed ? open : { ...theirs, teaser } };
}
