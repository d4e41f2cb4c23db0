import type { ReactNode } from 'react';
import { Card } from '#ui/card';
import { InfiniteList } from '#ui/infinite-list';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import type { Endless } from './endless.tsx';
import { WorkCards } from './work-card.tsx';
import styles from './work-card.module.css';

/** The grid while it loads. */
export const WorkBones = ({
  label,
  ratio,
  count = 6,
}: {
  label: string;
  ratio: number;
  count?: number | undefined;
}) => (
  <Skeleton label={label}>
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, at) => (
        <Card key={at} padding="none" className={styles.card}>
          <Bone ratio={ratio} width="100%" />
          <div className={styles.body}>
            <BoneText lines={2} />
          </div>
        </Card>
      ))}
    </div>
  </Skeleton>
);

/** A multiple of every number of columns, so that only the last row can have gaps. */
const rowSize = 6;
const rowsOf = <Work,>(works: readonly Work[]): Work[][] =>
  Array.from({ length: Math.ceil(works.length / rowSize) }, (_, at) =>
    works.slice(at * rowSize, (at + 1) * rowSize),
  );
const keyOf = (row: readonly { readonly _id: string }[]) => row[0]?._id ?? '';

export type WorkPages<Work> = Pick<Endless<Work>, 'items' | 'hasMore' | 'loading' | 'more' | 'error'>;
interface WorkGridProps<Work> {
  readonly list: WorkPages<Work>;
  readonly label: string;
  readonly skeleton: ReactNode;
  readonly children: (work: Work) => ReactNode;
}

/** Works side by side, page after page. */
export const WorkGrid = <Work extends { readonly _id: string }>({
  list: { items, more, ...rest },
  children,
  ...words
}: WorkGridProps<Work>) => (
  <InfiniteList items={rowsOf(items)} keyOf={keyOf} {...rest} {...words} onMore={more} estimate={620}>
    {(row) => <WorkCards works={row}>{children}</WorkCards>}
  </InfiniteList>
);
