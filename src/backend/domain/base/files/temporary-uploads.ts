import { limits } from '#config/limits.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { TemporaryFiles } from '../../../kernel/uploaded-file.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { removeObjects } from './storing.ts';

/**
 * Keeps the large files of one call in the object store. If the process ends before the call does, a job
 * removes them.
 */
export function temporaryFiles(ctx: Ctx): TemporaryFiles {
  const keys: string[] = [];
  return {
    async put(body) {
      const key = `temporary/${ctx.ports.ids()}`;
      await enqueue(ctx, {
        kind: 'remove-objects',
        payload: { keys: [key] },
        runAt: new Date(now(ctx).getTime() + limits.upload.unusedFileMs),
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
        ctx.ports.log.warn('A temporary file could not be removed; a job tries again.', {
          error: String(error),
        }),
      ),
  };
}
