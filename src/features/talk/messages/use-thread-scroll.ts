import { useRouter } from 'next/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAppDispatch } from '#state/hooks.ts';
import { messageJumpEnded, messageJumpRequested } from '#state/messages/message.ts';
import { type Thread, covers } from '#state/messages/message-thread.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** The element of the message at a position, or of the next one shown. */
function elementAt(box: HTMLElement, seq: number): HTMLElement | null {
  const all = [...box.querySelectorAll<HTMLElement>('li[data-seq]')];
  return (
    all.find((each) => Number(each.dataset['seq']) >= seq && each.dataset['seq'] !== '0') ??
    all.at(-1) ??
    null
  );
}

/** Scrolls to a message, highlights it for a moment and moves focus to it for screen readers. */
function show(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  delete element.dataset['found'];
  // Forces a reflow, so that a second jump to the same message restarts the animation.
  void element.offsetWidth;
  element.dataset['found'] = '';
}

const nothing = { height: 0, first: '', last: '', lastAt: '', atEnd: true, wasBehind: false };

/** A message keeps its key when the server's answer takes the place of what was sent. */
const messageKey = (message: Thread['items'][number] | undefined): string =>
  message?.clientId ?? message?._id ?? '';

interface Now {
  readonly first: string;
  readonly isBehind: boolean;
  readonly hasWritten: boolean;
}

/** Scrolls to what the reader should see after the messages have changed. */
function scroll(element: HTMLElement, before: typeof nothing, { first, isBehind, hasWritten }: Now): void {
  const isNewFirst = before.first !== '' && first !== before.first;
  // The user returned from an earlier position to the newest messages.
  const isBack = before.wasBehind && !isBehind && isNewFirst;
  if ((hasWritten && before.last !== '') || isBack) element.scrollTop = element.scrollHeight;
  else if (isNewFirst) element.scrollTop += element.scrollHeight - before.height;
  else if (before.atEnd && !before.wasBehind) element.scrollTop = element.scrollHeight;
}

interface Shown {
  readonly conversationId: string;
  readonly ownId: string;
}

/**
 * Keeps the newest message in view unless the user has scrolled up; a message of their own comes into view
 * always. Older messages are inserted without a jump, and requested messages are scrolled to.
 */
export function useThreadScroll(thread: Thread, { conversationId, ownId }: Shown) {
  const { items, isBehind, jump, error } = thread;
  const dispatch = useAppDispatch();
  // The server's render is scrolled to its end by CSS alone: docs/decisions/0023-private-pages.md.
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(nothing);
  const first = items[0]?._id ?? '';
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const newest = items.at(-1);
    const now = { first, last: messageKey(newest), isBehind };
    const lastAt = newest?.createdAt ?? '';
    // Where the message after it was deleted, an old one is the newest again.
    const isNewer = now.last !== before.current.last && lastAt >= before.current.lastAt;
    const hasWritten = isNewer && newest?.senderId === ownId;
    scroll(element, before.current, { ...now, hasWritten });
    const atEnd = before.current.atEnd || (hasWritten && before.current.last !== '');
    before.current = {
      height: element.scrollHeight,
      first,
      last: now.last,
      lastAt,
      atEnd,
      wasBehind: isBehind,
    };
  }, [items, first, hydrated, isBehind, ownId]);
  const isThere = jump !== null && covers(thread, jump);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || jump === null || !(isThere || error)) return;
    const target = elementAt(element, jump);
    if (target) show(target);
    before.current.atEnd = false;
    dispatch(messageJumpEnded(conversationId));
  }, [jump, isThere, error, dispatch, conversationId]);
  const onScroll = () => {
    const element = box.current;
    if (element && hydrated)
      before.current.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 80;
  };
  return { box, onScroll, hydrated };
}

/** Scrolls to the message that the address names, as links from search results do. */
export function useJumpOfAddress(conversationId: string): void {
  const dispatch = useAppDispatch();
  const { at } = useRouter().query;
  useEffect(() => {
    const seq = typeof at === 'string' && /^[1-9]\d{0,8}$/.test(at) ? Number(at) : null;
    if (seq !== null) dispatch(messageJumpRequested({ conversationId, seq }));
  }, [dispatch, conversationId, at]);
}
