import { Fragment, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { SharedKind } from '#contract/content/co-creators.ts';
import type { Release } from '#contract/content/releases.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatDay } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { listReleases, removeRelease } from '#services/content/releases.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button, TextButton } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { NewPerson } from './new-person.tsx';
import { ReleaseUpload } from './release-upload.tsx';
import styles from './releases.module.css';

const editPage: Readonly<Record<SharedKind, (id: string) => string>> = {
  video: routes.editVideo,
  gallery: routes.editGallery,
  photo: () => routes.creatorPhotos,
};

const Works = ({ works }: Pick<Release, 'works'>) => (
  <span className={styles.works}>
    {works.length === 0 ? 'Not named in anything.' : 'Named in '}
    {works.map(({ kind, itemId, title, state }, index) => (
      <Fragment key={`${kind}-${itemId}`}>
        {index > 0 ? ', ' : null}
        {state === 'removed' ? (
          `${title || `a ${kind}`} (deleted, kept for buyers)`
        ) : (
          <Link href={editPage[kind](itemId)}>{title || `Untitled ${kind}`}</Link>
        )}
      </Fragment>
    ))}
  </span>
);

function Person({ release }: { release: Release }) {
  const { _id, name, document, works } = release;
  const [doing, setDoing] = useState<'upload' | 'remove' | null>(null);
  const [remove, { isLoading, error }] = useWrite(removeRelease);
  const confirm = async () => {
    await remove({ params: { id: _id } });
    setDoing(null);
  };
  return (
    <li className={styles.person}>
      <Row justify="between">
        <bdi className={styles.name}>{name}</bdi>
        <Chip tone={document ? 'success' : 'warning'}>
          {document ? `Release of ${formatDay(document.sentAt)}` : 'No release'}
        </Chip>
      </Row>
      <Works works={works} />
      {error ? <ErrorBox problem={error}>{problemMessage(error)}</ErrorBox> : null}
      {doing === 'upload' ? (
        <ReleaseUpload id={_id} name={name} onClose={() => setDoing(null)} />
      ) : (
        <Row>
          <TextButton
            aria-label={`${document ? 'Replace' : 'Upload'} the release of ${name}`}
            onClick={() => setDoing('upload')}
          >
            {document ? 'Replace release' : 'Upload release'}
          </TextButton>
          <TextButton aria-label={`Remove ${name}`} onClick={() => setDoing('remove')}>
            Remove
          </TextButton>
        </Row>
      )}
      {doing === 'remove' ? (
        <LazyConfirmDialog
          open
          title={`Remove ${name}?`}
          text="Their name and release are deleted. This can’t be undone."
          confirmLabel="Remove person"
          busy={isLoading}
          onConfirm={() => void confirm()}
          onClose={() => setDoing(null)}
        />
      ) : null}
    </li>
  );
}

/** Everyone without an account whom the creator named, with their releases and where they appear. */
export function ReleasesList() {
  const request = useRead(listReleases);
  const [isAdding, setAdding] = useState(false);
  return (
    <LoadedView
      level={3}
      request={request}
      skeleton={
        <Skeleton label="Loading people and releases">
          <SkeletonBlock height={72} width="100%" />
        </Skeleton>
      }
    >
      {({ data }) => (
        <Stack>
          {data.length === 0 ? (
            <p>People you name in your work appear here.</p>
          ) : (
            <ul className={styles.people} aria-label="People and releases">
              {data.map((release) => (
                <Person key={release._id} release={release} />
              ))}
            </ul>
          )}
          {isAdding ? (
            <NewPerson onCancel={() => setAdding(false)} onAdded={() => setAdding(false)} />
          ) : (
            <div>
              <Button onClick={() => setAdding(true)}>Add a person</Button>
            </div>
          )}
        </Stack>
      )}
    </LoadedView>
  );
}
