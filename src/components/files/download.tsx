import Download from 'lucide-react/icons/download';
import { problemMessage } from '#lib/problem.ts';
import { useDownloadLinkMutation } from '#state/api/orders.ts';
import { Button, type ButtonProps } from '#ui/content/button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { saveUrl } from './save-url.ts';

/** Downloads a purchased file. The URL is signed on each press and expires after a few minutes. */
export function DownloadButton({
  productId,
  children = 'Download',
  ...look
}: { readonly productId: string } & Partial<Pick<ButtonProps, 'variant' | 'large' | 'block' | 'children'>>) {
  const [ask, asking] = useDownloadLinkMutation();
  const press = async () => {
    const result = await ask(productId);
    if (result.error) toast.error(problemMessage(result.error));
    else saveUrl(result.data.url, result.data.filename);
  };
  return (
    <Button
      {...look}
      icon={<Download size={18} aria-hidden="true" />}
      busy={asking.isLoading}
      onClick={() => void press()}
    >
      {children}
    </Button>
  );
}
