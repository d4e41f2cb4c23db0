let playing: HTMLMediaElement | null = null;

/** Pauses the voice message that is playing. */
export function pausePlaying(): void {
  playing?.pause();
  playing = null;
}

/** This one plays now, so any other stops. */
export function onlyPlaying(media: HTMLMediaElement): void {
  if (playing !== media) pausePlaying();
  playing = media;
}
