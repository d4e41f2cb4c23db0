import { type Ctx, transaction } from '../../../kernel/context.ts';
import type { Ports } from '../../../ports/ports.ts';
import { type CountedView, writeViews } from './views-query.ts';

const flushMs = 2_000;
/** From here on they are written at once. */
const flushAt = 500;
/** In one statement. */
const mostAtOnce = 2_000;
/** While the database is away, later views are lost. About 10 MB. */
const mostWaiting = 20_000;
/** Views of this process that aren't in the database yet. If the process is killed, they are lost. */
interface Buffer {
  waiting: CountedView[];
  timer: ReturnType<typeof setTimeout> | null;
  /** Batches are written one after the other. */
  writing: Promise<void>;
}
const buffers = new WeakMap<Ports, Buffer>();

function getBuffer({ ports }: Ctx): Buffer {
  const known = buffers.get(ports);
  if (known) return known;
  const buffer: Buffer = { waiting: [], timer: null, writing: Promise.resolve() };
  buffers.set(ports, buffer);
  return buffer;
}

async function writeAll(ctx: Ctx, buffer: Buffer): Promise<void> {
  while (buffer.waiting.length > 0) {
    const batch = buffer.waiting.splice(0, mostAtOnce);
    try {
      await transaction(ctx, (tx) => writeViews(tx.db, batch));
    } catch (error) {
      buffer.waiting = [...batch, ...buffer.waiting].slice(0, mostWaiting);
      throw error;
    }
  }
}

function write(ctx: Ctx, buffer: Buffer): Promise<void> {
  if (buffer.timer) clearTimeout(buffer.timer);
  buffer.timer = null;
  buffer.writing = buffer.writing
    .then(() => writeAll(ctx, buffer))
    // They stay in the buffer, and the next view tries again.
    .catch((error: unknown) => ctx.ports.log.warn('Views could not be saved.', { error }));
  return buffer.writing;
}

/** Remembers views, to be written within two seconds. */
export function addViews(ctx: Ctx, views: readonly CountedView[]): void {
  const buffer = getBuffer(ctx);
  buffer.waiting.push(...views.slice(0, mostWaiting - buffer.waiting.length));
  if (buffer.waiting.length >= flushAt) return void write(ctx, buffer);
  if (buffer.timer) return;
  buffer.timer = setTimeout(() => void write(ctx, buffer), flushMs);
  // Node keeps no process for it; shutting down writes them.
  (buffer.timer as { unref?: () => void }).unref?.();
}

/** Writes all views of this process that wait. Never throws. */
export const flushViews = (ctx: Ctx): Promise<void> => write(ctx, getBuffer(ctx));
