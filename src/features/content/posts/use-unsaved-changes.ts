import { useRef, useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { draftKey, readDraft, writeDraft } from '#components/content/media-items/draft-values.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { type PostDraft, completed, emptyDraft } from './post-draft.ts';
import { toPostValues } from './post-values.ts';

/** Changes of a post that weren't saved. */
export interface UnsavedChanges extends PostDraft {
  /** When the last of them was made. */
  readonly at: string;
  /** The state of the post that they change. */
  readonly basis: string;
}

const readChanges = (key: string, post: OwnPost): UnsavedChanges | null => {
  const { values, at, basis, ...files } = readDraft<UnsavedChanges>(key);
  if (!values || !at || !basis) return null;
  return { ...emptyDraft, ...files, values: completed(values, toPostValues(post)), at, basis };
};

/** What of a draft counts as a change: a file's name and size may come later from the server. */
const makeSignature = ({ values, ...fields }: PostDraft): string =>
  JSON.stringify([
    values,
    ...[fields.files, fields.thumbnail, fields.teaser].map((files) =>
      files.map(({ fileId, alt }) => [fileId, alt]),
    ),
  ]);

/**
 * Keeps the unsaved changes of a post on this device, and offers those of an earlier visit. Not on the server: a
 * published post has no draft there, and people would see every step.
 */
export function useUnsavedChanges(post: OwnPost) {
  const { _id, updatedAt } = post;
  const key = draftKey(`changes-${_id}`, useAppSelector(selectAuthUser)?._id ?? '');
  const [offered, setOffered] = useState(() => readChanges(key, post));
  const [restored, setRestored] = useState<UnsavedChanges | null>(null);
  const [isChanged, setChanged] = useState(false);
  /** The post as it is saved, once the editor has shown it. */
  const saved = useRef<string | null>(null);
  const isOver = useRef(false);
  return {
    offered,
    /** Null unless they were restored. */
    restored,
    isChanged,
    onChange: (draft: PostDraft) => {
      const signature = makeSignature(draft);
      saved.current ??= signature;
      if (isOver.current) return;
      const differs = signature !== saved.current;
      setChanged(differs);
      if (differs) writeDraft(key, { ...draft, at: new Date().toISOString(), basis: updatedAt });
      else if (!offered) writeDraft(key, null);
    },
    restore: () => {
      setRestored(offered);
      setOffered(null);
    },
    discard: () => {
      setOffered(null);
      if (!isChanged) writeDraft(key, null);
    },
    /** After saving. */
    forget: () => {
      isOver.current = true;
      writeDraft(key, null);
    },
  };
}
