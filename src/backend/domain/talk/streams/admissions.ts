import { and, eq, isNull } from 'drizzle-orm';
import { accounts, sessions } from '../../../db/schema/accounts.ts';
import { isClosedTo } from '../../../kernel/country-block.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { LiveTransport } from '../../../ports/live-transport.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { findPossiblyLost } from '../../base/access/lost-access-query.ts';

/** Whoever loses access sees nothing after a second. */
const lookMs = 500;
/** How long a decision holds for someone whose page says nothing, for what `maybeLost` doesn't look at. */
const holdsMs = 30_000;

/** Someone who was let in to a stream with one session. */
export interface Admission {
  readonly streamId: string;
  readonly performerId: string;
  readonly ctx: UserCtx;
  /** Whether they still may be there, as far as the stream decides. */
  readonly stillMay: () => Promise<boolean>;
  decidedAt: number;
}

/** Who was let in to the streams whose media this process carries. */
export interface Admissions {
  admit(admission: Omit<Admission, 'decidedAt'>): void;
  find(ctx: UserCtx, streamId: string): Admission | undefined;
  /** Decides again about one person; false when they were sent out. */
  decide(admission: Admission): Promise<boolean>;
  /** Decides again about everybody whose access may have ended. */
  look(): Promise<void>;
  forget(streamId: string): void;
}

const admissionKey = (streamId: string, { viewer }: UserCtx): string =>
  `${streamId} ${viewer.id} ${viewer.sessionId}`;

/** Whether the session still exists, its account isn't suspended, and the site is open to its country. */
async function isLoggedIn({ db, viewer, settings, request }: UserCtx): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.id, viewer.sessionId), isNull(accounts.suspendedAt)));
  return found.length > 0 && !(await isClosedTo(settings, request.country));
}

async function mayStay({ ctx, stillMay, streamId }: Admission): Promise<boolean> {
  try {
    return (await isLoggedIn(ctx)) && (await stillMay());
  } catch (error) {
    ctx.ports.log.error('access to a stream couldn’t be decided again', { streamId, error });
    return false;
  }
}

/** Ends someone's part in a stream: their media, the events they get, and what their page shows. */
async function sendOut(live: LiveTransport, { ctx, streamId }: Admission): Promise<void> {
  const room = rooms.account(ctx.viewer.id);
  ctx.leave(room, rooms.stream(streamId));
  ctx.emit(room, 'stream/removed', { streamId });
  await live.eject(streamId, ctx.viewer.id);
}

/** Those to decide about again: who may have lost access, whose decision is old, and whose country was closed. */
async function doubtful(all: ReadonlyMap<string, Admission>): Promise<Admission[]> {
  const [first] = all.values();
  if (!first) return [];
  const lost = await findPossiblyLost(
    first.ctx.db,
    [...all].map(([key, { ctx, streamId, performerId }]) => ({
      key,
      accountId: ctx.viewer.id,
      sessionId: ctx.viewer.sessionId,
      ownerId: performerId,
      itemId: streamId,
      places: placeList(ctx.request),
    })),
  );
  const time = now(first.ctx).getTime();
  const found: Admission[] = [];
  for (const [key, each] of all) {
    const isOld = time - each.decidedAt >= holdsMs;
    if (lost.has(key) || isOld || (await isClosedTo(each.ctx.settings, each.ctx.request.country)))
      found.push(each);
  }
  return found;
}

function createAdmissions(live: LiveTransport): Admissions {
  const all = new Map<string, Admission>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const decide = async (admission: Admission): Promise<boolean> => {
    admission.decidedAt = now(admission.ctx).getTime();
    if (await mayStay(admission)) return true;
    // Two looks at once may come to this.
    if (all.delete(admissionKey(admission.streamId, admission.ctx))) await sendOut(live, admission);
    return false;
  };
  const look = async (): Promise<void> => {
    for (const each of await doubtful(all)) await decide(each);
  };
  const keepLooking = (): void => {
    if (timer !== undefined || all.size === 0) return;
    timer = setTimeout(() => {
      const [first] = all.values();
      void look()
        .catch((error: unknown) => first?.ctx.ports.log.error('looking at who watches failed', { error }))
        .finally(() => {
          timer = undefined;
          keepLooking();
        });
    }, lookMs);
    (timer as { unref?: () => void }).unref?.();
  };
  return {
    admit(admission) {
      const { ctx, streamId } = admission;
      all.set(admissionKey(streamId, ctx), { ...admission, decidedAt: now(ctx).getTime() });
      keepLooking();
    },
    find: (ctx, streamId) => all.get(admissionKey(streamId, ctx)),
    decide,
    look,
    forget(streamId) {
      for (const [key, each] of all) if (each.streamId === streamId) all.delete(key);
    },
  };
}

const known = new WeakMap<LiveTransport, Admissions>();

/** The admissions of a process, which has one transport. */
export function getAdmissions(live: LiveTransport): Admissions {
  const admissions = known.get(live) ?? createAdmissions(live);
  known.set(live, admissions);
  return admissions;
}
