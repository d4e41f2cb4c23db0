import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { FanList } from '#contract/trade/broadcasts/fan-lists.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  addFanListMember,
  createFanList,
  deleteFanList,
  listFanListMembers,
  listFanLists,
  removeFanListMember,
  renameFanList,
} from '#services/trade/broadcasts/fan-lists.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { listFollowers } from '#services/content/follows.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { PagedRows } from '#ui/layout/paged-rows.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './broadcasts.module.css';

/** Names a new list, or renames one. */
function NameForm({ list, onDone }: { list: FanList | null; onDone: () => void }) {
  const [create] = useWrite(createFanList);
  const [rename] = useWrite(renameFanList);
  const form = useForm({
    initial: { name: list?.name ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    submit: async ({ name }) => {
      await (
        list ? rename({ params: { id: list._id }, body: { name } }) : create({ body: { name } })
      ).unwrap();
      toast.success(list ? 'List renamed' : 'List created');
      onDone();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack gap={12}>
        <FormErrors errors={form.errors} />
        <TextInput
          label={list ? 'Name' : 'Name of the new list'}
          maxLength={limits.text.name}
          autoComplete="off"
          {...form.text('name')}
        />
        <Row>
          <Button type="submit" variant="primary" busy={form.busy}>
            {list ? 'Rename list' : 'Create list'}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

interface PeopleProps {
  readonly fan: Pick<PerformerCard, 'name' | 'avatar'>;
  readonly act: string;
  readonly onAct: () => void;
}
const Fan = ({ fan, act, onAct }: PeopleProps) => (
  <Row wrap={false} gap={12}>
    <Avatar src={fan.avatar} size={32} />
    <span className={styles.person}>{fan.name}</span>
    <Button variant="quiet" aria-label={`${act} ${fan.name}`} onClick={onAct}>
      {act}
    </Button>
  </Row>
);

/** Followers to add, found by name. */
function AddFans({ list }: { list: FanList }) {
  const [q, setQ] = useState('');
  const query = useList(listFollowers, { query: { limit: 10, ...(q && { q }) } });
  const [add] = useWrite(addFanListMember);
  const addOne = async ({ _id: accountId, name }: PerformerCard) => {
    const { error } = await add({ params: { id: list._id, accountId } });
    if (error) toast.error(problemMessage(error));
    else toast.success(`${name} is on the list`);
  };
  return (
    <Stack gap={12}>
      <SearchBox value={q} onChange={setQ} label="Search your followers" placeholder="Name or username" />
      <PagedRows
        caption="Followers"
        query={query}
        rowHeight={32}
        empty={<EmptyState compact level={3} title={q ? `No results for “${q}”` : 'No followers yet'} />}
      >
        {(fans) => (
          <Stack gap={8}>
            {fans.map((fan) => (
              <Fan key={fan._id} fan={fan} act="Add" onAct={() => void addOne(fan)} />
            ))}
          </Stack>
        )}
      </PagedRows>
    </Stack>
  );
}

function Members({ list }: { list: FanList }) {
  const query = useList(listFanListMembers, { params: { id: list._id } });
  const [remove] = useWrite(removeFanListMember);
  const removeOne = async (accountId: string) => {
    const { error } = await remove({ params: { id: list._id, accountId } });
    if (error) toast.error(problemMessage(error));
  };
  return (
    <PagedRows
      caption="Fans on this list"
      query={query}
      rowHeight={32}
      empty={
        <EmptyState
          compact
          level={3}
          title="No fans on this list yet"
          text="Add some from your followers below."
        />
      }
    >
      {(fans) => (
        <Stack gap={8}>
          {fans.map((fan) => (
            <Fan key={fan._id} fan={fan} act="Remove" onAct={() => void removeOne(fan._id)} />
          ))}
        </Stack>
      )}
    </PagedRows>
  );
}

function DeleteList({ list, onClose }: { list: FanList; onClose: () => void }) {
  const [remove] = useWrite(deleteFanList);
  return (
    <ConfirmAction
      title={`Delete “${list.name}”?`}
      confirmLabel="Delete list"
      action={() => remove({ params: { id: list._id } })}
      onClose={onClose}
    >
      The fans on it stay your fans. This can’t be undone.
    </ConfirmAction>
  );
}

function OneList({ list, onBack }: { list: FanList; onBack: () => void }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Stack gap={24}>
      <Row>
        <Button onClick={onBack}>All lists</Button>
        <Button variant="quiet" onClick={() => setDeleting(true)}>
          Delete list
        </Button>
      </Row>
      <NameForm list={list} onDone={onBack} />
      <Members list={list} />
      <AddFans list={list} />
      {deleting ? (
        <DeleteList
          list={list}
          onClose={() => {
            setDeleting(false);
            onBack();
          }}
        />
      ) : null}
    </Stack>
  );
}

/** Fan lists for audiences: made, renamed, filled and deleted. */
export function FanListsDialog({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState<FanList | null>(null);
  const query = useList(listFanLists, { query: { limit: 100 } });
  return (
    <Dialog open wide onClose={onClose} title={opened ? opened.name : 'Fan lists'}>
      {opened ? (
        <OneList list={opened} onBack={() => setOpened(null)} />
      ) : (
        <Stack gap={24}>
          <PagedRows
            caption="Lists"
            query={query}
            rowHeight={44}
            empty={
              <EmptyState
                compact
                level={3}
                title="No lists yet"
                text="Group fans to message them together."
              />
            }
          >
            {(lists) => (
              <Stack gap={8}>
                {lists.map((list) => (
                  <Row key={list._id} wrap={false} gap={12}>
                    <span className={styles.person}>{list.name}</span>
                    <span className={styles.aside}>{plural(list.members, 'fan')}</span>
                    <Button variant="quiet" aria-label={`Open ${list.name}`} onClick={() => setOpened(list)}>
                      Open
                    </Button>
                  </Row>
                ))}
              </Stack>
            )}
          </PagedRows>
          <NameForm list={null} onDone={() => {}} />
        </Stack>
      )}
    </Dialog>
  );
}
