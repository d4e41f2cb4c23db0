/** Starts without sound where the browser wants a press first. */
export async function start(video: HTMLVideoElement): Promise<void> {
  await video.play().catch(async (error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    video.muted = true;
    await video.play().catch(() => {});
  });
}

/** Takes the picture and the sound away at once, with whatever the player had loaded ahead. */
export function empty(video: HTMLVideoElement): void {
  video.pause();
  video.srcObject = null;
  if (!video.hasAttribute('src')) return;
  video.removeAttribute('src');
  video.load();
}
