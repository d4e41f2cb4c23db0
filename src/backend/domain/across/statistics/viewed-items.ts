import { inArray } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { ViewKind } from '#contract/across/statistics.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { streams } from '../../../db/schema/streams/streams.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { loadAccessFacts, isOpenTo, decideAccess, isShown } from '../../base/access/access.ts';
import { objectsOf } from '../../content/media-items/objects.ts';
import { streamItem } from '../../talk/streams/stream-item.ts';

export type SentView = ParsedInput<'POST /views'>['body']['views'][number];

/** What was viewed, where it may be counted: it is open to the viewer, and not their own. */
export interface ViewedItem {
  readonly kind: ViewKind;
  /** As it was sent. */
  readonly sentId: string;
  readonly id: string;
  readonly performerId: string;
  readonly locked: boolean;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

async function viewedProfiles(ctx: Ctx, names: readonly string[]): Promise<ViewedItem[]> {
  const rows = await ctx.db
    .select({ id: accounts.id, username: accounts.username })
    .from(accounts)
    .where(
      inArray(
        accounts.username,
        names.map((name) => name.toLowerCase()),
      ),
    );
  const byName = new Map(rows.map(({ id, username }) => [username ?? '', id]));
  const found = names.flatMap((sentId) => {
    const id = isId(sentId) ? sentId.toLowerCase() : byName.get(sentId.toLowerCase());
    return id === undefined ? [] : [{ sentId, id }];
  });
  const facts = await loadAccessFacts(ctx, { ownerIds: found.map(({ id }) => id) });
  return found
    .filter(({ id }) => isOpenTo(facts, id))
    .map(({ sentId, id }) => ({ kind: 'profile' as const, sentId, id, performerId: id, locked: false }));
}

async function viewedStreams(ctx: Ctx, ids: readonly string[]): Promise<ViewedItem[]> {
  const rows = await ctx.db
    .select()
    .from(streams)
    .where(inArray(streams.id, [...ids]));
  const facts = await loadAccessFacts(ctx, { items: rows.map(streamItem) });
  return rows.flatMap((row) => {
    const access = decideAccess(facts, streamItem(row));
    const isListed = isShown({ access }) && isOpenTo(facts, row.performerId);
    return isListed
      ? {
          kind: 'stream' as const,
          sentId: row.id,
          id: row.id,
          performerId: row.performerId,
          locked: !access.allowed,
        }
      : [];
  });
}

async function loadViewedItems(ctx: Ctx, kind: ViewKind, sentIds: readonly string[]): Promise<ViewedItem[]> {
  if (kind === 'profile') return viewedProfiles(ctx, sentIds);
  const ids = sentIds.filter(isId).map((id) => id.toLowerCase());
  if (ids.length === 0) return [];
  if (kind === 'stream') return viewedStreams(ctx, ids);
  const objects = await objectsOf(ctx, kind, ids);
  return objects
    .filter(({ isOpen }) => isOpen)
    .map(({ id, ownerId, access }) => ({
      kind,
      sentId: id,
      id,
      performerId: ownerId,
      // Anyone may look at a product; it is buying that opens it.
      locked: kind === 'product' ? access.reason !== 'purchased' : !access.allowed,
    }));
}

/** Those of the views that may be counted. What doesn't exist for the viewer is left out, and so is their own. */
export async function viewedItems(ctx: Ctx, views: readonly SentView[]): Promise<ViewedItem[]> {
  const found: ViewedItem[] = [];
  for (const kind of new Set(views.map((view) => view.kind))) {
    const ids = new Set(views.filter((view) => view.kind === kind).map(({ itemId }) => itemId));
    found.push(...(await loadViewedItems(ctx, kind, [...ids])));
  }
  return found.filter(({ performerId }) => performerId !== ctx.viewer?.id);
}
