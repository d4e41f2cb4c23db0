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

const nothing = { height: 0, first: '', atEnd: true, wasBehind: false };

/**
 * Keeps the newest message in view unless the user has scrolled up. Older messages are inserted without a
 * jump, and requested messages are scrolled to.
 */
export function useThreadScroll(thread: Thread, conversationId: string) {
  const { items, isBehind, jump, error } = thread;
  const dispatch = useAppDispatch();
  // The server's render is scrolled to its end by CSS alone: docs/decisions/private-pages.md.
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(nothing);
  const first = items[0]?._id ?? '';
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { height, first: oldFirst, atEnd, wasBehind } = before.current;
    const isNewFirst = oldFirst !== '' && first !== oldFirst;
    // The user returned from an earlier position to the newest messages.
    if (wasBehind && !isBehind && isNewFirst) element.scrollTop = element.scrollHeight;
    else if (isNewFirst) element.scrollTop += element.scrollHeight - height;
    else if (atEnd && !wasBehind) element.scrollTop = element.scrollHeight;
    before.current = { ...before.current, height: element.scrollHeight, first, wasBehind: isBehind };
  }, [items, first, hydrated, isBehind]);
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
