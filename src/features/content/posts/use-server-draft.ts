import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OwnPost, PostType } from '#contract/content/posts/posts.ts';
import { problemCode } from '#lib/problem.ts';
import type { Api } from '#services/http/api.ts';
import { type Problem, isPassing } from '#services/http/problem.ts';
import {
  createPoll,
  createPost,
  deletePost,
  getOwnPost,
  listOwnPosts,
  updatePost,
} from '#services/content/posts/posts.ts';
import { useApi } from '#state/hooks.ts';
import {
  type MediaState,
  type PostFiles,
  type PostValues,
  toPostUpdate,
  toNewPoll,
  toNewPost,
  postErrors,
  toPostType,
} from './post-values.ts';
import { useWrite } from '#state/query/hooks.ts';

/** Milliseconds without a change after which a draft is saved. */
const PAUSE_MS = 4_000;

/** What is in the editor. */
export interface EditorContent {
  readonly values: PostValues;
  readonly files: PostFiles;
  readonly mediaState: MediaState;
}
/** A draft as the device remembers it. */
export interface SavedDraft {
  readonly id: string;
  readonly updatedAt: string;
}
/** `waiting` is tried again; `failed` was refused, which only another content could change. */
export type DraftStatus = 'new' | 'saving' | 'saved' | 'waiting' | 'failed';

const isEmpty = ({ values, mediaState }: EditorContent): boolean =>
  values.text.trim() === '' &&
  mediaState.count === 0 &&
  !mediaState.hasTeaser &&
  values.poll.question.trim() === '';

/** What the server would take as a draft. An unfinished poll or date waits on the device. */
const isSavable = (content: EditorContent): boolean =>
  !isEmpty(content) &&
  !content.mediaState.busy &&
  Object.keys(postErrors(content.values, content.mediaState, false)).length === 0;

const typeOfContent = ({ values, files }: EditorContent): PostType =>
  values.kind === 'poll' ? 'poll' : toPostType(values, files);

const isGone = (problem: unknown): boolean => problemCode(problem) === 'not_found';

/** Writes what is in the editor to the server. A post can't change its type: one of another type replaces it. */
function useWriting() {
  const [sendPost] = useWrite(createPost);
  const [sendPoll] = useWrite(createPoll);
  const [update] = useWrite(updatePost);
  const [remove] = useWrite(deletePost);
  const create = ({ values, files }: EditorContent, state: 'draft' | 'published') =>
    values.kind === 'poll'
      ? sendPoll({ body: toNewPoll(values, state) }).unwrap()
      : sendPost({ body: toNewPost(values, files, state) }).unwrap();
  return async (
    before: OwnPost | null,
    content: EditorContent,
    state: 'draft' | 'published',
  ): Promise<OwnPost> => {
    const { values, files } = content;
    if (before?.type === typeOfContent(content)) {
      const body = toPostUpdate(before, values, { files, state });
      return update({ params: { id: before._id }, body })
        .unwrap()
        .catch((problem: unknown) => {
          if (isGone(problem)) return create(content, state);
          throw problem;
        });
    }
    const made = await create(content, state);
    if (before) await remove({ params: { id: before._id } });
    return made;
  };
}

/** What became of a remembered draft since: null if it is gone, `elsewhere` if it was changed on another device. */
type Found = OwnPost | 'elsewhere' | null;
const found = (post: OwnPost, { updatedAt }: SavedDraft): Found =>
  post.state === 'draft' && post.updatedAt === updatedAt ? post : 'elsewhere';

/** Does one thing after the other, so that nothing is written twice. */
function useTurns() {
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.current.then(work);
    turn.current = next.catch(() => undefined);
    return next;
  };
}

/** Milliseconds until the next attempt, after so many that failed. */
const waitAfter = (failures: number): number => Math.min(60_000, 5_000 * 2 ** (failures - 1));

/**
 * Saves what was given last, after a pause. What fails for a reason that passes is tried again: after some time, and at once
 * when the device is back online.
 */
function useSaving(put: (content: EditorContent) => Promise<unknown>, first: DraftStatus) {
  const [status, setStatus] = useState(first);
  const latest = useRef<EditorContent | null>(null);
  const failures = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    latest.current = null;
  };
  const save = async () => {
    const content = latest.current;
    if (!content) return;
    if (failures.current === 0) setStatus('saving');
    try {
      await put(content);
      failures.current = 0;
      setStatus('saved');
    } catch (problem) {
      const isTriedAgain = isPassing(problem as Problem);
      failures.current = isTriedAgain ? failures.current + 1 : 0;
      setStatus(isTriedAgain ? 'waiting' : 'failed');
      if (isTriedAgain && latest.current) plan(waitAfter(failures.current));
    }
  };
  const plan = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), ms);
  };
  const onOnline = useEffectEvent(() => {
    if (status === 'waiting') plan(0);
  });
  useEffect(() => {
    const online = () => onOnline();
    addEventListener('online', online);
    return () => {
      removeEventListener('online', online);
      clearTimeout(timer.current);
    };
  }, []);
  return {
    status,
    stop,
    later: (content: EditorContent) => {
      latest.current = content;
      plan(PAUSE_MS);
    },
  };
}

const isSame = (post: OwnPost, content: EditorContent): boolean =>
  post.type === typeOfContent(content) &&
  post.text === content.values.text.trim() &&
  (post.poll?.question ?? '') ===
    (content.values.kind === 'poll' ? content.values.poll.question.trim() : '') &&
  post.files.map(({ _id }) => _id).join() === content.files.fileIds.join();

/** The draft that was made although its reply got lost; null if none was. */
async function arrived(api: Api, content: EditorContent): Promise<OwnPost | null> {
  const { data } = await listOwnPosts(api, { query: { state: 'draft', limit: 5 } });
  return data.find((post) => isSame(post, content)) ?? null;
}

export interface ServerDraftProps {
  /** The draft that the device remembers. */
  readonly remembered: SavedDraft | null;
  /** It was changed or published on another device, where one should go on. */
  readonly onElsewhere: (id: string) => void;
}

/** Keeps a new post on the server while it is written, so that it can be gone on with on another device. */
export function useServerDraft({ remembered, onElsewhere }: ServerDraftProps) {
  const api = useApi();
  const write = useWriting();
  const [saved, setSaved] = useState(remembered);
  const post = useRef<OwnPost | null>(null);
  const inTurn = useTurns();
  const isOver = useRef(false);
  /** What a new draft was to contain, when its reply got lost. */
  const lost = useRef<EditorContent | null>(null);
  const put = (content: EditorContent, state: 'draft' | 'published') =>
    inTurn(async () => {
      if (!post.current && lost.current) post.current = await arrived(api, lost.current);
      const made = await write(post.current, content, state).catch((problem: unknown) => {
        if (!post.current && (problem as Problem).status === 0) lost.current = content;
        throw problem;
      });
      post.current = made;
      lost.current = null;
      setSaved({ id: made._id, updatedAt: made.updatedAt });
      return made;
    });
  const look = useEffectEvent(async (draft: SavedDraft) => {
    const now = await getOwnPost(api, { params: { id: draft.id } }).then(
      (reply) => found(reply, draft),
      (problem: unknown) => (isGone(problem) ? null : Promise.reject(problem as Error)),
    );
    if (now === 'elsewhere') {
      isOver.current = true;
      onElsewhere(draft.id);
    } else post.current = now;
  });
  useEffect(() => {
    if (remembered) void inTurn(() => look(remembered)).catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- what was remembered when the page opened
  }, []);
  const saving = useSaving((content) => put(content, 'draft'), remembered ? 'saved' : 'new');
  return {
    status: saving.status,
    saved,
    /** Saves after a pause. */
    changed: (content: EditorContent) => {
      saving.stop();
      if (!isOver.current && isSavable(content)) saving.later(content);
    },
    /** Saves at once, as the person asked. Nothing is saved by itself afterwards unless it fails. */
    finish: async (content: EditorContent, state: 'draft' | 'published'): Promise<OwnPost> => {
      saving.stop();
      const made = await put(content, state);
      isOver.current = true;
      return made;
    },
  };
}
