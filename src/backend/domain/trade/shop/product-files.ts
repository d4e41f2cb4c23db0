import { eq, inArray } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { productFiles } from '../../../db/schema/shop.ts';
import { dropFiles } from '../../base/files/claims.ts';

/** The files that buyers of a product download from now on, in their order. */
export async function loadFileIds(ctx: Ctx, productId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: productFiles.fileId })
    .from(productFiles)
    .where(eq(productFiles.productId, productId))
    .orderBy(productFiles.position);
  return rows.map(({ id }) => id);
}

/** The names under which the files of products were uploaded, where they are known. */
export async function fileNames(ctx: Ctx, productIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .select({ id: files.id, name: files.originalName })
    .from(productFiles)
    .innerJoin(files, eq(files.id, productFiles.fileId))
    .where(inArray(productFiles.productId, [...productIds]));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

export async function setFiles(tx: UserCtx, productId: string, fileIds: readonly string[]): Promise<void> {
  await tx.db.delete(productFiles).where(eq(productFiles.productId, productId));
  if (fileIds.length > 0)
    await tx.db
      .insert(productFiles)
      .values(fileIds.map((fileId, position) => ({ productId, fileId, position })));
}

/** Replaces a product's files. Those that were sold stay for their buyers. */
export async function changeFiles(tx: UserCtx, productId: string, wanted: readonly string[]): Promise<void> {
  const present = await loadFileIds(tx, productId);
  await setFiles(tx, productId, wanted);
  await dropFiles(
    tx,
    present.filter((id) => !wanted.includes(id)),
  );
}
