import type { Queue } from '#contract/across/operator/desk.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getDesk } from '#services/across/operator/desk.ts';
import { useRead } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type DeskSection, deskSections } from '../sections.ts';
import styles from './overview.module.css';

function QueueLine({ section: { label, href, icon: Icon }, queue }: { section: DeskSection; queue: Queue }) {
  return (
    <li>
      <Link href={href} className={styles.queue}>
        <Icon size={20} />
        <span className={styles.label}>{label}</span>
        <span className={styles.count}>{queue.count}</span>
        <span className={styles.age}>
          {queue.oldestAt === null ? (
            'Nothing waiting'
          ) : (
            <>
              Oldest: <RelativeTime iso={queue.oldestAt} />
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

const Queues = ({ queues }: { queues: readonly Queue[] }) => (
  <ul className={styles.queues} aria-label="Queues">
    {deskSections.map((section) => {
      const queue = queues.find(({ name }) => name === section.queue);
      return queue ? <QueueLine key={section.href} section={section} queue={queue} /> : null;
    })}
  </ul>
);

/** `/operator`: what waits in each queue, and for how long. */
export function OverviewView() {
  const request = useRead(getDesk);
  return (
    <Stack gap={24}>
      <PageHead title="Operator’s desk" unlisted />
      <PageHeader title="Overview" text="What is waiting for an operator." />
      <LoadedView
        request={request}
        skeleton={
          <Skeleton label="Loading the queues">
            <SkeletonBlock width="100%" height={200} />
          </Skeleton>
        }
      >
        {({ queues }) => <Queues queues={queues} />}
      </LoadedView>
    </Stack>
  );
}
