import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { useId } from 'react';
import { type SharedKind, embedPath, sharedKinds } from '#config/sharing.ts';
import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import { Button } from '#ui/content/button.tsx';
import { QrCode } from '#ui/content/qr-code.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toAbsoluteUrl, copyLink, copyText } from './share.ts';
import styles from './share-dialog.module.css';

/** The kind and id of a page that has an embeddable card; null for other pages. */
function parseCardPath(path: string): { kind: SharedKind; id: string } | null {
  const { origin, pathname } = new URL(path, location.origin);
  if (origin !== location.origin) return null;
  const [first = '', id = '', ...rest] = pathname.slice(1).split('/');
  if (rest.length > 0) return null;
  const kind = sharedKinds.find((each) => each === first);
  if (kind && id) return { kind, id };
  // Of the pages with one segment, only profiles are shared.
  return first && !id ? { kind: 'profile', id: first } : null;
}

function embedCode(path: string, title: string): string | null {
  const card = parseCardPath(path);
  return (
    card &&
    `<iframe src="${toAbsoluteUrl(embedPath(card.kind, card.id))}" title="${escapeMarkup(title)}" width="400" height="360" style="border:0;max-width:100%" loading="lazy"></iframe>`
  );
}

/** Closing the share sheet is a choice, and browsers that can't share this say so before opening one. */
const shareNatively = async (path: string, title: string): Promise<void> => {
  try {
    await navigator.share({ title, url: toAbsoluteUrl(path) });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) await copyLink(path);
  }
};

function Embed({ code }: { code: string }) {
  const id = useId();
  return (
    <details className={styles.embed}>
      <summary>Embed</summary>
      <Stack gap={8}>
        <label htmlFor={id} className={styles.hint}>
          A card for your own website. It shows only what everyone can see.
        </label>
        <textarea id={id} className={styles.code} readOnly rows={5} value={code} />
        <Button
          icon={<Copy size={18} aria-hidden="true" />}
          onClick={() => void copyText(code, 'Code copied')}
        >
          Copy code
        </Button>
      </Stack>
    </details>
  );
}

export interface ShareDialogProps {
  /** A path of this site, or a whole URL of it. */
  readonly path: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Every way to share a page: its link, the device's own share sheet, a QR code, a card for other sites. */
export function ShareDialog({ path, title, onClose }: ShareDialogProps) {
  const [link, code] = [toAbsoluteUrl(path), embedCode(path, title)];
  return (
    <Dialog open onClose={onClose} title="Share">
      <Stack gap={16}>
        <p className={styles.link}>{link}</p>
        <Row>
          <Button
            variant="primary"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyLink(path)}
          >
            Copy link
          </Button>
          {'share' in navigator ? (
            <Button
              icon={<Share2 size={18} aria-hidden="true" />}
              onClick={() => void shareNatively(path, title)}
            >
              Share with…
            </Button>
          ) : null}
        </Row>
        <QrCode text={link} label={`QR code for ${link}`} />
        {code ? <Embed code={code} /> : null}
      </Stack>
    </Dialog>
  );
}
