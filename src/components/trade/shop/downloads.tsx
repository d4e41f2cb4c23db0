import FileArchive from 'lucide-react/icons/file-archive';
import { useState } from 'react';
import type { Downloads as Files } from '#contract/trade/products.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { DownloadButton, DownloadRowButton } from '#components/base/files/download.tsx';
import { saveUrl } from '#components/base/files/save-url.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatBytes, plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { getArchiveLink, listDownloads } from '#services/trade/products.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './downloads.module.css';

interface DownloadsProps {
  readonly productId: string;
  /** Buttons as wide and tall as on a product's page. */
  readonly large?: boolean;
}
type Begun = ReplyOf<'POST /performer-assets/products/:id/download-all'>;

/** From here on the browser shows how far it is; the page can't know. */
const Started = ({ begun: { filename, files, bytes } }: { begun: Begun }) => (
  <p role="status" className={styles.started}>
    Downloading <strong>{filename}</strong>: {plural(files, 'file')}, {formatBytes(bytes)}. Your browser shows
    the progress.
  </p>
);

function DownloadAll({ productId, large = false }: DownloadsProps) {
  const [ask, { isLoading }] = useWrite(getArchiveLink);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setProblem(null);
    const { data, error } = await ask({ params: { id: productId } });
    setBegun(data ?? null);
    if (error) setProblem(problemMessage(error));
    else saveUrl(data.url, data.filename);
  };
  return (
    <Stack gap={8}>
      <Button
        variant="primary"
        large={large}
        block={large}
        icon={<FileArchive size={18} aria-hidden="true" />}
        busy={isLoading}
        onClick={() => void press()}
      >
        Download all as ZIP
      </Button>
      {begun ? <Started begun={begun} /> : null}
      {problem === null ? null : (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      )}
    </Stack>
  );
}

const FileList = ({ productId, files }: DownloadsProps & Files) => (
  <ul className={styles.files} aria-label="Files">
    {files.map(({ _id, name, bytes }) => (
      <li key={_id} className={styles.file}>
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>{formatBytes(bytes)}</span>
        <DownloadRowButton productId={productId} fileId={_id} name={name} />
      </li>
    ))}
  </ul>
);

/** What was bought, to download: the one file, or several one by one and all at once. */
export function Downloads({ productId, large = false }: DownloadsProps) {
  const request = useRead(listDownloads, { params: { id: productId } });
  const waiting = (
    <Button variant="primary" large={large} block={large} busy>
      Download
    </Button>
  );
  return (
    <LoadedView request={request} skeleton={waiting} level={3}>
      {({ files }) =>
        files.length > 1 ? (
          <Stack gap={12}>
            <DownloadAll productId={productId} large={large} />
            <FileList productId={productId} files={files} />
          </Stack>
        ) : (
          <DownloadButton productId={productId} variant="primary" large={large} block={large} />
        )
      }
    </LoadedView>
  );
}
