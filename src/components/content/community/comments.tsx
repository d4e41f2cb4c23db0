import { useEffect, useRef, useState } from 'react';
import type { AccessView, ObjectType, PerformerCard } from '#contract/core/schemas.ts';
import { formatNumber } from '#lib/format.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { whenUsed } from '#lib/when-used.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Section } from '#ui/layout/page-header.tsx';
import { CommentSkeleton, CommentPlace } from './comment-skeleton.tsx';
import { LazyClient } from '../../base/lists/lazy-client.tsx';
import styles from './comments.module.css';

const CommentThread = lazyPart(async () => (await import('./comment-thread.tsx')).CommentThread);

export interface CommentsProps {
  readonly objectType: ObjectType;
  readonly objectId: string;
  /** Creator of the content, who may delete, pin and ban. */
  readonly owner: PerformerCard;
  /** Nothing is rendered while the content is locked, because its comments are too. */
  readonly access: Pick<AccessView, 'allowed' | 'reason'>;
  /** Number of comments, from the item's record. */
  readonly count: number;
}

/** True once the page is idle and the comments are in or near the viewport, or if the URL points to them. */
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
    // Until the user interacts, only what is actually in the viewport counts.
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
 * The comments of a media item of any kind, with the form to add one. Their code and data load when the page
 * is idle and the reader gets near, never on the server. Place it last on the page: `<Comments
 * objectType="video" objectId={video._id} owner={video.performer} access={video.access}
 * count={video.counts.comments} />`. The hash `#comments` scrolls to it.
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
