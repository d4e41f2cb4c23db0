import ArrowLeft from 'lucide-react/icons/arrow-left';
import ListIcon from 'lucide-react/icons/list';
import ListPlus from 'lucide-react/icons/list-plus';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { CreatorList } from '#contract/content/creator-lists.ts';
import { ListNameForm } from '#components/people/creators/list-name-form.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { plural } from '#lib/format.ts';
import { deleteList, getList } from '#services/content/creator-lists.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import styles from './creator-lists.module.css';
import { AddCreatorsDialog } from './add-creators-dialog.tsx';
import { ListCreators } from './list-creators.tsx';
import { ListPosts } from './list-posts.tsx';

const Back = () => (
  <Link href={routes.lists} className={styles.back}>
    <ArrowLeft size={18} aria-hidden="true" /> All lists
  </Link>
);

function DeleteDialog({ list, onClose }: { list: CreatorList; onClose: () => void }) {
  const router = useRouter();
  const [remove] = useWrite(deleteList);
  return (
    <ConfirmAction
      title={`Delete “${list.name}”?`}
      confirmLabel="Delete list"
      action={() => remove({ params: { id: list._id } })}
      doneText="List deleted. You still follow its creators."
      onDone={() => void router.replace(routes.lists)}
      onClose={onClose}
    >
      You’ll still follow the creators in it.
    </ConfirmAction>
  );
}

function Head({ list }: { list: CreatorList }) {
  const [open, setOpen] = useState<'add' | 'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Row wrap={false} justify="between">
        <Back />
        <Menu
          label="Options for this list"
          items={[
            { label: 'Rename list', icon: <Pencil />, onSelect: () => setOpen('rename') },
            { label: 'Delete list', icon: <Trash />, danger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </Row>
      <PageHeader
        title={<bdi>{list.name}</bdi>}
        text={`${plural(list.members, 'creator')}. Only you can see this list.`}
        actions={
          <Button
            variant="primary"
            icon={<ListPlus size={18} aria-hidden="true" />}
            onClick={() => setOpen('add')}
          >
            Add creators
          </Button>
        }
      />
      {open === 'add' ? <AddCreatorsDialog list={list} onClose={close} /> : null}
      {open === 'rename' ? (
        <Dialog open onClose={close} title="Rename list">
          <ListNameForm list={list} label="Name" onDone={close} />
        </Dialog>
      ) : null}
      {open === 'delete' ? <DeleteDialog list={list} onClose={close} /> : null}
    </>
  );
}

const tabs = [
  { key: 'creators', label: 'Creators' },
  { key: 'posts', label: 'Posts' },
] as const;
type Key = (typeof tabs)[number]['key'];

/** Who is in the list, and what they publish. The choice is kept in the URL. */
function Contents({ id }: { id: string }) {
  const { query, replace } = useRouter();
  const value: Key = tabs.find(({ key }) => key === query['tab'])?.key ?? 'creators';
  const choose = (key: Key) =>
    void replace(key === 'creators' ? routes.list(id) : `${routes.list(id)}?tab=${key}`, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Tabs label="In this list" items={tabs} value={value} onChange={choose} sticky>
      <div className={styles.panel}>
        {value === 'creators' ? <ListCreators id={id} /> : <ListPosts id={id} />}
      </div>
    </Tabs>
  );
}

/** In the shape of a list's page. */
const ListSkeleton = () => (
  <Skeleton label="Loading the list">
    <Stack gap={24}>
      <SkeletonBlock height={40} width={140} />
      <SkeletonText lines={2} />
      {[1, 2, 3, 4].map((row) => (
        <SkeletonBlock key={row} height={68} />
      ))}
    </Stack>
  </Skeleton>
);

/** `/user/lists/[id]`: one list of creators. */
export function ListView() {
  const id = useRouteParam('id');
  const request = useRead(getList, id === '' ? null : { params: { id } }, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Stack gap={24}>
      <PageHead title={request.currentData?.name ?? 'List'} unlisted />
      <LoadedView
        request={request}
        skeleton={<ListSkeleton />}
        notFound={
          <EmptyState
            action={<Back />}
            level={1}
            icon={<ListIcon size={28} />}
            title="This list doesn’t exist"
            text="It may have been deleted, or it belongs to someone else."
          />
        }
      >
        {(list) => (
          <>
            <Head list={list} />
            <Contents id={list._id} />
          </>
        )}
      </LoadedView>
    </Stack>
  );
}
