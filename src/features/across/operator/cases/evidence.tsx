import type { CaseReport } from '#contract/across/operator/moderation.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { CaseFile } from './case-file.tsx';
import { categoryLabels } from './case-labels.ts';
import styles from './case.module.css';

/** What people wrote into the reported thing; the rest of its row is below. */
const words = ['title', 'name', 'username', 'text', 'bio', 'description'];
const snapshotTexts = (snapshot: CaseReport['snapshot']): string[] =>
  words.flatMap((key) => {
    const value = snapshot[key];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });

const Files = ({ caseId, files }: { caseId: string } & Pick<CaseReport, 'files'>) => (
  <>
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file._id}>
          <CaseFile caseId={caseId} file={file} />
        </li>
      ))}
    </ul>
    <p className={styles.by}>Opening a file is noted in the audit log.</p>
  </>
);

const sources: Record<CaseReport['source'], (report: CaseReport) => string> = {
  person: ({ reporter }) => (reporter === null ? 'Someone' : `@${reporter}`),
  visitor: ({ reporterEmail }) => (reporterEmail === null ? 'A visitor' : `A visitor (${reporterEmail})`),
  operator: ({ openedBy }) => `Opened by ${openedBy ?? 'an operator'}`,
  site: () => 'Opened automatically',
};

/** One report with the content as it was. */
export const EvidenceCard = ({ caseId, report }: { caseId: string; report: CaseReport }) => (
  <Card>
    <Stack gap={12}>
      <p className={styles.by}>
        <strong>{sources[report.source](report)}</strong>
        {` · ${categoryLabels[report.category]} · `}
        <RelativeTime iso={report.createdAt} />
      </p>
      {report.comment ? <blockquote className={styles.quote}>{report.comment}</blockquote> : null}
      {snapshotTexts(report.snapshot).map((text, at) => (
        <p key={at} className={styles.text}>
          {text}
        </p>
      ))}
      {report.files.length > 0 ? <Files caseId={caseId} files={report.files} /> : null}
      {report.source === 'person' ? (
        <p className={styles.by}>
          Earlier reports by them: {report.history.acted} acted on, {report.history.dismissed} dismissed,{' '}
          {report.history.open} open
        </p>
      ) : null}
      <details>
        <summary>Full copy</summary>
        <pre className={styles.copy}>{JSON.stringify(report.snapshot, null, 2)}</pre>
      </details>
    </Stack>
  </Card>
);
