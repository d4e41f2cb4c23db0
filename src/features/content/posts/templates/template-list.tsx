import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#config/limits.ts';
import type { PostTemplate } from '#contract/content/posts/templates.ts';
import { formatTokens } from '#lib/format.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import {
  deletePostTemplate,
  listPostTemplates,
  renamePostTemplate,
} from '#services/content/posts/templates.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './templates.module.css';

const audiences = { public: 'Everyone', followers: 'Followers', subscribers: 'Subscribers' } as const;
const types = {
  text: null,
  photo: null,
  video: 'Video',
  audio: 'Audio',
  teaser: 'Teaser',
  poll: 'Poll',
} as const;

const summarizeTemplate = ({ type, audience, price, text, poll }: PostTemplate): string =>
  [
    types[type],
    price > 0 ? formatTokens(price) : audiences[audience],
    shortPost(text, 80) || poll?.question || null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');

function RenameForm({ template, onDone }: { template: PostTemplate; onDone: () => void }) {
  const [rename] = useWrite(renamePostTemplate);
  const form = useForm({
    initial: { title: template.title },
    check: ({ title }) => (title.trim() === '' ? { title: 'Enter a name.' } : {}),
    submit: async ({ title }) => {
      await rename({ params: { id: template._id }, body: { title: title.trim() } }).unwrap();
      onDone();
    },
  });
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <Form ref={box} onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <TextInput label="Name" required maxLength={limits.postTemplate.title} {...form.text('title')} />
        <Row>
          <Button type="submit" variant="primary" busy={form.busy}>
            Rename
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

function DeleteTemplate({ template, onClose }: { template: PostTemplate; onClose: () => void }) {
  const [remove] = useWrite(deletePostTemplate);
  return (
    <ConfirmAction
      title={`Delete “${template.title}”?`}
      confirmLabel="Delete template"
      action={() => remove({ params: { id: template._id } })}
      onClose={onClose}
    >
      Posts you wrote with it aren’t affected. This can’t be undone.
    </ConfirmAction>
  );
}

interface ListProps {
  readonly all: readonly PostTemplate[];
  readonly onUse: (template: PostTemplate) => void;
}

function List({ all, onUse }: ListProps) {
  const [renaming, setRenaming] = useState<PostTemplate | null>(null);
  const [deleting, setDeleting] = useState<PostTemplate | null>(null);
  if (renaming) return <RenameForm template={renaming} onDone={() => setRenaming(null)} />;
  if (all.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title="No templates yet"
        text="Write a post and choose “Save as template”. It appears here for the next one."
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {all.map((template) => (
          <li key={template._id} className={styles.line}>
            <button type="button" className={styles.pick} onClick={() => onUse(template)}>
              <span className={styles.name}>{template.title}</span>
              <span className={styles.summary}>{summarizeTemplate(template)}</span>
            </button>
            <Row gap={4} wrap={false}>
              <IconButton label={`Rename ${template.title}`} onClick={() => setRenaming(template)}>
                <Pencil size={18} />
              </IconButton>
              <IconButton label={`Delete ${template.title}`} onClick={() => setDeleting(template)}>
                <Trash2 size={18} />
              </IconButton>
            </Row>
          </li>
        ))}
      </ul>
      {deleting ? <DeleteTemplate template={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

export interface TemplateListProps {
  readonly onUse: (template: PostTemplate) => void;
  readonly onClose: () => void;
}

/** Offers the creator's templates for a new post, and lets them be renamed and deleted. */
export function TemplateList({ onUse, onClose }: TemplateListProps) {
  const request = useRead(listPostTemplates, {}, { refetchOnMountOrArgChange: true });
  const skeleton = (
    <Skeleton label="Loading your templates">
      <SkeletonText lines={4} />
    </Skeleton>
  );
  return (
    <Dialog open onClose={onClose} title="Use a template">
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {({ data }) => <List all={data} onUse={onUse} />}
      </LoadedView>
    </Dialog>
  );
}
