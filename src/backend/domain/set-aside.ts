import { limits } from '#config/limits';
import { type Ctx, now } from '../context.ts';
import type { Aside } from '../http/aside.ts';
import { enqueue } from '../jobs/queue.ts';
import { removeObjects } from './files.ts';

/** Puts the large files of one call into the object store. Should the process end before the call does, a job removes them. */
export function setAside(ctx: Ctx): Aside {
  const keys: string[] = [];
  return {
    async put(body) {
      const key = `aside/${ctx.ports.ids()}`;
      await enqueue(ctx, {
        kind: 'remove-objects',
        payload: { keys: [key] },
        runAt: new Date(now(ctx).getTime() + limits.upload.keptUnusedMs),
      });
      await ctx.ports.objects.put(key, body, 'application/octet-stream');
      keys.push(key);
      return key;
    },
    async read(key) {
      const object = await ctx.ports.objects.get(key);
      return new Uint8Array(
        await new Response(object?.body as ReadableStream<Uint8Array<ArrayBuffer>> | undefined).arrayBuffer(),
      );
    },
    clear: () =>
      removeObjects(ctx, keys).catch((error: unknown) =>
        ctx.ports.log.warn('A file set aside could not be removed; a job tries again.', {
          error: String(error),
        }),
      ),
  };
}
