import { toast } from '#ui/overlays/toast.ts';
import { openTask } from '../../money/wallet/purchase-tasks.ts';

/** Absolute URL of a path on this site. */
export const toAbsoluteUrl = (path: string) => new URL(path, location.origin).href;

/** Copies a text to the clipboard and confirms it with a toast. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    // Without a secure context there is no clipboard, so show the text for copying by hand.
    toast.info(text, { lasts: 0 });
  }
}

export const copyLink = (path: string): Promise<void> => copyText(toAbsoluteUrl(path), 'Link copied');

/** Opens the dialog with every way to share a page of this site. */
export const share = (path: string, title: string): void => openTask({ kind: 'share', path, title });
