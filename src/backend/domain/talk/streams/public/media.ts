import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import type { HostStats, LiveStats } from '../../../../ports/live-transport.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { closeMedia, endStream, secondsUntil } from './ending.ts';
import { type StreamRow, changeStream, isRunning, lockStream, emitStreamChanged } from './rows.ts';

const after = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** The media of the creator; undefined when nobody knows. */
export const findHost = (stats: LiveStats | null, { performerId }: StreamRow): HostStats | undefined =>
  stats?.hosts.find(({ userId }) => userId === performerId);

/** Media arrives: the stream begins or goes on, or its seconds are written down. */
async function arrive(tx: Ctx, row: StreamRow, host: HostStats): Promise<StreamRow> {
  const since = host.sendingSince ?? now(tx);
  if (row.mediaSince) {
    const until = after(row.mediaSince, host.lastMediaAt);
    const seconds = secondsUntil(row, until);
    if (seconds === row.mediaSeconds) return row;
    const mediaSince = new Date(row.mediaSince.getTime() + (seconds - row.mediaSeconds) * 1_000);
    return changeStream(tx, row.id, { mediaSeconds: seconds, mediaSince });
  }
  const changed = await changeStream(tx, row.id, {
    state: 'live',
    interruptedAt: null,
    mediaSince: row.startedAt ? after(row.startedAt, since) : since,
  });
  emitStreamChanged(tx, changed);
  return changed;
}

/** Media has stopped: viewers wait for it. */
async function stop(tx: Ctx, row: StreamRow, host: HostStats | undefined): Promise<StreamRow> {
  if (!row.mediaSince) return row;
  const until = after(row.mediaSince, host?.lastMediaAt ?? null);
  const changed = await changeStream(tx, row.id, {
    state: 'interrupted',
    interruptedAt: until,
    mediaSince: null,
    mediaSeconds: secondsUntil(row, until),
  });
  emitStreamChanged(tx, changed);
  return changed;
}

/** Whether the creator has been away for longer than viewers are asked to wait. */
async function isGivenUp(tx: Ctx, row: StreamRow): Promise<boolean> {
  const since = row.mediaSince ? null : (row.interruptedAt ?? row.startedAt);
  const { streamGraceSeconds } = await tx.settings.all();
  return since !== null && now(tx).getTime() - since.getTime() >= streamGraceSeconds * 1_000;
}

/** Its creator did nothing to end it. */
const notifyFailure = (tx: Ctx, { id, performerId, title }: StreamRow): Promise<unknown> =>
  notify(tx, {
    to: performerId,
    type: 'live',
    text: `“${shortText(title, 60)}” ended because of a technical problem on our side. You can go live again.`,
    href: routes.stream(id),
  });

/** Brings a stream up to date with its media. Returns whether it still runs. */
export async function settleMedia(ctx: Ctx, streamId: string, stats: LiveStats | null): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const row = await lockStream(tx, streamId);
    if (!row || !isRunning(row)) {
      if (stats) closeMedia(tx, streamId);
      return false;
    }
    const host = findHost(stats, row);
    const hasFailed = stats?.hasFailed === true;
    const settled =
      host?.sendingSince && !hasFailed ? await arrive(tx, row, host) : await stop(tx, row, host);
    if (!hasFailed && !(await isGivenUp(tx, settled))) return true;
    await endStream(tx, settled);
    if (hasFailed) await notifyFailure(tx, settled);
    return false;
  });
}
