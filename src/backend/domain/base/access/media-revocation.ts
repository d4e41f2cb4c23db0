import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { statement } from '../../../db/statement.ts';
import { fileSealed, isSealed } from './sealed-query.ts';
import { fileTakenDown } from './taken-down.ts';

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

interface Standing {
  own: boolean;
  bought: boolean;
  refunded: boolean;
  closed: boolean;
  removed: boolean;
  subscribes: boolean;
  follows: boolean;
  sealed: boolean;
  evidence: boolean;
  sold: boolean;
}

const viewer = sql`${sql.placeholder('viewer')}::uuid`;
const purchased = sql`FROM purchase_files b JOIN purchases p ON p.id = b.purchase_id WHERE b.account_id = ${viewer} AND b.file_id = f.id AND p.reversed_at`;

const ask = statement<
  Standing,
  { file: string; viewer: string | null; places: string | null; moment: string }
>(
  'media_standing',
  sql`
  SELECT f.owner_id IS NOT DISTINCT FROM ${viewer} AS own,
    EXISTS (SELECT 1 ${purchased} IS NULL) AS bought,
    EXISTS (SELECT 1 ${purchased} IS NOT NULL) AS refunded,
    EXISTS (SELECT 1 FROM accounts a JOIN performers o ON o.account_id = a.id WHERE a.id = f.owner_id AND (a.suspended_at IS NOT NULL OR o.verification_state <> 'approved'))
      OR EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = f.owner_id AND c.country = ANY (${sql.placeholder('places')}::text::text[]))
      OR EXISTS (SELECT 1 FROM account_blocks x WHERE (x.blocker_id = f.owner_id AND x.blocked_id = ${viewer}) OR (x.blocked_id = f.owner_id AND x.blocker_id = ${viewer})) AS closed,
    EXISTS (SELECT 1 FROM feed_files l JOIN feeds w ON w.id = l.feed_id WHERE l.file_id = f.id AND w.state = 'removed')
      OR EXISTS (SELECT 1 FROM videos w WHERE w.file_id = f.id AND w.state = 'removed')
      OR EXISTS (SELECT 1 FROM photos w WHERE w.file_id = f.id AND w.state = 'removed')
      OR EXISTS (SELECT 1 FROM message_files l JOIN messages w ON w.id = l.message_id WHERE l.file_id = f.id AND w.deleted_at IS NOT NULL)
      OR ${fileTakenDown(sql`f.id`)} AS removed,
    EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${viewer} AND s.performer_id = f.owner_id AND s.state IN ('active', 'past_due', 'cancelled') AND s.period_end > ${sql.placeholder('moment')}::timestamptz) AS subscribes,
    EXISTS (SELECT 1 FROM follows s WHERE s.follower_id = ${viewer} AND s.performer_id = f.owner_id) AS follows,
    ${fileSealed(sql`f.id`)} AS sealed,
    (EXISTS (SELECT 1 FROM report_files e WHERE e.file_id = f.id) OR EXISTS (SELECT 1 FROM taken_down_files e WHERE e.file_id = f.id) OR EXISTS (SELECT 1 FROM order_problem_files e WHERE e.file_id = f.id)) AND EXISTS (SELECT 1 FROM operators o WHERE o.account_id = ${viewer}) AS evidence,
    EXISTS (SELECT 1 FROM order_problem_files e JOIN orders o ON o.id = e.order_id WHERE e.file_id = f.id AND o.seller_id = ${viewer}) AND NOT ${fileTakenDown(sql`f.id`)} AS sold
  FROM files f WHERE f.id = ${sql.placeholder('file')}::uuid`,
);

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
  const [standing] = await ask(db, { file: fileId, viewer: viewerId, places, moment: moment.toISOString() });
  return standing !== undefined && opens(kind, standing);
}
