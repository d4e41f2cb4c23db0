import type { Db } from '../../../db/db.ts';
import { type Standing, findStanding } from './media-standing-query.ts';
import { isSealed } from './sealed-query.ts';

/**
 * What a file URL was signed for. `own`, `subscriber`, `follower`, and `bought` give the account it was
 * signed for everything, for as long as it is the owner, subscribes, follows, or has an unrefunded purchase.
 * `open` gives anyone everything (a visitor viewing public content). `preview` gives anyone only the blurred
 * image. `evidence` gives an operator what was reported, whatever became of it, and what shows an order's problem.
 * `order` gives the order's seller what shows its problem, even after a block. What was taken down as illegal is
 * closed to all of them but `evidence`.
 */
export type AddressKind =
  | 'own'
  | 'subscriber'
  | 'follower'
  | 'bought'
  | 'open'
  | 'preview'
  | 'evidence'
  | 'order';

const still: Record<AddressKind, (standing: Standing) => boolean> = {
  own: () => true,
  open: () => true,
  preview: () => true,
  subscriber: ({ subscribes }) => subscribes,
  follower: ({ subscribes, follows }) => subscribes || follows,
  bought: ({ refunded }) => !refunded,
  evidence: ({ evidence }) => evidence,
  order: ({ sold }) => sold,
};
/** Kinds that neither a block nor the removal of something else with the same file ends. */
const lasting: ReadonlySet<AddressKind> = new Set(['bought', 'evidence', 'order']);

function opens(kind: AddressKind, standing: Standing): boolean {
  if (standing.sealed) return kind === 'evidence' && standing.evidence;
  if (standing.own || standing.bought) return true;
  const mayMeet = lasting.has(kind) || !(standing.closed || standing.removed);
  return mayMeet && still[kind](standing);
}

interface Holder {
  readonly fileId: string;
  readonly kind: AddressKind;
  readonly viewerId: string | null;
  /** From `placeList`. */
  readonly places: string | null;
  readonly moment: Date;
}

/**
 * Whether what a URL was signed for is still true. Checked for every file request against the database all
 * processes share, so that a block, ban, refund, deletion, or ended subscription invalidates URLs already
 * handed out, which otherwise last an hour or two.
 */
export async function isStillGranted(
  db: Db,
  { fileId, kind, viewerId, places, moment }: Holder,
): Promise<boolean> {
  // Everything that may be seen without an account shows these, so they cost one look at an index.
  if (kind === 'preview') return !(await isSealed(db, fileId));
  const [standing] = await findStanding(db, {
    file: fileId,
    viewer: viewerId,
    places,
    moment: moment.toISOString(),
  });
  return standing !== undefined && opens(kind, standing);
}
