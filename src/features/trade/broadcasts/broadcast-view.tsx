import { useState } from 'react';
import type { Broadcast } from '#contract/trade/broadcasts/broadcasts.ts';
import { deleteBroadcast, listBroadcasts, unsendBroadcast } from '#services/trade/broadcasts/broadcasts.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { massMessagingToggled, selectShowMassMessaging } from '#state/messages/conversation.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { uniqueRows } from '#ui/layout/paged-rows.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { broadcastColumns, broadcastName, isMoving } from './broadcast-columns.tsx';
import { BroadcastComposer } from './broadcast-composer.tsx';

const ResultsDialog = lazyPart(async () => (await import('./broadcast-results.tsx')).BroadcastResultsDialog);
const AutomaticMessages = lazyPart(async () => (await import('./automatic-messages.tsx')).AutomaticMessages);
const FanListsDialog = lazyPart(async () => (await import('./fan-lists.tsx')).FanListsDialog);

const text =
  'Message many fans at once: choose who receives it, sell photos and videos, and see who bought them.';

/** Asks once before copies are taken back, or a draft is deleted. */
function EndDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const isSent = broadcast.state === 'sent' || broadcast.state === 'sending';
  const [unsend] = useWrite(unsendBroadcast);
  const [remove] = useWrite(deleteBroadcast);
  return (
    <ConfirmAction
      title={`${isSent ? 'Unsend' : 'Delete'} “${broadcastName(broadcast)}”?`}
      confirmLabel={isSent ? 'Unsend message' : 'Delete message'}
      action={() => (isSent ? unsend : remove)({ params: { id: broadcast._id } })}
      doneText={isSent ? 'Unsending your message' : 'Message deleted'}
      onClose={onClose}
    >
      {isSent
        ? 'It disappears for every fan who hasn’t bought it. This can’t be undone.'
        : 'It won’t be sent. This can’t be undone.'}
    </ConfirmAction>
  );
}

/** The messages, asked again every few seconds while one is on its way. */
function useBroadcasts() {
  const [moving, setMoving] = useState(false);
  const query = useList(listBroadcasts, {}, { pollingInterval: moving ? 2_000 : 0 });
  const isAnyMoving = uniqueRows(query).some(isMoving);
  if (isAnyMoving !== moving) setMoving(isAnyMoving);
  return query;
}

const tabs = [
  { key: 'messages', label: 'Messages' },
  { key: 'automatic', label: 'Automatic' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** The form, and the messages that were sent or wait. */
function Messages() {
  const dispatch = useAppDispatch();
  const composing = useAppSelector(selectShowMassMessaging);
  const [edited, setEdited] = useState<Broadcast | null>(null);
  const [ending, setEnding] = useState<Broadcast | null>(null);
  const [results, setResults] = useState<Broadcast | null>(null);
  const query = useBroadcasts();
  const open = (broadcast: Broadcast | null) => {
    setEdited(broadcast);
    dispatch(massMessagingToggled(true));
  };
  const close = () => {
    setEdited(null);
    dispatch(massMessagingToggled(false));
  };
  return (
    <Stack gap={24}>
      {composing ? <BroadcastComposer key={edited?._id ?? 'new'} broadcast={edited} onClose={close} /> : null}
      <DataTable
        name="broadcasts"
        caption="Mass messages"
        rowHeight={72}
        columns={broadcastColumns({
          onResults: setResults,
          onEdit: open,
          onUnsend: setEnding,
          onDelete: setEnding,
        })}
        query={query}
        empty={<EmptyState title="No messages yet" text="Messages you send to many fans appear here." />}
      />
      {ending ? <EndDialog broadcast={ending} onClose={() => setEnding(null)} /> : null}
      {results ? <ResultsDialog broadcast={results} onClose={() => setResults(null)} /> : null}
    </Stack>
  );
}

/** `/creator/broadcast`: messages to many fans with what they brought, and those that fans get by themselves. */
export function BroadcastView() {
  const dispatch = useAppDispatch();
  const composing = useAppSelector(selectShowMassMessaging);
  const [tab, setTab] = useState<Tab>('messages');
  const [lists, setLists] = useState(false);
  const write = () => {
    setTab('messages');
    dispatch(massMessagingToggled(true));
  };
  const actions = (
    <Row>
      <Button onClick={() => setLists(true)}>Fan lists</Button>
      {composing && tab === 'messages' ? null : (
        <Button variant="primary" onClick={write}>
          New message
        </Button>
      )}
    </Row>
  );
  return (
    <Stack gap={24}>
      <PageHead title="Mass messages" unlisted />
      <PageHeader title="Mass messages" text={text} actions={actions} />
      <Tabs label="Message types" items={tabs} value={tab} onChange={setTab}>
        {tab === 'messages' ? <Messages /> : <AutomaticMessages />}
      </Tabs>
      {lists ? <FanListsDialog onClose={() => setLists(false)} /> : null}
    </Stack>
  );
}
