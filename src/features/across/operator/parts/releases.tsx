import type { NamedRelease, ShownDocument } from '#contract/across/operator/creators.ts';
import { problemMessage } from '#lib/problem.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import styles from '../creators/creator.module.css';

/** A picture to look at, or a file to save. */
export const Shown = ({ document: { name, mime, url } }: { document: ShownDocument }) =>
  mime.startsWith('image/') ? (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.document}>
      <img src={url} alt={name} />
    </a>
  ) : (
    <a href={url} className={styles.download} download>
      Download {name}
    </a>
  );

interface ReleasesProps {
  readonly onOpen: () => void;
  readonly request: {
    readonly data?: { readonly data: readonly NamedRelease[] } | undefined;
    readonly error?: unknown;
    readonly isLoading: boolean;
  };
}

/** People without an account and their releases. Nothing is opened before it is asked for. */
export const Releases = ({ onOpen, request: { data, error, isLoading } }: ReleasesProps) => (
  <SectionCard title="People without an account" text="Opening their releases is noted in the audit log.">
    <Stack>
      {error ? <Notice tone="danger" announce title={problemMessage(error)} /> : null}
      {data?.data.length === 0 ? <p>No one is named.</p> : null}
      {data?.data.map(({ _id, name, document }) => (
        <Stack key={_id} gap={8}>
          <bdi>{name}</bdi>
          {document ? (
            <div className={styles.documents}>
              <Shown document={document} />
            </div>
          ) : (
            <p>No release was uploaded.</p>
          )}
        </Stack>
      ))}
      {data ? null : (
        <Row>
          <Button busy={isLoading} onClick={onOpen}>
            Show people and releases
          </Button>
        </Row>
      )}
    </Stack>
  </SectionCard>
);
