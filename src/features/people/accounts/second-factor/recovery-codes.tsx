import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './second-factor.module.css';

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { siteName } = useAppSelector(selectSettings);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success('Copied.'),
      () => toast.error('We couldn’t copy them. Download them instead.'),
    );
  return (
    <Stack>
      <Notice tone="warning">
        Save these recovery codes now. They won’t be shown again. Each one logs you in once if you lose your
        phone.
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row>
        <Button onClick={() => download(`Recovery codes for ${siteName}\n\n${codes.join('\n')}\n`)}>
          Download
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
      </Row>
      <Button variant="primary" block onClick={onDone}>
        I’ve saved them
      </Button>
    </Stack>
  );
}
