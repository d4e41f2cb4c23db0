import type { CaseReport } from '#contract/operator/moderation.ts';
import { Picture } from '#ui/content/picture.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { categoryLabels } from './case-labels.ts';
import styles from './case.module.css';

/** What people wrote into the reported thing; the rest of its row is below. */
const words = ['title', 'name', 'username', 'text', 'bio', 'description'];
const wordsOf = (snapshot: CaseReport['snapshot']): string[] =>
  words.flatMap((key) => {
    const value = snapshot[key];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });

const Files = ({ files }: Pick<CaseReport, 'files'>) => (
  <ul className={styles.files}>
    {files.map((file) => (
      <li key={file._id}>
        {file.mime.startsWith('image/') && file.url ? (
          <Picture sources={file.sizes} alt={file.alt ?? 'Reported picture'} ratio={1} sizes="160px" />
        ) : (
          <a href={file.url ?? undefined} target="_blank" rel="noreferrer">
            {file.mime}
          </a>
        )}
      </li>
    ))}
  </ul>
);

/** One report with the content as it was. */
export const EvidenceCard = ({ report }: { report: CaseReport }) => (
  <Card>
    <Stack gap={12}>
      <p className={styles.by}>
        <strong>{report.reporter === null ? 'Someone' : `@${report.reporter}`}</strong>
        {` · ${categoryLabels[report.category]} · `}
        <RelativeTime iso={report.createdAt} />
      </p>
      {report.comment ? <blockquote className={styles.quote}>{report.comment}</blockquote> : null}
      {wordsOf(report.snapshot).map((text, at) => (
        <p key={at} className={styles.text}>
          {text}
        </p>
      ))}
      {report.files.length > 0 ? <Files files={report.files} /> : null}
      <p className={styles.by}>
        Earlier reports by them: {report.history.acted} acted on, {report.history.dismissed} dismissed,{' '}
        {report.history.open} open
      </p>
      <details>
        <summary>Full copy</summary>
        <pre className={styles.copy}>{JSON.stringify(report.snapshot, null, 2)}</pre>
      </details>
    </Stack>
  </Card>
);
