import { useEffect, useRef, useState } from 'react';
import type { AccessView, ObjectType, PerformerCard } from '#contract/common';
import { formatNumber } from '#lib/format';
import { whenIdle } from '#lib/when-idle';
import { lazyPart } from '#ui/lazy-part';
import { Section } from '#ui/page-header';
import { CommentBones, CommentPlace } from './comment-bones.tsx';
import { Later } from './later.tsx';
import styles from './comments.module.css';

const CommentThread = lazyPart(async () => (await import('./comment-thread.tsx')).CommentThread);

export interface CommentsProps {
  readonly objectType: ObjectType;
  readonly objectId: string;
  /** Whose work it is: deletes, pins and bans. */
  readonly owner: PerformerCard;
  /** What is locked keeps its comments to itself: nothing is drawn. */
  readonly access: Pick<AccessView, 'allowed' | 'reason'>;
  /** As the work's record says. */
  readonly count: number;
}

/** True once the page is idle and the place is near the window, or when the address points at it. */
function useWanted() {
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === 'undefined' || location.hash === '#comments') {
      setWanted(true);
      return undefined;
    }
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setWanted(true),
      { rootMargin: '300px 0px' },
    );
    const callOff = whenIdle(() => watch.observe(element));
    return () => {
      callOff();
      watch.disconnect();
    };
  }, []);
  return { box, wanted };
}

/**
 * What people say under a work of any kind, with the way to say something. Its code and its answers come when the page is idle and the reader
 * near it, never on the server. Put it last on the page: `<Comments objectType="video" objectId={video._id} owner={video.performer}
 * access={video.access} count={video.counts.comments} />`. The address `#comments` leads to it.
 */
export function Comments({ count, ...thread }: CommentsProps) {
  const { box, wanted } = useWanted();
  if (!thread.access.allowed) return null;
  const shown = Math.min(3, Math.max(1, count));
  return (
    <div id="comments" ref={box} className={styles.anchor}>
      <Section title={count > 0 ? `Comments (${formatNumber(count)})` : 'Comments'}>
        {wanted ? (
          <Later skeleton={<CommentBones count={shown} />}>
            <CommentThread {...thread} />
          </Later>
        ) : (
          <CommentPlace count={shown} />
        )}
      </Section>
    </div>
  );
}
