import type { DeskComment } from '#contract/across/operator/words.ts';
import { deskRoutes } from '#config/desk-routes.ts';
import { approveDeskComment, deleteDeskComment, listDeskComments } from '#services/across/operator/words.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { Row } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { kindLabels } from '../cases/case-labels.ts';
import { PersonLink, formatPersonName } from '../parts/person-link.tsx';
import { QueueView } from '../parts/queue-view.tsx';

const Where = ({ comment: { objectType, href, owner } }: { comment: DeskComment }) => (
  <>
    {href ? <Link href={href}>{kindLabels[objectType]}</Link> : kindLabels[objectType]} of{' '}
    <PersonLink person={owner} />
  </>
);

const columns: readonly Column<DeskComment>[] = [
  { key: 'text', title: 'Comment', main: true, cell: ({ text }) => <LongText text={text} /> },
  { key: 'author', title: 'By', cell: ({ author }) => <PersonLink person={author} /> },
  { key: 'where', title: 'On', cell: (comment) => <Where comment={comment} /> },
  { key: 'since', title: 'Since', whole: true, cell: ({ heldAt }) => <RelativeTime iso={heldAt} /> },
];

/** `/operator/comments`: comments that wait because of the site's words. */
export function CommentsView() {
  const query = useList(listDeskComments);
  const [approve] = useWrite(approveDeskComment);
  const [remove] = useWrite(deleteDeskComment);
  return (
    <QueueView
      title="Held comments"
      text="Comments with one of the site’s words, longest waiting first. Until you decide, only the person who wrote one sees it. In a stream’s chat, the creator and the moderators decide."
      name="desk-comments"
      caption="Held comments"
      filters={
        <Row>
          <ButtonLink href={deskRoutes.words}>Filtered words</ButtonLink>
        </Row>
      }
      columns={columns}
      query={query}
      empty={{ title: 'No comments are waiting', text: 'Comments with one of the site’s words appear here.' }}
      rowActions={[
        {
          label: 'Approve',
          ask: ({ _id, author }) => ({
            title: `Approve the comment by ${formatPersonName(author)}?`,
            text: 'It’s posted as new, and its author is notified.',
            confirmLabel: 'Approve comment',
            done: 'Comment approved',
            act: (reason) => approve({ params: { id: _id }, body: { reason } }).unwrap(),
          }),
        },
        {
          label: 'Delete',
          variant: 'quietDanger',
          ask: ({ _id, author }) => ({
            title: `Delete the comment by ${formatPersonName(author)}?`,
            text: 'Its author is notified that it was deleted, but not of the reason.',
            confirmLabel: 'Delete comment',
            isDanger: true,
            done: 'Comment deleted',
            act: (reason) => remove({ params: { id: _id }, body: { reason } }).unwrap(),
          }),
        },
      ]}
    />
  );
}
