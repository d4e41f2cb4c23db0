/**
 * Positions in videos and recordings are kept from this length on, in seconds, until this share has been played.
 * `listed` is how many unfinished ones are listed. Apart from the other limits, because every page with posts
 * needs it and none of them.
 */
export const playback = { shortest: 60, finished: 0.95, listed: 24 };
