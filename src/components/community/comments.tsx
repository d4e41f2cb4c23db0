import { useEffect, useRef, useState } from 'react';
import type { AccessView, ObjectType, PerformerCard } from '#contract/core/schemas.ts';
import { formatNumber } from '#lib/format.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { whenUsed } from '#lib/when-used.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Section } from '#ui/layout/page-header.tsx';
import { CommentSkeleton, CommentPlace } from './comment-skeleton.tsx';
import { LazyClient } from '../lists/lazy-client.tsx';
import styles from './comments.module.css';

const CommentThread = lazyPart(async () => (await import('./comment-thread.tsx')).CommentThread);

export interface CommentsProps {
  readonly objectType: ObjectType;
  readonly objectId: string;
  /** Whose work it is: deletes, pins and bans. */
  readonly owner: PerformerCard;
  /** What is locked keeps its comments to itself: nothing is drawn. */
  readonly access: Pick<AccessView, 'allowed' | 'reason'>;
  /** As the item’s record says. */
  readonly count: number;
}

/**
 * True once the page is idle and the place is in the window, or near it as the reader moves; or when the
 * address points at it.
 */
function useWanted() {
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === 'undefined' || location.hash === '#comments') {
      setWanted(true);
      return undefined;
    }
    const watches: IntersectionObserver[] = [];
    const watch = (rootMargin: string) => {
      const one = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && setWanted(true),
        { rootMargin },
      );
      one.observe(element);
      watches.push(one);
    };
    // Whoever doesn't move sees only what is in the window.
    const calledOff = [
      whenIdle(() => watch('0px')),
      whenUsed(() => calledOff.push(whenIdle(() => watch('300px 0px')))),
    ];
    return () => {
      calledOff.forEach((callOff) => callOff());
      watches.forEach((one) => one.disconnect());
    };
  }, []);
  return { box, wanted };
}

/**
 * What people say under a media item of any kind, with the way to say something. Its code and its answers
 * come when the page is idle and the reader near it, never on the server. Put it last on the page: `<Comments
 * objectType="video" objectId={video._id} owner={video.performer} access={video.access}
 * count={video.counts.comments} />`. The address `#comments` leads to it.
 */
export function Comments({ count, ...thread }: CommentsProps) {
  const { box, wanted } = useWanted();
  if (!thread.access.allowed) return null;
  const shown = Math.min(3, Math.max(1, count));
  return (
    <div id="comments" ref={box} className={styles.anchor}>
      <Section title={count > 0 ? `Comments (${formatNumber(count)})` : 'Comments'}>
        {wanted ? (
          <LazyClient skeleton={<CommentSkeleton count={shown} />}>
            <CommentThread {...thread} />
          </LazyClient>
        ) : (
          <CommentPlace count={shown} />
        )}
      </Section>
    </div>
  );
}
