import ListIcon from 'lucide-react/icons/list';
import ListPlus from 'lucide-react/icons/list-plus';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { CreatorList } from '#contract/content/creator-lists.ts';
import { ListNameForm } from '#components/people/creators/list-name-form.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { plural } from '#lib/format.ts';
import { allLists, listLists } from '#services/content/creator-lists.ts';
import { question } from '#services/http/endpoints.ts';
import { askAgain, useRead } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { CardLink, LinkCard } from '#ui/layout/link-card.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './creator-lists.module.css';

/** What the page asks first. */
export const listsQuestions = () => [question(listLists, { query: allLists })];

/** The creators added last; decorative, because the name and number say what is in it. */
const Faces = ({ newest }: Pick<CreatorList, 'newest'>) => (
  <span className={styles.faces} aria-hidden="true">
    {newest.length > 0 ? (
      newest.map(({ _id, avatar }) => <Avatar key={_id} src={avatar} size={40} ring />)
    ) : (
      <span className={styles.nobody}>
        <ListIcon size={20} />
      </span>
    )}
  </span>
);

const Entry = ({ list: { _id, name, members, newest } }: { list: CreatorList }) => (
  <li>
    <LinkCard padding="tight" className={styles.entry}>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <CardLink href={routes.list(_id)}>
            <bdi>{name}</bdi>
          </CardLink>
        </h2>
        <span className={styles.count}>{plural(members, 'creator')}</span>
      </div>
      <Faces newest={newest} />
    </LinkCard>
  </li>
);

/** The dialog that makes an empty list, and opens it. */
function NewListDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  return (
    <Dialog open onClose={onClose} title="New list">
      <ListNameForm list={null} label="Name" onDone={({ _id }) => router.push(routes.list(_id))} />
    </Dialog>
  );
}

const skeleton = (
  <Skeleton label="Loading your lists">
    <Stack gap={12}>
      {[1, 2, 3].map((row) => (
        <SkeletonBlock key={row} height={72} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

/** `/user/lists`: a person's lists of creators. */
export function ListsView() {
  const [making, setMaking] = useState(false);
  const request = useRead(listLists, { query: allLists }, askAgain);
  const make = (
    <Button
      variant="primary"
      icon={<ListPlus size={18} aria-hidden="true" />}
      onClick={() => setMaking(true)}
    >
      New list
    </Button>
  );
  const isEmpty = request.currentData?.data.length === 0;
  return (
    <Stack gap={24}>
      <PageHead title="Lists" unlisted />
      <PageHeader
        title="Lists"
        text="Group creators and read each group’s posts on its own. Only you can see your lists."
        actions={isEmpty ? undefined : make}
      />
      <LoadedView request={request} skeleton={skeleton} level={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<ListIcon size={28} />}
              title="No lists yet"
              text="Name one, then add creators from the menu on their profile or from the creators you follow."
              action={make}
            />
          ) : (
            <ul className={styles.lists}>
              {data.map((list) => (
                <Entry key={list._id} list={list} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {making ? <NewListDialog onClose={() => setMaking(false)} /> : null}
    </Stack>
  );
}
