import type { PostType } from '#contract/content/posts/posts.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { type FileKind, claimFiles } from '../../base/files/claims.ts';

interface Shape {
  /** The kind of its files; null for types without files. */
  readonly kind: FileKind | null;
  readonly max: number;
  readonly word: string;
  /** Whether it can have a thumbnail and a teaser. */
  readonly hasExtras: boolean;
  /** The message when its required content is missing. */
  readonly missing: string;
}
/** What each type of post consists of. A teaser post consists of its teaser, which everyone can see. */
const shapes: Readonly<Record<PostType, Shape>> = {
  text: { kind: null, max: 0, word: 'File', hasExtras: false, missing: 'Write something first.' },
  photo: { kind: 'image', max: 10, word: 'Photo', hasExtras: true, missing: 'Add at least one photo.' },
  video: { kind: 'video', max: 1, word: 'Video', hasExtras: true, missing: 'Add a video.' },
  audio: { kind: 'audio', max: 1, word: 'Recording', hasExtras: true, missing: 'Add a recording.' },
  teaser: { kind: null, max: 0, word: 'File', hasExtras: true, missing: 'Add a teaser.' },
  poll: { kind: null, max: 0, word: 'File', hasExtras: false, missing: '' },
};

/** The files a post is to reference. Only newly added ones have to be claimed. */
export interface NamedFiles {
  readonly fileIds: readonly string[];
  readonly thumbnailId: string | null;
  readonly teaserId: string | null;
  /** Of a text post, whose thumbnail is the picture of its link. */
  readonly linkCard?: object | null | undefined;
}

/**
 * Checks that a post of this type can have these files at all.
 * @throws AppError 422 on the field.
 */
export function checkShape(type: PostType, named: NamedFiles): void {
  const { fileIds } = named;
  const { kind, max, word } = shapes[type];
  if (kind === null && fileIds.length > 0) throw invalid('fileIds', `A ${type} post has no files.`);
  if (fileIds.length > max)
    throw invalid(
      'fileIds',
      max === 1 ? `A ${type} post has one ${word.toLowerCase()}.` : `Add at most ${max} photos.`,
    );
  checkExtras(type, named);
  if (new Set(fileIds).size < fileIds.length)
    throw invalid('fileIds', `Each ${word.toLowerCase()} can be added once.`);
}

function checkExtras(type: PostType, { thumbnailId, teaserId, linkCard = null }: NamedFiles): void {
  if (shapes[type].hasExtras) return;
  if (thumbnailId !== null && linkCard === null)
    throw invalid('thumbnailId', `A ${type} post has no thumbnail.`);
  if (teaserId !== null) throw invalid('teaserId', `A ${type} post has no teaser.`);
}

/**
 * Claims and locks the files a post is to reference, of the kinds its type allows.
 * @throws AppError 422 on the field.
 */
export async function claimContent(
  tx: UserCtx,
  type: PostType,
  { fileIds, thumbnailId, teaserId }: NamedFiles,
): Promise<void> {
  const { kind, word } = shapes[type];
  if (kind) await claimFiles(tx, fileIds, { field: 'fileIds', kinds: [kind], word });
  if (thumbnailId)
    await claimFiles(tx, [thumbnailId], { field: 'thumbnailId', kinds: ['image'], word: 'Thumbnail' });
  if (teaserId) await claimFiles(tx, [teaserId], { field: 'teaserId', kinds: ['video'], word: 'Teaser' });
}

/**
 * Checks that a post to be published has content; a draft may be incomplete.
 * @throws AppError 422 on the field.
 */
export function checkComplete({
  type,
  text,
  fileIds,
  teaserId,
}: {
  type: PostType;
  text: string;
  fileIds: readonly string[];
  teaserId: string | null;
}): void {
  const { kind, missing } = shapes[type];
  if (type === 'text' && text === '') throw invalid('text', missing);
  if (type === 'teaser' && teaserId === null) throw invalid('teaserId', missing);
  if (kind && fileIds.length === 0) throw invalid('fileIds', missing);
}
