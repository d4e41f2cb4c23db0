import Download from 'lucide-react/icons/download';
import { problemMessage } from '#lib/problem.ts';
import { getDownloadLink } from '#services/trade/products.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button, type ButtonProps, IconButton } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { saveUrl } from './save-url.ts';

interface Wanted {
  readonly productId: string;
  /** The first file if left out. */
  readonly fileId?: string;
}

/** The URL is signed on each press and expires after a few minutes. */
function useDownload({ productId, fileId }: Wanted) {
  const [ask, { isLoading }] = useWrite(getDownloadLink);
  const press = async () => {
    const result = await ask({ params: { id: productId }, query: { fileId } });
    if (result.error) toast.error(problemMessage(result.error));
    else saveUrl(result.data.url, result.data.filename);
  };
  return { busy: isLoading, press: () => void press() };
}

/** Downloads a purchased file. */
export function DownloadButton({
  productId,
  fileId,
  children = 'Download',
  ...look
}: Wanted & Partial<Pick<ButtonProps, 'variant' | 'large' | 'block' | 'children'>>) {
  const { busy, press } = useDownload({ productId, ...(fileId !== undefined && { fileId }) });
  return (
    <Button {...look} icon={<Download size={18} aria-hidden="true" />} busy={busy} onClick={press}>
      {children}
    </Button>
  );
}

/** The same in a row of a list, by the file's name. */
export function DownloadRowButton({ name, ...wanted }: Required<Wanted> & { readonly name: string }) {
  const { busy, press } = useDownload(wanted);
  return (
    <IconButton
      label={`Download ${name}`}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : press}
    >
      <Download size={18} aria-hidden="true" />
    </IconButton>
  );
}
