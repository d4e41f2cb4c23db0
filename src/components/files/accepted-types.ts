/** The `accept` attribute of file inputs, by kind of file. */
export const acceptedTypes = {
  photo: 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,.heic,.heif',
  video: 'video/mp4,video/webm,video/quicktime,.mp4,.m4v,.webm,.mov',
  audio:
    'audio/mpeg,audio/mp4,audio/x-m4a,audio/aac,audio/wav,audio/x-wav,audio/ogg,audio/webm,audio/flac,.mp3,.m4a',
} as const;
