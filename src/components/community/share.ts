import { toast } from '#ui/overlays/toast.ts';

/** Whole address of a path on this site. */
const addressOf = (path: string) => new URL(path, location.origin).href;

/** Puts the address where the person can paste it, and says so. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(path));
    toast.success('Link copied');
  } catch {
    // Without a secure context there is no clipboard: the address itself is the next best thing.
    toast.info(addressOf(path), { lasts: 0 });
  }
}

/** The platform's share sheet where there is one, else the clipboard. */
export async function share(path: string, title: string): Promise<void> {
  if (!navigator.share) return copyLink(path);
  try {
    await navigator.share({ title, url: addressOf(path) });
  } catch (problem) {
    // Closing the sheet is an answer, not a failure.
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) await copyLink(path);
  }
}
