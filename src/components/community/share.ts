import { toast } from '#ui/overlays/toast.ts';

/** Absolute URL of a path on this site. */
const addressOf = (path: string) => new URL(path, location.origin).href;

/** Copies the URL to the clipboard and confirms it with a toast. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(path));
    toast.success('Link copied');
  } catch {
    // Without a secure context there is no clipboard, so show the URL for copying by hand.
    toast.info(addressOf(path), { lasts: 0 });
  }
}

/** Opens the platform's share sheet, or copies the link where there is none. */
export async function share(path: string, title: string): Promise<void> {
  if (!navigator.share) return copyLink(path);
  try {
    await navigator.share({ title, url: addressOf(path) });
  } catch (problem) {
    // Closing the share sheet is a choice, not a failure.
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) await copyLink(path);
  }
}
