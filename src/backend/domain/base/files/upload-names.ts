import { type UploadType, uploadTypes } from '#config/upload-types.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';

/** How long a signed upload URL is valid. */
export const SIGNED_SECONDS = 15 * 60;

export const later = (ctx: Ctx, ms: number): Date => new Date(now(ctx).getTime() + ms);

/**
 * A timestamp plus the lowercase original extension (specification section 7). A name already in that format
 * is kept.
 * @throws AppError 422
 */
export function objectName(ctx: Ctx, fileName: string, fileType: UploadType): string {
  const [, given, extension] = /^(?:(\d{10,17})|.*)\.([A-Za-z0-9]{1,5})$/s.exec(fileName) ?? [];
  const allowed: readonly string[] = uploadTypes[fileType];
  const ending = extension?.toLowerCase() ?? '';
  if (!allowed.includes(ending))
    throw invalid('fileName', `The name of this file type must end in .${allowed.join(' or .')}.`);
  return `${given ?? now(ctx).getTime()}.${ending}`;
}
